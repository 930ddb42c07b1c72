import { Refusal } from '@domain/error-codes';

import type { SqlRow, SqlValue, TableEngine } from '../context/table-engine';

/**
 * Characters of the values of one window. Own estimate: 200 rows of 200 columns with 200 characters each, and a window that
 * takes tens of megabytes in each process on its way.
 */
export const maxWindowCharacters = 8_000_000;

/** The first rows of a window, and whether others did not fit. */
export interface ReadRows {
  rows: SqlRow[];
  isCut: boolean;
}

/**
 * Reads as many rows of a statement as fit into one response; at least one, if there is any. No more are fetched from the
 * engine. Refuses with 'row-too-long' if the first row alone does not fit.
 */
export async function readWindow(tables: TableEngine, sql: string, parameters: SqlValue[] = []): Promise<ReadRows> {
  const rows: SqlRow[] = [];
  let characters = 0;
  for await (const batch of tables.stream(sql, parameters)) {
    for (const row of batch) {
      characters += lengthOf(row);
      if (characters > maxWindowCharacters) {
        if (rows.length === 0) throw new Refusal('row-too-long');
        return { rows, isCut: true };
      }
      rows.push(row);
    }
  }
  return { rows, isCut: false };
}

/** Characters of a row as JSON, roughly: a number and the quotation marks of a text take some, too. */
function lengthOf(row: SqlRow): number {
  let characters = 0;
  for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length + 3 : 10;
  return characters;
}
