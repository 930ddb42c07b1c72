import { sql } from 'drizzle-orm';

import type { Database, Queryable } from '../store/database';
import { searchDocuments } from '../store/schema';
import { beforeDeadline } from './before-deadline';
import { Bitmap } from './bitmap';
import { listLexemes, readSearchRevision } from './search-documents';
import { asQuery, findQueries, quote, type WordHits, type Words } from './word-hits';

/** Maximum memory of all words, in bytes: a thousand words of 100,000 data sets. */
const maxBytes = 24_000_000;
/** A word is frequent if such a share of the data sets has it. The index finds the others in some milliseconds. */
const frequentShare = 0.01;
/** Data sets from which the frequent words are told, about. */
const sampleSize = 1000;
/** Words that are read in one transaction. */
const batchSize = 10;
/** Documents that are read again; if more have changed, it is quicker to learn all words again. */
const maxChanged = 1000;

/**
 * Which data sets hold the most frequent words, in memory. PostgreSQL finds 50,000 data sets with a word in some
 * hundredths of a second, most of which it needs to visit each of them.
 */
export class FrequentWords {
  #revision: number;
  /** By lexeme. */
  readonly #hits: Map<string, WordHits>;

  private constructor(revision: number, hits: Map<string, WordHits>) {
    this.#revision = revision;
    this.#hits = hits;
  }

  /** Reads the frequent words of all documents, which takes about ten seconds with 100,000. Throws if aborted. */
  static async learn(db: Database, signal?: AbortSignal): Promise<FrequentWords> {
    // What changes while the words are read is newer, and is read again.
    const revision = await readSearchRevision(db);
    const hits = new Map<string, WordHits>();
    const { size, lexemes } = await listFrequent(db);
    for (let at = 0; at < lexemes.length; at += batchSize) {
      signal?.throwIfAborted();
      await beforeDeadline(db, Infinity, async (tx) => {
        for (const lexeme of lexemes.slice(at, at + batchSize)) {
          const { all, inTitle } = await findQueries(tx, [asQuery(quote(lexeme))]);
          hits.set(lexeme, { all: all.resized(size), inTitle: inTitle.resized(size) });
        }
      });
    }
    return new FrequentWords(revision, hits);
  }

  /** The data sets that have all words; null if that is not known of one of their forms. */
  having(words: Words): WordHits | null {
    const each: WordHits[] = [];
    for (const forms of words) {
      const known = forms.flatMap((form) => this.#hits.get(form) ?? []);
      if (known.length < forms.length) return null;
      each.push(known.length === 1 ? known[0]! : combined(known, 'or'));
    }
    return each.length === 1 ? each[0]! : combined(each, 'and');
  }

  /** Reads the documents that are newer. False if these are more than `limit`; then nothing has changed. */
  async renew(tx: Queryable, limit = maxChanged): Promise<boolean> {
    const revision = await readSearchRevision(tx);
    const changed = await listLexemes(tx, { newerThan: this.#revision, limit: limit + 1 });
    if (changed.length > limit) return false;
    this.#makeRoom(Math.max(0, ...changed.map(({ nr }) => nr)) + 1);
    for (const { nr, ...texts } of changed) {
      const [all, inTitle] = [new Set(texts.words), new Set(texts.titleWords)];
      for (const [lexeme, hits] of this.#hits) {
        hits.all.put(nr, all.has(lexeme));
        hits.inTitle.put(nr, inTitle.has(lexeme));
      }
    }
    this.#revision = revision;
    return true;
  }

  #makeRoom(needed: number): void {
    for (const hits of this.#hits.values()) {
      if (needed <= hits.all.size) return;
      const size = roomFor(needed);
      hits.all = hits.all.resized(size);
      hits.inTitle = hits.inTitle.resized(size);
    }
  }
}

function combined(hits: readonly WordHits[], operator: 'and' | 'or'): WordHits {
  const { size } = hits[0]!.all;
  const of = (sets: Bitmap[]) => Bitmap[operator](size, sets);
  return { all: of(hits.map(({ all }) => all)), inTitle: of(hits.map(({ inTitle }) => inTitle)) };
}

/** Room for numbers up to a highest one, and for those of some time to come. */
function roomFor(numbers: number): number {
  return Math.ceil((numbers * 1.05) / 1000) * 1000;
}

/** The lexemes that are in most documents of a sample, and the size of their bitmaps. */
async function listFrequent(db: Queryable): Promise<{ size: number; lexemes: string[] }> {
  const { rows } = await db.execute<{ count: number; last: number }>(
    sql`select count(*)::int as count, coalesce(max(nr), 0)::int as last from ${searchDocuments}`,
  );
  const { count = 0, last = 0 } = rows[0] ?? {};
  const size = roomFor(last + 1);
  const every = Math.max(1, Math.floor(count / sampleSize));
  const sample = `select words from repository.search_documents where nr % ${every} = 0`;
  const found = await db.execute<{ word: string }>(sql`
    select word from ts_stat(${sample}) where ndoc >= ${Math.ceil(frequentShare * (count / every))}
    order by ndoc desc, word limit ${Math.floor(maxBytes / (size / 4))}`);
  return { size, lexemes: found.rows.map(({ word }) => word) };
}
