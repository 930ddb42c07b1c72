import { useTranslation } from 'react-i18next';

import type { PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import { withDecimalSign } from '@domain/formats';
import type { Language } from '@domain/language';

import { ScrollArea } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';
import { useLanguage } from '~/i18n/use-language';

interface PublishedRowsProps {
  caption: string;
  columns: Pick<PublishedTables[number]['columns'][number], 'key' | 'label' | 'unit'>[];
  rows: RowWindow['rows'];
  /** Height of the area; as high as its content by default. */
  height?: 'preview';
}

/** Rows of a published table, as everyone may see them. */
export function PublishedRows({ caption, columns, rows, height }: PublishedRowsProps) {
  const { t } = useTranslation('home');
  const words = useSearchWords();
  const language = useLanguage();
  return (
    <ScrollArea label={caption} height={height}>
      <table className="data-grid">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('preview.row')}</th>
            {columns.map(({ key, label, unit }) => (
              <th scope="col" key={key}>
                {label} <ColumnUnit label={label} unit={words.unit(unit)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, values }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {values.map((value, index) => (
                <td key={index}>{cellText(value, columns[index]?.unit ?? '', language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** A cell as the language writes it. Only columns of numbers have a unit, which is '1' for counts. */
function cellText(value: string | null, unit: string, language: Language): string | null {
  return value !== null && unit !== '' && plainNumber.test(value) ? withDecimalSign(value, language) : value;
}

const plainNumber = /^-?\d+\.\d+$/;

/** Unit after a column's name, unless the name contains it, as in 'Age (years)'. */
function ColumnUnit({ label, unit }: { label: string; unit: string }) {
  if (unit === '' || label.endsWith(`(${unit})`)) return null;
  return <span className="unit">({unit})</span>;
}
