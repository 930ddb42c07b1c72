import type { RowWindow } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';

import { readPublishedWindow } from '../search/published-data';
import type { Actor, RepositoryContext } from './context';
import { findReadableTables } from './find-readable-tables';
import { orRowsMissing } from './require-rows';

/**
 * Window of rows of a published table, its first table when none is named; of it the rows that the actor, or
 * nobody, may see. Refuses with 'rows-missing' when the store has lost them.
 */
export async function readPublishedRows(
  actor: Actor | null,
  repository: RepositoryContext,
  input: { nr: number; table: string | null; offset: number; limit: number },
): Promise<RowWindow> {
  const { tables } = await findReadableTables(actor, repository, input.nr);
  if (tables.length === 0) throw new Refusal('not-found');
  const table = input.table === null ? tables[0] : tables.find(({ name }) => name === input.table);
  if (!table) throw new Refusal('unknown-table');
  return orRowsMissing(readPublishedWindow(repository, table, input));
}
