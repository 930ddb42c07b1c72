import { useTranslation } from 'react-i18next';

import type { TableRowsChanged } from '@domain/life/versions';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Numbers of rows that were added, removed and changed in some tables, and of changed cells by column. */
export function ChangedRowTables({ tables }: { tables: readonly TableRowsChanged[] }) {
  return (
    <>
      <RowTable tables={tables} />
      <CellTable tables={tables} />
    </>
  );
}

function RowTable({ tables }: { tables: readonly TableRowsChanged[] }) {
  const { t } = useTranslation('versions');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const heads = (['table', 'before', 'after', 'added', 'removed', 'changed', 'cells'] as const).map((head) =>
    t(`changes.${head}`),
  );
  return (
    <ScrollTable label={t('changes.rows')} heads={heads} isLabelShown className="change-table">
      <tbody>
        {tables.map(({ name, rowsBefore, rowsAfter, added, removed, changed, columns, isCompared }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{number(rowsBefore)}</td>
            <td>{number(rowsAfter)}</td>
            {isCompared ? (
              [added, removed, changed, sumOf(columns)].map((value, index) => <td key={index}>{number(value)}</td>)
            ) : (
              <td colSpan={4}>{t('changes.uncompared')}</td>
            )}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

const sumOf = (columns: readonly { cells: number }[]) => columns.reduce((sum, { cells }) => sum + cells, 0);

/** Columns that are listed for each table. */
const columnsListed = 50;

function CellTable({ tables }: { tables: readonly TableRowsChanged[] }) {
  const { t } = useTranslation('versions');
  const language = useLanguage();
  if (tables.every(({ columns }) => columns.length === 0)) return null;
  return (
    <ScrollTable
      label={t('changes.columns')}
      heads={[t('changes.table'), t('changes.column'), t('changes.cells')]}
      isLabelShown
      className="change-table"
    >
      <tbody>
        {tables.flatMap(({ name, columns }) =>
          columns.slice(0, columnsListed).map(({ column, cells }) => (
            <tr key={`${name} ${column}`}>
              <td>{name}</td>
              <th scope="row">{column}</th>
              <td>{formatNumber(cells, language)}</td>
            </tr>
          )),
        )}
      </tbody>
    </ScrollTable>
  );
}
