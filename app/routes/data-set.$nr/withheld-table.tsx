import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';

import { ContributedText } from '~/components/contributed-text';
import { ScrollArea } from '~/components/scroll-area';

/**
 * Columns of the contributor that are withheld or coarsened, with the reasons. `language` is that of their names, '' =
 * unknown.
 */
export function WithheldTable({ withheld, language }: Pick<DataSet, 'withheld'> & { language: string }) {
  const { t } = useTranslation('downloads');
  return (
    <section>
      <h2 id="withheld">{t('dataSet.withheld')}</h2>
      {withheld.length === 0 ? (
        <p>{t('dataSet.nothingWithheld')}</p>
      ) : (
        <ScrollArea label={t('dataSet.withheldTable')}>
          <table>
            <caption className="visually-hidden">{t('dataSet.withheld')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('dataSet.table')}</th>
                <th scope="col">{t('dataSet.column')}</th>
                <th scope="col">{t('dataSet.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {withheld.map(({ table, column, reason }) => (
                <tr key={`${table}/${column}`}>
                  <td>{table}</td>
                  <th scope="row">
                    <ContributedText language={language || null}>{column}</ContributedText>
                  </th>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  );
}
