import { catalogueRestMs } from '@domain/shared-cache';

import { type Database, primaryOf, type Queryable } from '../store/database';
import { listSearchDocuments, readSearchRevision, readSearchState, type StoredDocument } from './search-documents';
import { Catalogue } from './catalogue';
import { FrequentWords } from './frequent-words';

/** Documents read at once. */
const batchSize = 5000;
/**
 * A catalogue of more data sets rests after it was made anew (`catalogueRestMs`): documents that change are found so much
 * later. New data sets are added at once.
 */
const largeSize = 10_000;

interface Kept {
  current: Catalogue;
  /** When it was last made anew, by the clock of `performance`. */
  madeAt: number;
  /** Documents have changed in a way for which it must be made anew. */
  isOutdated: boolean;
  renewing: Promise<void> | null;
  frequent: FrequentWords | null;
}

const catalogues = new WeakMap<Database, Kept>();

/**
 * The catalogue of the published data sets as they are now. One short statement tells whether it changed; then only the
 * documents that are new are read.
 */
export async function openCatalogue(asked: Database): Promise<Catalogue> {
  const db = primaryOf(asked);
  const kept = catalogues.get(db) ?? begin();
  catalogues.set(db, kept);
  const revision = await readSearchRevision(db);
  // A reading that began before may lack what is searched for now.
  while (kept.current.revision < revision && !(kept.isOutdated && isResting(kept))) await renew(db, kept);
  return kept.current;
}

/**
 * Learns which data sets have the most frequent words, if there are so many data sets that it takes long to look them
 * up, and if these words are not known or too many documents have changed since. Throws if aborted.
 */
export async function learnFrequentWords(
  db: Database,
  { signal, fromSize = largeSize }: { signal?: AbortSignal; fromSize?: number } = {},
): Promise<void> {
  signal?.throwIfAborted();
  const { size, frequent } = await openCatalogue(db);
  const kept = catalogues.get(db);
  if (!kept || frequent || size < fromSize) return;
  kept.frequent = await FrequentWords.learn(db, signal);
  // A reading that began before did not know of them.
  await kept.renewing;
  await renew(db, kept);
}

function begin(): Kept {
  return {
    current: new Catalogue(-1, []),
    madeAt: -catalogueRestMs,
    isOutdated: false,
    renewing: null,
    frequent: null,
  };
}

function isResting({ current, madeAt }: Kept): boolean {
  return current.size > largeSize && performance.now() - madeAt < catalogueRestMs;
}

/** Reads what is new, or waits for a reading that is under way. */
function renew(db: Database, kept: Kept): Promise<void> {
  const read = async (tx: Queryable) => {
    await readChanges(tx, kept);
    if (kept.frequent && !(await kept.frequent.renew(tx))) kept.frequent = null;
    kept.current.frequent = kept.frequent;
  };
  // One state of the database, whatever is published meanwhile.
  const config = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  kept.renewing ??= db.transaction(read, config).finally(() => {
    kept.renewing = null;
  });
  return kept.renewing;
}

async function readChanges(tx: Queryable, kept: Kept): Promise<void> {
  const { revision, count } = await readSearchState(tx);
  if (revision === kept.current.revision) return;
  const changed = await listNewer(tx, kept.current.revision);
  const added = kept.current.with(revision, changed);
  if (added?.size === count) {
    kept.current = added;
  } else if (isResting(kept)) {
    kept.isOutdated = true;
  } else {
    const documents = kept.current.replacing(changed);
    // Otherwise some were removed.
    kept.current = new Catalogue(revision, documents.length === count ? documents : await listNewer(tx, -1));
    kept.madeAt = performance.now();
    kept.isOutdated = false;
  }
}

/** The documents that were written after a revision. */
async function listNewer(tx: Queryable, revision: number): Promise<StoredDocument[]> {
  // The same few thousand texts are in all documents. One string each takes a tenth of the memory.
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const documents: StoredDocument[] = [];
  for (;;) {
    const after = documents.at(-1)?.nr ?? 0;
    const some = await listSearchDocuments(tx, { after, newerThan: revision, limit: batchSize });
    for (const document of some) {
      const { facets, areas, titleEn, titleDe } = document;
      documents.push({
        ...document,
        facets: facets.map(shared),
        areas: areas.map(shared),
        titleDe: titleDe === titleEn ? titleEn : titleDe,
      });
    }
    if (some.length < batchSize) return documents;
  }
}
