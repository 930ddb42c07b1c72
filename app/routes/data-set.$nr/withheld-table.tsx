import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';

import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';

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
        <ScrollTable
          label={t('dataSet.withheldTable')}
          heads={[t('dataSet.table'), t('dataSet.column'), t('dataSet.reason')]}
        >
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
        </ScrollTable>
      )}
    </section>
  );
}
