import type { TableTop } from '@domain/api/readings';
import type { ColumnInfo } from '@domain/column-info';

import type { NewTable } from '../store/files';
import { cleanName } from './column-names';
import type { ReadTable } from './csv-to-parquet';

/** Longest beginning of a row by which its owner knows it again. */
const maxBeginning = 80;

/** What is stored of a table that was read into `objectKey`; with `infos`, the file itself names the columns. */
export function describeTable(
  { name, objectKey }: Pick<NewTable, 'name' | 'objectKey'>,
  read: ReadTable,
  infos: ColumnInfo[] | null = null,
): NewTable {
  return {
    name,
    objectKey,
    rowCount: read.rowCount,
    top: infos ? null : topOf(read),
    columns: read.columns.map((column, i) => ({
      name: column,
      header: headerOf(read.header[i] ?? '', column),
      info: infos?.[i] ?? null,
      summary: read.summaries[i],
    })),
  };
}

function topOf({ headerRow, firstRow, topRows }: ReadTable): TableTop {
  return { headerRow, firstRow: firstRow + 1, rows: topRows.map(beginningOf) };
}

/** White space is tidied up in silence; an empty or repeated name is told. */
function headerOf(cell: string, column: string): string | null {
  const name = cleanName(cell);
  return name === column ? null : name;
}

function beginningOf(row: (string | null)[]): string {
  const filled = row.map((cell) => cleanName(cell ?? '')).filter((text) => text !== '');
  let text = '';
  for (const cell of filled) {
    if (text.length > maxBeginning) break;
    text += text === '' ? cell : `; ${cell}`;
  }
  const characters = [...text];
  return characters.length > maxBeginning ? `${characters.slice(0, maxBeginning - 1).join('')}…` : text;
}
