import type { RowWindow } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';

import { ObjectNotFound } from '../files/file-store';
import { readPublishedWindow } from '../search/published-data';
import { listPublishedTables } from '../store/published-tables';
import type { RepositoryContext } from './context';

/**
 * Window of rows of a published table, its first table when none is named. Anybody may ask. Refuses with
 * 'rows-missing' when the store has lost them.
 */
export async function readPublishedRows(
  repository: RepositoryContext,
  input: { nr: number; table: string | null; offset: number; limit: number },
): Promise<RowWindow> {
  const tables = await listPublishedTables(repository.db, [input.nr]);
  if (tables.length === 0) throw new Refusal('not-found');
  const table = input.table === null ? tables[0] : tables.find(({ name }) => name === input.table);
  if (!table) throw new Refusal('unknown-table');
  return readPublishedWindow(repository, table, input).catch((error: unknown) => {
    throw error instanceof ObjectNotFound ? new Refusal('rows-missing') : error;
  });
}
