import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { PublicationPreview } from '@domain/api/publication';

import { ScrollArea } from '~/components/scroll-area';

type Withheld = PublicationPreview['withheld'][number];

interface WithheldColumnsProps extends Pick<PublicationPreview, 'columns' | 'withheld'> {
  /** Addresses at which their targets can be changed; null for read-only users. */
  changes: string[] | null;
}

/** The contributor's columns that are left out or coarsened, with reasons and advice. */
export function WithheldColumns({ columns, withheld, changes }: WithheldColumnsProps) {
  const { t } = useTranslation('publication');
  if (withheld.length === 0) return <p>{t('withheld.nothing')}</p>;
  const heads = ['column', 'outcome', 'reason', ...(changes ? ['advice' as const] : [])] as const;
  return (
    <ScrollArea label={t('withheld.label')}>
      <table>
        <caption className="visually-hidden">{t('withheld.label')}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {t(`withheld.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withheld.map((entry, index) => (
            <tr key={entry.letters}>
              <th scope="row">
                <span className="column-letters">{entry.letters}</span> {entry.column}
              </th>
              <td>{t(entry.isCoarsened ? 'withheld.coarser' : 'withheld.gone')}</td>
              <td>{entry.reason}</td>
              {changes ? (
                <td>
                  {t(`advice.${adviceOn(entry, columns)}`)}{' '}
                  <Link to={changes[index] ?? ''}>
                    {t('withheld.change')}{' '}
                    <span className="visually-hidden">
                      {t('withheld.targetOf', { letters: entry.letters, name: entry.column })}
                    </span>
                  </Link>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Key of the advice for a column. */
function adviceOn({ code, isCoarsened }: Withheld, columns: PublicationPreview['columns']) {
  if (code === 'birth-date' || code === 'birth-month') {
    if (isCoarsened) return 'nothing';
    const age = columns.find(({ key }) => key === 'age_y' || key === 'age_m');
    if (!age) return 'test';
    return age.change === 'birth-date' ? 'birth' : 'age';
  }
  if (code === 'unmapped' || code === 'ignored') return 'map';
  if (code === 'remark' || code === 'tester-id') return 'free';
  return code === 'duplicate' ? 'once' : 'nothing';
}
