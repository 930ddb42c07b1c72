import { searchIndexVersion } from './describe-search-document';
import { listSearchSources } from './found-data-sets';
import { readSearchState, setSearchVersion, writeSearchDocuments } from './search-documents';
import type { Database, Transaction } from '../store/database';

/** Data sets whose documents are made in one transaction. */
const batchSize = 100;

/**
 * Makes all search documents again, in batches, while searches and publications go on. Returns the number of
 * documents. Stops between batches when `signal` aborts; the version then stays as it is, so that the next start
 * continues.
 */
export async function rebuildSearchIndex(db: Database, signal?: AbortSignal): Promise<number> {
  let made = 0;
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const numbers = await db.transaction((tx) => rebuildBatch(tx, after));
    const last = numbers.at(-1);
    if (last === undefined) break;
    after = last;
    made += numbers.length;
  }
  await setSearchVersion(db, searchIndexVersion);
  return made;
}

async function rebuildBatch(tx: Transaction, after: number): Promise<number[]> {
  const sources = await listSearchSources(tx, after, batchSize);
  if (sources.length > 0) await writeSearchDocuments(tx, sources);
  return sources.map(({ nr }) => nr);
}

/**
 * Makes all search documents again if an earlier version of the program made them. Returns their number, or null. Those
 * of a later one are left: its servers may run beside this one.
 */
export async function renewSearchIndex(db: Database, signal?: AbortSignal): Promise<number | null> {
  const { version } = await readSearchState(db);
  return version >= searchIndexVersion ? null : rebuildSearchIndex(db, signal);
}

const usage = `Makes the search index again. Works while the server is running.

  npm run search -- rebuild         makes the documents of all published data sets again
`;

/** Runs one command. Returns its exit code: 0 done, 2 wrong arguments. */
export async function runSearchCommand(
  given: string[],
  { db, write }: { db: Database; write(text: string): void },
): Promise<number> {
  if (given.length !== 1 || given[0] !== 'rebuild') {
    write(usage);
    return 2;
  }
  const made = await rebuildSearchIndex(db);
  write(made === 1 ? '1 data set is in the search index.\n' : `${made} data sets are in the search index.\n`);
  return 0;
}
