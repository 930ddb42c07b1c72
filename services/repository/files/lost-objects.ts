import { Refusal } from '@domain/error-codes';

import type { RepositoryContext } from '../context/context';
import { ObjectNotFound } from '../context/file-store';

/**
 * Checks that the rows of published tables can be read, for an answer that is streamed: after its first byte
 * no error can be reported any more. Refuses with 'rows-missing' if the store has lost some.
 */
export async function requireRows(
  { files }: Pick<RepositoryContext, 'files'>,
  tables: readonly { objectKey: string }[],
): Promise<void> {
  await orRefuse('rows-missing', Promise.all(tables.map(({ objectKey }) => files.size(objectKey))));
}

/**
 * Result of reading objects. Refuses with `code` if one is missing: 'not-found' where its upload may have been
 * deleted in the meantime, 'rows-missing' where the store has lost published rows.
 */
export async function orRefuse<T>(code: 'not-found' | 'rows-missing', read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Refusal(code);
    throw error;
  }
}
