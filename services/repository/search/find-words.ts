import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { foldDigraphs } from '@domain/search/fold';
import type { SearchWord } from '@domain/search/grammar';

import type { Queryable } from '../store/database';
import { searchDocuments, searchWords } from '../store/schema';
import { beforeDeadline } from './before-deadline';

/** Number of compounds with a word that are searched for. Own estimate: more are inflections of the same. */
const maxCompounds = 100;
/** Longest word that PostgreSQL looks up, in bytes (https://www.postgresql.org/docs/15/textsearch-limitations.html). */
const maxLexemeBytes = 2046;
/** A stem of so many letters is searched for in compounds. */
const minPartCharacters = 4;
/** The rest of a compound has at least so many letters, beside a stem of six letters and beside a shorter one. */
const minLongPartCharacters = 6;
const minRestCharacters = 3;
const minBareRestCharacters = 4;
/** Both parts of a compound have four letters: so short a rest must also begin another word of the catalogue. */
const minSafeCharacters = 5;
/**
 * Words that only look like compounds with a short word, such as 'Transport' with 'Sport', and superlatives with 'Test'
 * ('bekanntesten').
 */
const strangers =
  /^(?:transport|passport|schulter|schuld|alternati|alternier|beispiel|verein[ibt]|testament|testost|testimon|handel|handlung|formati|formul|beinhalt|randomi|standard|turnus)|teste[mnrs]?$/;
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

/**
 * Data sets with a word in any form, also as a part of `compounds`. Throws `OutOfTime` at the deadline, a time of the
 * clock of `performance`.
 */
export async function findWord(
  db: Queryable,
  { word, prefix }: SearchWord,
  { deadline, compounds }: { deadline: number; compounds: boolean },
): Promise<WordHits> {
  if (!canBeFound(word)) return { all: [], inTitle: [] };
  return beforeDeadline(db, deadline, async (tx) => {
    const forms = formsOf(word);
    const queries = prefix ? forms.map(beginning) : await queriesOf(tx, forms, compounds);
    return findQuery(tx, asQuery(queries.join(' | ')));
  });
}

/**
 * Data sets with words one after the other in their titles or in any text, each in any form. Throws `OutOfTime` like
 * `findWord`.
 */
export async function findInOrder(
  db: Queryable,
  words: readonly SearchWord[],
  { place, deadline }: { place: 'titles' | 'texts'; deadline: number },
): Promise<WordHits> {
  if (!words.every(({ word }) => canBeFound(word))) return { all: [], inTitle: [] };
  const exact = asQuery(
    joined(
      words.map(({ word, prefix }) => spellingsOf(word).map(prefix ? beginning : quote)),
      ' <-> ',
    ),
  );
  const text = words.map(({ word }) => word).join(' ');
  const query = words.some(({ prefix }) => prefix)
    ? exact
    : sql`(${exact} || phraseto_tsquery('repository.motothek_en', ${text})
        || phraseto_tsquery('repository.motothek_de', ${text}))`;
  return beforeDeadline(db, deadline, (tx) => findQuery(tx, query, place));
}

/** Data sets with the words of any phrase one after the other. Throws `OutOfTime` like `findWord`. */
export const findPhrases = (db: Queryable, phrases: readonly (readonly string[])[], deadline: number) =>
  findAny(db, phrases, { operator: ' <-> ', deadline });

/** Data sets with all words of any name, in any order. Throws `OutOfTime` like `findWord`. */
export const findNames = (db: Queryable, names: readonly (readonly string[])[], deadline: number) =>
  findAny(db, names, { operator: ' & ', deadline });

async function findAny(
  db: Queryable,
  texts: readonly (readonly string[])[],
  { operator, deadline }: { operator: string; deadline: number },
): Promise<WordHits> {
  const queries = texts
    .filter((words) => words.length > 0 && words.every(canBeFound))
    .map(
      (words) =>
        `(${joined(
          words.map((word) => spellingsOf(word).map(quote)),
          operator,
        )})`,
    );
  if (queries.length === 0) return { all: [], inTitle: [] };
  return beforeDeadline(db, deadline, (tx) => findQuery(tx, asQuery(queries.join(' | '))));
}

/** Each word in any of its spellings. */
function joined(words: readonly (readonly string[])[], operator: string): string {
  return words.map((spellings) => `(${spellings.join(' | ')})`).join(operator);
}

function canBeFound(word: string): boolean {
  return word !== '' && Buffer.byteLength(word) <= maxLexemeBytes;
}

