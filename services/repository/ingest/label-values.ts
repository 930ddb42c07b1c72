import type { TableEngine } from '../context/table-engine';
import { parquetSql } from '../context/table-engine';
import type { FileStore } from '../context/file-store';
import type { NewTable } from '../store/files';
import { readCodebook } from '../suggestions/read-codebook';
import { readValueLabels } from '../suggestions/read-value-labels';

/** Longest table that is looked at as a codebook. */
const maxBookRows = 500;

/** Gives the columns of a file the labels that its codebooks state for their values, as SPSS files have them. */
export async function labelValues(
  store: { files: FileStore; tables: TableEngine },
  tables: readonly NewTable[],
): Promise<void> {
  const isBook = ({ recognised, rowCount }: NewTable) => recognised?.table === 'code-book' && rowCount <= maxBookRows;
  const explained = tables.filter((table) => !isBook(table)).flatMap(({ columns }) => columns);
  const names = [...new Set(explained.map(({ name }) => name))];
  for (const book of tables.filter(isBook)) {
    const texts = readCodebook([book.columns.map(({ name }) => name), ...(await readCells(store, book))], names);
    for (const column of explained) {
      const valueLabels = readValueLabels(texts.get(column.name) ?? '');
      if (column.info || Object.keys(valueLabels).length === 0) continue;
      column.info = { valueLabels, kind: column.summary?.kind === 'number' ? 'number' : 'text' };
    }
  }
}

async function readCells(
  { files, tables }: { files: FileStore; tables: TableEngine },
  { objectKey, columns }: NewTable,
): Promise<(string | null)[][]> {
  await using local = await files.openLocal(objectKey);
  const list = columns.map((_, position) => `c${position}`);
  const rows = await tables.all(
    `select ${list.join(', ')} from ${parquetSql(local.path)} order by file_row_number limit ${maxBookRows}`,
  );
  return rows.map((row) => list.map((name) => (row[name] === null ? null : String(row[name]))));
}
