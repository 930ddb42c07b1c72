import { useTranslation } from 'react-i18next';

import type { SubmissionReview } from '@domain/api/submission';

import { ScrollArea } from '~/components/scroll-area';

type Table = SubmissionReview['tables'][number];

/** Targets of the columns of a table, with those that are withheld or coarsened. */
export function MappingAnswers({ table }: { table: Table }) {
  const { t } = useTranslation('submit');
  const { name, mapped, mappedCount, columnCount, withheld, withheldCount } = table;
  const summary = t('mapping.summary', { table: name, count: columnCount, mapped: mappedCount });
  return (
    <>
      <p>{summary}</p>
      <ScrollArea label={t('mapping.label', { table: name })} height="preview">
        <table>
          <caption className="visually-hidden">{t('mapping.label', { table: name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('mapping.column')}</th>
              <th scope="col">{t('mapping.target')}</th>
            </tr>
          </thead>
          <tbody>
            {mapped.map(({ letters, column, label, unit }) => (
              <tr key={letters}>
                <th scope="row">
                  <span className="column-letters">{letters}</span> {column}
                </th>
                <td>{unit === '' || label.endsWith(`(${unit})`) ? label : `${label} (${unit})`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <More count={mappedCount - mapped.length} />
      {withheldCount > 0 ? (
        <>
          <p>{t('mapping.withheld')}</p>
          <ul>
            {withheld.map(({ letters, column, reason }) => (
              <li key={letters}>
                <span className="column-letters">{letters}</span> {column}: {reason}
              </li>
            ))}
          </ul>
          <More count={withheldCount - withheld.length} />
        </>
      ) : null}
    </>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('submit');
  return count > 0 ? <p>{t('mapping.more', { count })}</p> : null;
}