function spellingsOf(word: string): string[] {
  return [...new Set([word, foldDigraphs(word)])];
}

/** Words that say only that it is a study: 'Längsschnittstudie' is asked for as 'Längsschnitt', too. */
const ofStudy = /^(.{4,})studien?$/;

/** All spellings of a word, and 'child' for 'children'. */
function formsOf(word: string): string[] {
  const numbers = [word, ...(otherNumbers.get(word) ?? []), ...(ofStudy.exec(word)?.slice(1) ?? [])];
  return [...new Set(numbers.flatMap(spellingsOf))];
}

function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

const beginning = (lexeme: string): string => `${quote(lexeme)}:*`;
const asQuery = (query: string): SQL => sql`${query}::tsquery`;

/** What the German stemmer takes for forms of a verb: 'Beweglichkeit' and 'Bewegung' are not the same. */
const derived = /^(.{3,}(?:keit|heit|ung|lich))(?:e[nmrs]?|s)?$/;

async function queriesOf(db: Queryable, forms: string[], compounds: boolean): Promise<string[]> {
  const bases = forms.flatMap((form) => derived.exec(form)?.[1] ?? []);
  const { lexemes, stems } = bases.length > 0 ? { lexemes: [], stems: bases } : await readForms(db, forms);
  const parts: string[] = [];
  // The stemmer takes the last letter of 'Krebs' for an ending.
  const whole = stems.every(({ length }) => length < minSafeCharacters) ? forms : [];
  // Nor does it know 'Kitas' as the plural of 'Kita'.
  const singular = forms.flatMap((form) => /^(.{3,}[^s])s$/.exec(form)?.[1] ?? []);
  if (compounds)
    for (const stem of new Set([...stems, ...whole, ...singular])) parts.push(...(await findCompounds(db, stem)));
  return [...new Set([...bases.map(beginning), ...[...lexemes, ...parts].map(quote)])];
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
 * 'Grundschule', 'Handkraft' for 'Kraft'.
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
    const rest = strangers.test(word) && !strangers.test(stem) ? null : restOf(word, stem);
    return rest === null ? [] : [{ word, rest }];
  });
  const doubtful = stem.length < minSafeCharacters ? parted.filter(({ rest }) => rest.length < minSafeCharacters) : [];
  const unknown = await unknownParts(db, stem, [...new Set(doubtful.map(({ rest }) => rest))]);
  return parted
    .filter(({ rest }) => !unknown.has(rest))
    .slice(0, maxCompounds)
    .map(({ word }) => word);
}

/** What a word has before or after a stem; null if that is only an ending, or the stem is in its middle. */
function restOf(word: string, stem: string): string | null {
  const at = word.indexOf(stem);
  const after = word.slice(at + stem.length);
  const rest = at === 0 ? after : after.length <= maxEndingCharacters ? word.slice(0, at) : '';
  const least = stem.length < minLongPartCharacters ? minBareRestCharacters : minRestCharacters;
  return rest.length >= least ? rest : null;
}

/** Those of some parts that no word of the catalogue begins with, except together with the stem. */
async function unknownParts(db: Queryable, stem: string, parts: string[]): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const { rows } = await db.execute<{ part: string }>(sql`
    select part from unnest(${sql.param(parts)}::text[]) as parts(part)
    where not exists (select 1 from ${searchWords}
      where ${searchWords.word} like part || '%' and ${searchWords.word} not like ${`%${stem}%`})`);
  return new Set(rows.map(({ part }) => part));
}

async function findQuery(db: Queryable, query: SQL, place: 'titles' | 'texts' = 'texts'): Promise<WordHits> {
  // As bytes: PostgreSQL's arrays are texts, and reading 50,000 numbers of them takes ten times as long.
  const numbersWith = (column: AnyPgColumn) =>
    sql`(select string_agg(int4send(nr), '') from ${searchDocuments} where ${column} @@ ${query})`;
  const { titleWords, words } = searchDocuments;
  const all = place === 'texts' ? sql`${numbersWith(words)} as all, ` : sql``;
  const { rows } = await db.execute<{ all?: Buffer | null; in_title: Buffer | null }>(
    sql`select ${all}${numbersWith(titleWords)} as in_title`,
  );
  const inTitle = readNumbers(rows[0]?.in_title);
  return { all: place === 'texts' ? readNumbers(rows[0]?.all) : inTitle, inTitle };
}

function readNumbers(bytes: Buffer | null | undefined): number[] {
  return bytes ? Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(4 * index)) : [];
}
