import { useTranslation } from 'react-i18next';

import type { PublicationPreview } from '@domain/api/publication';

import { ScrollArea } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';

type Preview = Pick<PublicationPreview, 'columns' | 'withheld'>;

/** Published columns with the contributor's columns they come from and the changes to their values. */
export function ColumnChanges({ columns, withheld }: Preview) {
  const { t } = useTranslation('publication');
  const words = useSearchWords();
  const changeOf = useChangeWords(withheld);
  if (columns.length === 0) return <p>{t('columns.none')}</p>;
  return (
    <ScrollArea label={t('columns.label')}>
      <table>
        <caption className="visually-hidden">{t('columns.label')}</caption>
        <thead>
          <tr>
            {(['source', 'target', 'unit', 'key', 'values'] as const).map((head) => (
              <th scope="col" key={head}>
                {t(`columns.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.key}>
              <th scope="row">{column.source}</th>
              <td>{column.label}</td>
              <td>{words.unit(column.unit) || t('columns.noUnit')}</td>
              <td>
                <code>{column.key}</code>
              </td>
              <td className={column.change === 'none' ? 'unchanged' : undefined}>{changeOf(column)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Describes the changes to a column's values. For coarsened columns, this is the reason. */
function useChangeWords(withheld: PublicationPreview['withheld']) {
  const { t } = useTranslation('publication');
  const words = useSearchWords();
  return ({ change, source, sourceUnit, unit }: PublicationPreview['columns'][number]): string => {
    if (change === 'none' || change === 'codes') return t(`changes.${change}`);
    if (change === 'unit') {
      const [from, to] = [words.unit(sourceUnit), words.unit(unit)];
      return from && to ? t('changes.unit', { from, to }) : t('changes.scale');
    }
    return withheld.find(({ column }) => column === source)?.reason ?? '';
  };
}
