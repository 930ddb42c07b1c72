import type { Database, Queryable } from '../store/database';
import { listSearchDocuments, readSearchRevision, readSearchState, type StoredDocument } from './search-documents';
import { Catalogue } from './catalogue';

/** Documents read at once. */
const batchSize = 5000;
/**
 * A catalogue of more data sets is read again at most once in this time, because that takes some tenths of a second:
 * publications are found so much later. Own estimate.
 */
const largeSize = 10_000;
const restMs = 3000;

interface Kept {
  current: Catalogue;
  /** When it was read, by the clock of `performance`. */
  readAt: number;
  renewing: Promise<void> | null;
}

const catalogues = new WeakMap<Database, Kept>();

/**
 * The catalogue of the published data sets as they are now. One short statement tells whether it changed; then only the
 * documents that are new are read.
 */
export async function openCatalogue(db: Database): Promise<Catalogue> {
  const kept = catalogues.get(db) ?? { current: new Catalogue(-1, []), readAt: 0, renewing: null };
  catalogues.set(db, kept);
  const revision = await readSearchRevision(db);
  // A reading that began before may lack what is searched for now.
  while (kept.current.revision < revision && !isFresh(kept)) {
    kept.renewing ??= renew(db, kept).finally(() => {
      kept.renewing = null;
    });
    await kept.renewing;
  }
  return kept.current;
}

function isFresh({ current, readAt }: Kept): boolean {
  return current.size > largeSize && performance.now() - readAt < restMs;
}

async function renew(db: Database, kept: Kept): Promise<void> {
  // One state of the database, whatever is published meanwhile.
  kept.current = await db.transaction((tx) => readCatalogue(tx, kept.current), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  kept.readAt = performance.now();
}

async function readCatalogue(tx: Queryable, former: Catalogue): Promise<Catalogue> {
  const state = await readSearchState(tx);
  const documents = new Map(former.documents.map((document) => [document.nr, document]));
  await readNewer(tx, former.revision, documents);
  if (documents.size !== state.count) {
    // Documents were removed.
    documents.clear();
    await readNewer(tx, -1, documents);
  }
  return new Catalogue(state.revision, documents.values());
}

async function readNewer(tx: Queryable, revision: number, documents: Map<number, StoredDocument>): Promise<void> {
  // The same few thousand texts are in all documents. One string each takes a tenth of the memory.
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  let after = 0;
  for (;;) {
    const some = await listSearchDocuments(tx, { after, newerThan: revision, limit: batchSize });
    for (const document of some) {
      const { facets, areas, titleEn, titleDe } = document;
      documents.set(document.nr, {
        ...document,
        facets: facets.map(shared),
        areas: areas.map(shared),
        titleDe: titleDe === titleEn ? titleEn : titleDe,
      });
    }
    const last = some.at(-1);
    if (!last || some.length < batchSize) return;
    after = last.nr;
  }
}
