import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { Queryable } from '../store/database';
import { searchDocuments } from '../store/schema';
import { Bitmap } from './bitmap';

/** Public numbers of the data sets that hold something anywhere, and of those that hold it in a title. */
export interface WordHits {
  all: Bitmap;
  inTitle: Bitmap;
}

/** Words that must all be in a text, in any order; each in any of its forms, as the index has them. */
export type Words = readonly (readonly string[])[];

/** What is known without the database. */
export interface KnownWords {
  /** The data sets that have all words; null if that is not known of one of their forms. */
  having(words: Words): WordHits | null;
}

export const noHits = (): WordHits => ({ all: new Bitmap(0), inTitle: new Bitmap(0) });

/**
 * The data sets with any of some texts, or of some beginnings of words as parts of a text query. What is known of
 * frequent words is not asked of the database.
 */
export async function findWords(
  db: Queryable,
  { anyOf, beginnings }: { anyOf: readonly Words[]; beginnings: readonly string[] },
  frequent: KnownWords | null,
): Promise<WordHits> {
  // Each form on its own: only the rare ones are left to the database.
  const single = anyOf.flatMap((words) => (words.length === 1 ? words[0]!.map((form) => [[form]]) : [words]));
  const known: WordHits[] = [];
  const unknown = [...beginnings];
  for (const words of single) {
    const hits = frequent?.having(words);
    if (hits) known.push(hits);
    else unknown.push(textQuery(words, ' & '));
  }
  if (unknown.length > 0) known.push(await findQueries(db, inGroups(unknown)));
  if (known.length === 1) return known[0]!;
  const anyIn = (sets: Bitmap[]) => Bitmap.or(Math.max(0, ...sets.map(({ size }) => size)), sets);
  return { all: anyIn(known.map(({ all }) => all)), inTitle: anyIn(known.map(({ inTitle }) => inTitle)) };
}

/**
 * Parts of a text query that PostgreSQL looks up together. It would look at all of a hundred for every data set that it
 * finds; planning a hundred takes as long. Measured: groups of four take a quarter of the time of both.
 */
const groupSize = 4;

function inGroups(parts: readonly string[]): SQL[] {
  const groups = Math.ceil(parts.length / groupSize);
  return Array.from({ length: groups }, (_, group) =>
    asQuery(parts.slice(group * groupSize, (group + 1) * groupSize).join(' | ')),
  );
}

/** The data sets that any of some text queries of PostgreSQL finds. */
export async function findQueries(
  db: Queryable,
  queries: readonly SQL[],
  place: 'titles' | 'texts' = 'texts',
): Promise<WordHits> {
  // As bytes: PostgreSQL's arrays are texts, and reading 50,000 numbers of them takes ten times as long.
  const numbersWith = (column: AnyPgColumn) => {
    const conditions = queries.map((query) => sql`${column} @@ ${query}`);
    return sql`(select string_agg(int4send(nr), '') from ${searchDocuments} where ${sql.join(conditions, sql` or `)})`;
  };
  const { titleWords, words } = searchDocuments;
  const all = place === 'texts' ? sql`${numbersWith(words)} as all, ` : sql``;
  const { rows } = await db.execute<{ all?: Buffer | null; in_title: Buffer | null }>(
    sql`select ${all}${numbersWith(titleWords)} as in_title`,
  );
  const inTitle = readNumbers(rows[0]?.in_title);
  return { all: place === 'texts' ? readNumbers(rows[0]?.all) : inTitle, inTitle };
}

function readNumbers(bytes: Buffer | null | undefined): Bitmap {
  const numbers = bytes ? Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(4 * index)) : [];
  const set = new Bitmap(numbers.reduce((size, number) => Math.max(size, number + 1), 0));
  for (const number of numbers) set.add(number);
  return set;
}

/** Each word in any of its forms, which are written as parts of a text query. */
export function joined(words: Words, operator: ' & ' | ' <-> '): string {
  return words.map((forms) => `(${forms.join(' | ')})`).join(operator);
}

/** Words in any of their forms, as a part of a text query: all of them, or one after the other. */
export function textQuery(words: Words, operator: ' & ' | ' <-> '): string {
  const quoted = words.map((forms) => forms.map(quote));
  return `(${joined(quoted, operator)})`;
}

export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

export const asQuery = (query: string): SQL => sql`${query}::tsquery`;
