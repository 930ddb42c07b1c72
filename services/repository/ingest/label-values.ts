import type { TableEngine } from '../context/table-engine';
import type { FileStore } from '../context/file-store';
import type { NewTable } from '../store/files';
import { readCodebook } from '../suggestions/read-codebook';
import { readValueLabels } from '../suggestions/read-value-labels';
import { maxCodebookRows, readCodebookCells } from '../tables/codebook-cells';

/** Gives the columns of a file the labels that its codebooks state for their values, as SPSS files have them. */
export async function labelValues(
  store: { files: FileStore; tables: TableEngine },
  tables: readonly NewTable[],
): Promise<void> {
  const isBook = ({ recognised, rowCount }: NewTable) =>
    recognised?.table === 'code-book' && rowCount <= maxCodebookRows;
  const explained = tables.filter((table) => !isBook(table)).flatMap(({ columns }) => columns);
  const names = [...new Set(explained.map(({ name }) => name))];
  for (const book of tables.filter(isBook)) {
    await using local = await store.files.openLocal(book.objectKey);
    const cells = await readCodebookCells(store.tables, local.path, [...book.columns.keys()]);
    const texts = readCodebook([book.columns.map(({ name }) => name), ...cells], names);
    for (const column of explained) {
      const valueLabels = readValueLabels(texts.get(column.name) ?? '');
      if (column.info || Object.keys(valueLabels).length === 0) continue;
      column.info = { valueLabels, kind: column.summary?.kind === 'number' ? 'number' : 'text' };
    }
  }
}
