import { Refusal } from '@domain/error-codes';

import type { RepositoryContext } from '../context/context';
import { ObjectNotFound } from '../context/file-store';

/**
 * Makes sure that the rows of published tables can be read, for an answer that is written while they are: once
 * its first byte is out, nobody can be told any more that the store is away. Refuses with 'rows-missing' when
 * the store has lost some.
 */
export async function requireRows(
  { files }: Pick<RepositoryContext, 'files'>,
  tables: readonly { objectKey: string }[],
): Promise<void> {
  await orRowsMissing(Promise.all(tables.map(({ objectKey }) => files.size(objectKey))));
}

/** What is read of published rows; refuses with 'rows-missing' when the store has lost them. */
export async function orRowsMissing<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Refusal('rows-missing');
    throw error;
  }
}

/** What an object holds; 'not-found' where its upload was deleted between two looks. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Refusal('not-found');
    throw error;
  }
}
