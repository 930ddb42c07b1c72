import { sql } from 'drizzle-orm';

import { foldDigraphs } from '@domain/search/fold';
import type { SearchWord } from '@domain/search/grammar';

import type { Queryable } from '../store/database';
import { searchWords } from '../store/schema';
import { beforeDeadline } from './before-deadline';
import type { FrequentWords } from './frequent-words';
import {
  asQuery,
  findQueries,
  findWords,
  joined,
  noHits,
  quote,
  textQuery,
  type WordHits,
  type Words,
} from './word-hits';

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

/** How words are looked up: until a time of the clock of `performance`, and what is known of frequent ones. */
export interface Lookup {
  deadline: number;
  frequent: FrequentWords | null;
}

/** Data sets with a word in any form, also as a part of `compounds`. Throws `OutOfTime` at the deadline. */
export async function findWord(
  db: Queryable,
  { word, prefix }: SearchWord,
  { deadline, frequent, compounds }: Lookup & { compounds: boolean },
): Promise<WordHits> {
  if (!canBeFound(word)) return noHits();
  return beforeDeadline(db, deadline, async (tx) => {
    const forms = formsOf(word);
    if (prefix)
      return findQueries(
        tx,
        forms.map((form) => asQuery(beginning(form))),
      );
    return findWords(tx, await readLexemes(tx, forms, compounds), frequent);
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
  if (!words.every(({ word }) => canBeFound(word))) return noHits();
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
  return beforeDeadline(db, deadline, (tx) => findQueries(tx, [query], place));
}

/** Data sets with the words of any phrase one after the other. Throws `OutOfTime` like `findWord`. */
export async function findPhrases(
  db: Queryable,
  phrases: readonly (readonly string[])[],
  { deadline }: Pick<Lookup, 'deadline'>,
): Promise<WordHits> {
  const queries = spelled(phrases).map((words) => asQuery(textQuery(words, ' <-> ')));
  if (queries.length === 0) return noHits();
  return beforeDeadline(db, deadline, (tx) => findQueries(tx, queries));
}

/** Data sets with all words of any name, in any order. Throws `OutOfTime` like `findWord`. */
export async function findNames(
  db: Queryable,
  names: readonly (readonly string[])[],
  { deadline, frequent }: Lookup,
): Promise<WordHits> {
  const anyOf = spelled(names);
  if (anyOf.length === 0) return noHits();
  return beforeDeadline(db, deadline, (tx) => findWords(tx, { anyOf, beginnings: [] }, frequent));
}

/** Texts of which all words can be found, with the spellings of each word. */
function spelled(texts: readonly (readonly string[])[]): Words[] {
  return texts.filter((words) => words.length > 0 && words.every(canBeFound)).map((words) => words.map(spellingsOf));
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

const beginning = (lexeme: string): string => `${quote(lexeme)}:*`;

/** What the German stemmer takes for forms of a verb: 'Beweglichkeit' and 'Bewegung' are not the same. */
const derived = /^(.{3,}(?:keit|heit|ung|lich))(?:e[nmrs]?|s)?$/;

/** What the forms of a word are in the index. */
async function readLexemes(
  db: Queryable,
  forms: string[],
  compounds: boolean,
): Promise<{ anyOf: Words[]; beginnings: string[] }> {
  const bases = forms.flatMap((form) => derived.exec(form)?.[1] ?? []);
  const { lexemes, stems } = bases.length > 0 ? { lexemes: [], stems: bases } : await readForms(db, forms);
  const parts: string[] = [];
  // The stemmer takes the last letter of 'Krebs' for an ending.
  const whole = stems.every(({ length }) => length < minSafeCharacters) ? forms : [];
  // Nor does it know 'Kitas' as the plural of 'Kita'.
  const singular = forms.flatMap((form) => /^(.{3,}[^s])s$/.exec(form)?.[1] ?? []);
  if (compounds)
    for (const stem of new Set([...stems, ...whole, ...singular])) parts.push(...(await findCompounds(db, stem)));
  const others = [...lexemes, ...parts].filter((lexeme) => !bases.some((base) => lexeme.startsWith(base)));
  return { anyOf: [[[...new Set(others)]]], beginnings: [...new Set(bases.map(beginning))] };
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
