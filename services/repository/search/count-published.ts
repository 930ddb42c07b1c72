import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';

import { type Database, primaryOf } from '../store/database';
import { dataSets, dois, searchDocuments, uploads } from '../store/schema';
import { resolvingStates } from '../store/schema/editorial';
import { Bitmap } from './bitmap';
import { readSearchState } from './search-documents';

/** Data sets read at once. */
const batchSize = 5000;

/** Numbers of some published data sets. A person may be in several. */
export interface Numbers {
  dataSets: number;
  studies: number;
  persons: number;
  /** Results of motor tests; null if some data sets were published before they were counted. */
  values: number | null;
}

/** What all published data sets contain, at one revision of the search index or later. */
export interface PublishedNumbers extends Numbers {
  values: number;
  byTest: ReadonlyMap<string, Numbers>;
  raw: number;
  aggregated: number;
  contributors: number;
  /** Data sets with a registered DOI. */
  registered: number;
}

interface Kept {
  tally: Tally;
  counting: Promise<void> | null;
}

const tallies = new WeakMap<Database, Kept>();

/**
 * Counts all data sets that are in the search index at a revision. What is counted of a data set never changes, so only
 * new ones are read, unless some were withdrawn, replaced by a newer version or restored: counting 100,000 takes
 * PostgreSQL two seconds.
 */
export async function countPublished(asked: Database, revision: number): Promise<PublishedNumbers> {
  const db = primaryOf(asked);
  const kept = tallies.get(db) ?? { tally: new Tally(), counting: null };
  tallies.set(db, kept);
  while (kept.tally.revision < revision) {
    kept.counting ??= addNewer(db, kept, revision).finally(() => {
      kept.counting = null;
    });
    await kept.counting;
  }
  await findRegistered(db, kept.tally);
  return kept.tally.numbers;
}

type Counted = Awaited<ReturnType<typeof listNewer>>[number];

/** Numbers of some data sets, and their studies. */
class Sums {
  readonly numbers: Numbers = { dataSets: 0, studies: 0, persons: 0, values: 0 };
  #studies = new Bitmap(0);

  copy(): Sums {
    const copy = new Sums();
    Object.assign(copy.numbers, this.numbers);
    copy.#studies = this.#studies.copy(this.#studies.size);
    return copy;
  }

  add({ study, persons }: Counted, values: number | null): void {
    this.numbers.dataSets += 1;
    this.numbers.persons += persons;
    this.numbers.values = values === null || this.numbers.values === null ? null : this.numbers.values + values;
    if (this.#studies.has(study)) return;
    if (study >= this.#studies.size) this.#studies = this.#studies.copy(2 * study + 1);
    this.#studies.add(study);
    this.numbers.studies += 1;
  }
}

class Tally {
  revision = -1;
  #all = new Sums();
  #byTest = new Map<string, Sums>();
  #contributors = new Set<string>();
  #raw = 0;
  /** Uploads whose DOI was not registered when they were read: it may be later. */
  unregistered = new Set<number>();

  copy(): Tally {
    const copy = new Tally();
    copy.#all = this.#all.copy();
    copy.#byTest = new Map([...this.#byTest].map(([test, sums]) => [test, sums.copy()]));
    copy.#contributors = new Set(this.#contributors);
    copy.#raw = this.#raw;
    copy.unregistered = new Set(this.unregistered);
    copy.revision = this.revision;
    return copy;
  }

  add(counted: Counted): void {
    this.#all.add(counted, counted.values);
    for (const test of counted.tests) {
      const sums = this.#byTest.get(test) ?? new Sums();
      this.#byTest.set(test, sums);
      sums.add(counted, counted.results ? (counted.results[test] ?? 0) : null);
    }
    this.#contributors.add(counted.owner);
    if (counted.kind === 'raw') this.#raw += 1;
    if (!counted.isRegistered) this.unregistered.add(counted.upload);
  }

  get numbers(): PublishedNumbers {
    const { numbers } = this.#all;
    return {
      ...numbers,
      // The totals of each data set are known.
      values: numbers.values ?? 0,
      byTest: new Map([...this.#byTest].map(([test, sums]) => [test, sums.numbers])),
      raw: this.#raw,
      aggregated: numbers.dataSets - this.#raw,
      contributors: this.#contributors.size,
      registered: numbers.dataSets - this.unregistered.size,
    };
  }
}

/** Counts in a copy, so that nothing is counted twice after a failure. */
async function addNewer(db: Database, kept: Kept, revision: number): Promise<void> {
  const { recountFrom } = await readSearchState(db);
  const tally = kept.tally.revision < recountFrom ? new Tally() : kept.tally.copy();
  const newerThan = tally.revision;
  let after = 0;
  for (;;) {
    const some = await listNewer(db, { after, newerThan, until: revision });
    for (const counted of some) tally.add(counted);
    const last = some.at(-1);
    if (!last || some.length < batchSize) break;
    after = last.nr;
  }
  tally.revision = revision;
  kept.tally = tally;
}

/** The next data sets after a number that came into the index after a revision, until another one. */
async function listNewer(
  db: Database,
  { after, newerThan, until }: { after: number; newerThan: number; until: number },
) {
  return db
    .select({
      nr: dataSets.nr,
      upload: dataSets.upload,
      study: uploads.study,
      owner: uploads.owner,
      kind: uploads.kind,
      persons: sql<number>`coalesce((${dataSets.row} ->> 'count')::float8, 0)`,
      tests: sql<string[]>`${dataSets.row} -> 'exercises'`,
      values: dataSets.values,
      results: dataSets.results,
      isRegistered: sql<boolean>`${dois.upload} is not null`,
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .innerJoin(searchDocuments, eq(searchDocuments.nr, dataSets.nr))
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), inArray(dois.state, resolvingStates)))
    .where(and(gt(dataSets.nr, after), gt(dataSets.revision, newerThan), lte(dataSets.revision, until)))
    .orderBy(asc(dataSets.nr))
    .limit(batchSize);
}

/** Looks for the DOIs that were missing. A registered DOI stays. */
async function findRegistered(db: Database, { unregistered }: Tally): Promise<void> {
  if (unregistered.size === 0) return;
  const rows = await db
    .select({ upload: dois.upload })
    .from(dois)
    .where(
      and(sql`${dois.upload} = any(${sql.param([...unregistered])}::int[])`, inArray(dois.state, resolvingStates)),
    );
  for (const { upload } of rows) unregistered.delete(upload);
}
