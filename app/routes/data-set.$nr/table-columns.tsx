import { useTranslation } from 'react-i18next';

import type { PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';

import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** A published table with its first rows; null while they are not available. */
export interface ShownTable {
  table: PublishedTables[number];
  firstRows: RowWindow['rows'] | null;
}

/**
 * Columns of the published tables with their values in the first rows. `language` is that of the contributor's column
 * names, '' = unknown.
 */
export function TableColumns({ tables, language }: { tables: ShownTable[]; language: string }) {
  const { t } = useTranslation('downloads');
  return (
    <section>
      <h2>{t('dataSet.tables')}</h2>
      {tables.some(({ firstRows }) => firstRows === null) ? <p className="notice">{t('dataSet.rowsAway')}</p> : null}
      {tables.map((shown) => (
        <ColumnTable key={shown.table.name} {...shown} sourceLanguage={language} />
      ))}
    </section>
  );
}

function ColumnTable({ table, firstRows, sourceLanguage }: ShownTable & { sourceLanguage: string }) {
  const { t } = useTranslation('downloads');
  const words = useSearchWords();
  const language = useLanguage();
  const rows = formatNumber(table.rowCount, language);
  const caption = t('dataSet.tableCaption', { table: table.name, rows, count: table.rowCount });
  return (
    <ScrollTable
      label={caption}
      height="metadata"
      heads={(['meaning', 'unit', 'key', 'column', 'firstValues'] as const).map((column) => t(`dataSet.${column}`))}
      isLabelShown
    >
      <tbody>
        {table.columns.map(({ key, label, unit, source }, position) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{words.unit(unit)}</td>
            <td>
              <code>{key}</code>
            </td>
            <td>
              <ContributedText language={sourceLanguage || null}>{source}</ContributedText>
            </td>
            <td>{(firstRows ?? []).map(({ values }) => values[position] ?? '–').join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
