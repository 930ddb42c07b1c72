import { Refusal } from '@domain/error-codes';
import { isOutage } from '@domain/outage';

import type { RepositoryContext } from '../context/context';
import { type FileStore, ObjectNotFound } from '../context/file-store';
import { isTooMuch } from '../context/table-engine';

/** Several objects as local files, in the order of their keys. */
export interface LocalFiles extends AsyncDisposable {
  paths: string[];
}

/** Lends several objects as `openLocal` lends one. If one is missing, all are returned and its error thrown. */
export async function openLocalFiles(files: FileStore, keys: string[]): Promise<LocalFiles> {
  const opened = await Promise.allSettled(keys.map((key) => files.openLocal(key)));
  const lent = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const giveBack = async () => {
    for (const file of lent) await file[Symbol.asyncDispose]();
  };
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed) {
    await giveBack();
    throw failed.reason;
  }
  return { paths: lent.map(({ path }) => path), [Symbol.asyncDispose]: giveBack };
}

/**
 * Checks that the rows of published tables can be read before a response is streamed, because an error can
 * no longer be reported after its first byte. Refuses with 'rows-missing' if the store has lost some.
 */
export async function requireRows(
  { files }: Pick<RepositoryContext, 'files'>,
  tables: readonly { objectKey: string }[],
): Promise<void> {
  await orRefuse('rows-missing', Promise.all(tables.map(({ objectKey }) => files.size(objectKey))));
}

/**
 * Result of reading objects. Refuses with `code` if one is missing: 'not-found' if its upload may have been
 * deleted in the meantime, 'rows-missing' if the store has lost published rows.
 */
export async function orRefuse<T>(code: 'not-found' | 'rows-missing', read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    throw error instanceof ObjectNotFound ? new Refusal(code) : error;
  });
}

/** Result of reading an object; null if the store does not have it. */
export async function orMissing<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
}

/** Result of reading rows, or `other` while they are away or if reading takes more time or memory than a request may. */
export async function orElse<T>(other: T, read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    if (isOutage(error) || isTooMuch(error)) return other;
    throw error;
  });
}
