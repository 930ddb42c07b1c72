import { sql } from 'drizzle-orm';

import { foldDigraphs } from '@domain/search/fold';
import type { SearchWord } from '@domain/search/grammar';

import type { Queryable } from '../store/database';
import { searchDocuments, searchWords } from '../store/schema';
import { maxWordCharacters } from './search-documents';

/** Number of compounds with a word that are searched for. Own estimate: more are inflections of the same. */
const maxCompounds = 100;
/** Longest word that PostgreSQL looks up, in bytes (https://www.postgresql.org/docs/15/textsearch-limitations.html). */
const maxLexemeBytes = 2046;
/** A word of so many letters is searched for at the beginning and end of others; longer ones in any surroundings. */
const minPartCharacters = 4;
const minLongPartCharacters = 6;
/** The rest of a compound has at least so many letters, or the word is of another origin ('beispiel' and 'Spiel'). */
const minRestCharacters = 3;
const minBareRestCharacters = 4;
/** Letters that German inflection or a joint adds to a part of a compound: 'Schule-n', 'Bewegung-s'. */
const maxEndingCharacters = 2;

/** English plurals that the stemmer does not know. */
const irregular: Readonly<Record<string, string>> = { children: 'child', men: 'man', women: 'woman', feet: 'foot' };
const otherNumbers = new Map(
  Object.entries(irregular).flatMap(([many, one]) => [[many, [one]] as const, [one, [many]] as const]),
);

/** Numbers of the data sets that hold a text query anywhere, and of those that hold it in a title. */
export interface WordHits {
  all: number[];
  inTitle: number[];
}

/** Thrown if words cannot be looked up in the time that a search may take. */
export class OutOfTime extends Error {}

/**
 * Data sets with a word in any form, or as a part of a compound. Throws `OutOfTime` at the deadline, a time of the clock
 * of `performance`.
 */
export async function findWord(db: Queryable, { word, prefix }: SearchWord, deadline: number): Promise<WordHits> {
  if (!canBeFound(word)) return { all: [], inTitle: [] };
  return beforeDeadline(db, deadline, async (tx) => {
    const forms = formsOf(word);
    if (prefix) return findQuery(tx, forms.map((form) => `${quote(form)}:*`).join(' | '));
    const { lexemes, stems } = await readForms(tx, forms);
    const compounds: string[] = [];
    for (const stem of stems) compounds.push(...(await findCompounds(tx, stem)));
    return findQuery(tx, [...new Set([...lexemes, ...compounds])].map(quote).join(' | '));
  });
}

/** Data sets with the words of any phrase one after the other. Throws `OutOfTime` like `findWord`. */
export async function findPhrases(
  db: Queryable,
  phrases: readonly (readonly string[])[],
  deadline: number,
): Promise<WordHits> {
  const queries = phrases
    .filter((words) => words.length > 0 && words.every(canBeFound))
    .map((words) => `(${words.map((word) => `(${spellingsOf(word).map(quote).join(' | ')})`).join(' <-> ')})`);
  if (queries.length === 0) return { all: [], inTitle: [] };
  return beforeDeadline(db, deadline, (tx) => findQuery(tx, queries.join(' | ')));
}

function canBeFound(word: string): boolean {
  return word !== '' && Buffer.byteLength(word) <= maxLexemeBytes;
}

/** SQLSTATE of a statement that took longer than `statement_timeout`. */
const queryCanceled = '57014';

async function beforeDeadline<Found>(
  db: Queryable,
  deadline: number,
  find: (tx: Queryable) => Promise<Found>,
): Promise<Found> {
  const left = Math.ceil(deadline - performance.now());
  if (left <= 0) throw new OutOfTime();
  // 0 is no limit.
  const limit = String(Number.isFinite(left) ? left : 0);
  try {
    return await db.transaction(async (tx) => {
      // For a frequent word PostgreSQL would rather unpack the words of every document than use their index.
      await tx.execute(
        sql`select set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${limit}, true)`,
      );
      return find(tx);
    });
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
    throw code === queryCanceled || cause?.code === queryCanceled ? new OutOfTime() : error;
  }
}

function spellingsOf(word: string): string[] {
  return [...new Set([word, foldDigraphs(word)])];
}

/** All spellings of a word, and 'child' for 'children'. */
function formsOf(word: string): string[] {
  const numbers = [word, ...(otherNumbers.get(word) ?? [])];
  return [...new Set(numbers.flatMap(spellingsOf))];
}

