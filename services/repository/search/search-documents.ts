import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import {
  describeSearchDocument,
  otherSpellings,
  type SearchDocument,
  type SearchSource,
} from './describe-search-document';
import type { Queryable, Transaction } from '../store/database';
import { dataSets, searchDocuments, searchState, searchWords } from '../store/schema';

/** Shortest and longest words that are kept for parts of compounds and for spelling. */
const minWordCharacters = 3;
export const maxWordCharacters = 60;

/**
 * Writes the search documents of data sets. Takes the next revision of the index, so that documents become visible in
 * the order of their revisions.
 */
export async function writeSearchDocuments(tx: Transaction, sources: readonly SearchSource[]): Promise<void> {
  const revision = await nextRevision(tx);
  const documents = sources.map(describeSearchDocument);
  await writeDocuments(tx, documents, revision);
  await tx
    .update(dataSets)
    .set({ revision })
    .where(
      and(
        inArray(
          dataSets.nr,
          documents.map(({ nr }) => nr),
        ),
        isNull(dataSets.revision),
      ),
    );
  const words = new Set(documents.flatMap(({ titleText, text }) => `${titleText} ${text}`.split(' ')));
  const kept = [...words].filter(isKeptWord).sort();
  if (kept.length > 0) {
    await tx.execute(
      sql`insert into ${searchWords} (word) select unnest(${sql.param(kept)}::text[]) on conflict do nothing`,
    );
  }
}

/** Removes the documents of data sets that are no longer found. */
export async function removeSearchDocuments(tx: Transaction, numbers: readonly number[]): Promise<void> {
  await nextRevision(tx);
  await tx.delete(searchDocuments).where(inArray(searchDocuments.nr, [...numbers]));
}

/** Has everything counted again, because a data set has left the index or came back in the present revision. */
export async function recountFromNow(tx: Transaction): Promise<void> {
  await tx.update(searchState).set({ recountFrom: searchState.revision });
}

/** Takes the next revision of the index. Other transactions wait for it until this one ends. */
async function nextRevision(tx: Transaction): Promise<number> {
  const [state] = await tx
    .update(searchState)
    .set({ revision: sql`${searchState.revision} + 1` })
    .returning({ revision: searchState.revision });
  if (!state) throw new Error('The row of search_state is missing.');
  return state.revision;
}

function isKeptWord(word: string): boolean {
  return word.length >= minWordCharacters && word.length <= maxWordCharacters && !/^\d+$/.test(word);
}

async function writeDocuments(tx: Transaction, documents: SearchDocument[], revision: number): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ ages, titleText, text, ...rest }) => ({
    ...rest,
    revision,
    ageStart: ages?.start ?? null,
    ageEnd: ages?.end ?? null,
    titleWords: vectorOf(titleText),
    words: vectorOf(`${titleText} ${text}`),
  }));
  const { nr, ...others } = getTableColumns(searchDocuments);
  const set = Object.fromEntries(
    Object.entries(others).map(([name, { name: column }]) => [name, sql`excluded.${sql.identifier(column)}`]),
  );
  await tx.insert(searchDocuments).values(rows).onConflictDoUpdate({ target: nr, set });
}

/** Every word as it is, with its positions for phrases, and in its English and German form. */
function vectorOf(folded: string): SQL<string> {
  const forms = `${folded} ${otherSpellings(folded)}`;
  return sql<string>`to_tsvector('simple', ${folded})
    || to_tsvector('repository.motothek_en', ${forms}) || to_tsvector('repository.motothek_de', ${forms})`;
}

/** Number of changes of the index so far. */
export async function readSearchRevision(db: Queryable): Promise<number> {
  const [state] = await db.select({ revision: searchState.revision }).from(searchState);
  return state?.revision ?? 0;
}

export interface SearchIndexState {
  version: number;
  revision: number;
  /** Revision in which a data set last left the index or came back. */
  recountFrom: number;
  /** Number of documents. */
  count: number;
}

export async function readSearchState(db: Queryable): Promise<SearchIndexState> {
  const documents = sql<number>`(select count(*) from ${searchDocuments})::int`.mapWith(Number);
  const [state] = await db
    .select({
      version: searchState.version,
      revision: searchState.revision,
      recountFrom: searchState.recountFrom,
      count: documents,
    })
    .from(searchState);
  return state ?? { version: 0, revision: 0, recountFrom: 0, count: 0 };
}

/** Records that all documents were made by a version of the program. */
export async function setSearchVersion(db: Queryable, version: number): Promise<void> {
  await db.update(searchState).set({ version }).where(eq(searchState.id, 1));
}

/** A document without its words. */
export type StoredDocument = Omit<typeof searchDocuments.$inferSelect, 'titleWords' | 'words'>;

/** The next documents after a number that were written after a revision. */
export async function listSearchDocuments(
  db: Queryable,
  { after, newerThan, limit }: { after: number; newerThan: number; limit: number },
): Promise<StoredDocument[]> {
  const { nr, revision, ageStart, ageEnd, persons, titleEn, titleDe, publishedAt } = searchDocuments;
  // The driver reads arrays of PostgreSQL letter by letter, which takes a third of the time of a whole catalogue.
  const facets = sql<string[]>`to_json(${searchDocuments.facets})`;
  const areas = sql<string[]>`to_json(${searchDocuments.areas})`;
  return db
    .select({ nr, revision, facets, areas, ageStart, ageEnd, persons, titleEn, titleDe, publishedAt })
    .from(searchDocuments)
    .where(and(gt(searchDocuments.nr, after), gt(searchDocuments.revision, newerThan)))
    .orderBy(asc(searchDocuments.nr))
    .limit(limit);
}

/** A document's words as its index has them. */
export interface DocumentLexemes {
  nr: number;
  words: string[];
  titleWords: string[];
}

/** The lexemes of documents that were written after a revision, at most `limit`. */
export async function listLexemes(
  db: Queryable,
  { newerThan, limit }: { newerThan: number; limit: number },
): Promise<DocumentLexemes[]> {
  const { nr, revision, words, titleWords } = searchDocuments;
  return db
    .select({
      nr,
      words: sql<string[]>`to_json(tsvector_to_array(${words}))`,
      titleWords: sql<string[]>`to_json(tsvector_to_array(${titleWords}))`,
    })
    .from(searchDocuments)
    .where(gt(revision, newerThan))
    .limit(limit);
}