function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The lexemes of words as the index has them, and their German stems. */
async function readForms(db: Queryable, words: string[]): Promise<{ lexemes: string[]; stems: string[] }> {
  const text = words.join(' ');
  const { rows } = await db.execute<{ lexemes: string[]; stems: string[] }>(sql`
    select tsvector_to_array(to_tsvector('simple', ${text}) || to_tsvector('repository.motothek_en', ${text})
      || to_tsvector('repository.motothek_de', ${text})) as lexemes,
      tsvector_to_array(to_tsvector('repository.motothek_de', ${text})) as stems`);
  return rows[0] ?? { lexemes: [], stems: [] };
}

/**
 * Words of the catalogue that begin or end with a stem and go on with another part: 'Grundschulkindern' for
 * 'Grundschule', 'Handkraft' for 'Kraft'. The rest must itself be the beginning of a word of the catalogue if the stem
 * is short, so that 'Sport' does not find 'transport'.
 */
async function findCompounds(db: Queryable, stem: string): Promise<string[]> {
  if (stem.length < minPartCharacters || !/^[a-z]+$/.test(stem)) return [];
  const rows = await db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(
      sql`${searchWords.word} like ${`%${stem}%`} and ${searchWords.word} ~ ${`^${stem}|${stem}.{0,${maxEndingCharacters}}$`}`,
    )
    .orderBy(sql`length(${searchWords.word})`, searchWords.word)
    .limit(3 * maxCompounds);
  const parted = rows.flatMap(({ word }) => {
    const rest = restOf(word, stem);
    return rest === null ? [] : [{ word, rest }];
  });
  if (stem.length >= minLongPartCharacters) return parted.slice(0, maxCompounds).map(({ word }) => word);
  const known = await knownBeginnings(db, [...new Set(parted.map(({ rest }) => rest))]);
  return parted
    .filter(({ rest }) => rest.length >= minBareRestCharacters && known.has(rest))
    .slice(0, maxCompounds)
    .map(({ word }) => word);
}

/** What a word has before or after a stem; null if that is only an ending, or the stem is in its middle. */
function restOf(word: string, stem: string): string | null {
  const at = word.indexOf(stem);
  const after = word.slice(at + stem.length);
  const rest = at === 0 ? after : after.length <= maxEndingCharacters ? word.slice(0, at) : '';
  return rest.length >= minRestCharacters ? rest : null;
}

/** Those of some parts that are words of the catalogue but for their last letters. */
async function knownBeginnings(db: Queryable, parts: string[]): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const { rows } = await db.execute<{ part: string }>(sql`
    select part from unnest(${sql.param(parts)}::text[]) as parts(part)
    where exists (select 1 from ${searchWords} where ${searchWords.word} = any(array[part, part || 'e', part || 'en',
      part || 'n', part || 's', rtrim(part, 's'), rtrim(part, 'n'), left(part, -2)])
      and length(${searchWords.word}) >= ${minPartCharacters})`);
  return new Set(rows.map(({ part }) => part));
}

async function findQuery(db: Queryable, query: string): Promise<WordHits> {
  if (query === '') return { all: [], inTitle: [] };
  const { rows } = await db.execute<{ all: number[] | null; in_title: number[] | null }>(sql`
    select (select array_agg(nr) from ${searchDocuments} where ${searchDocuments.words} @@ ${query}::tsquery) as all,
      (select array_agg(nr) from ${searchDocuments} where ${searchDocuments.titleWords} @@ ${query}::tsquery) as in_title`);
  return { all: rows[0]?.all ?? [], inTitle: rows[0]?.in_title ?? [] };
}

/** Trigram similarity from which a word is offered as another spelling. Own estimate, tried with typing errors. */
const minSimilarity = 0.4;

/** Words of the catalogue that are spelled like a word, the most similar first. */
export async function findSimilarWords(db: Queryable, word: string, limit: number): Promise<string[]> {
  if (word.length > maxWordCharacters) return [];
  const rows = await db
    .select({ word: searchWords.word })
    .from(searchWords)
    // The operator uses the index with its own, lower threshold.
    .where(
      sql`${searchWords.word} % ${word} and similarity(${searchWords.word}, ${word}) >= ${minSimilarity} and ${searchWords.word} <> ${word}`,
    )
    .orderBy(sql`similarity(${searchWords.word}, ${word}) desc`, searchWords.word)
    .limit(limit);
  return rows.map(({ word }) => word);
}
