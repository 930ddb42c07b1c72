import { and, desc, eq, like, or, sql, type SQL } from 'drizzle-orm';

import { YearsSchema } from '@domain/api/search';
import type { MotorTest } from '@domain/motor-tests';
import type { SearchWord, Term } from '@domain/search/grammar';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable } from '../store/database';
import { dataSets, dois, searchFacets, uploads } from '../store/schema';
import type { PublishedRow } from '../store/schema/publication';

type FacetKind = (typeof searchFacets.$inferSelect)['kind'];

/** Maximum number of authors, titles and years in a summary. */
const summaryNames = 100;

/** Public numbers of the data sets that contain all tests and match all terms, newest first. */
export async function findNumbers(db: Queryable, terms: Term[], tests: MotorTest[]): Promise<number[]> {
  const rows = await db
    .select({ nr: dataSets.nr })
    .from(dataSets)
    .where(and(...tests.map((test) => hasFacet('exercise', [test])), ...terms.map(termCondition)))
    .orderBy(desc(dataSets.publishedAt), desc(dataSets.nr));
  return rows.map(({ nr }) => nr);
}

/** For each term, the number of data sets that match it on its own. */
export async function countByTerm(db: Queryable, terms: Term[]): Promise<number[]> {
  if (terms.length === 0) return [];
  const counts = Object.fromEntries(
    terms.map((term, index) => [
      `t${index}`,
      sql<number>`(count(*) filter (where ${termCondition(term)}))::int`.mapWith(Number),
    ]),
  );
  const [row] = await db.select(counts).from(dataSets);
  return terms.map((_, index) => row?.[`t${index}`] ?? 0);
}

/** A published data set with its DOI. */
export interface DataSetRecord {
  nr: number;
  upload: number;
  kind: UploadKind;
  row: PublishedRow;
  metadata: unknown;
  publishedAt: Date;
  doi: string | null;
  registrar: 'local' | 'datacite-test' | 'datacite' | null;
  datacite: unknown;
}

/** The data sets with the given numbers, in that order; unknown numbers are left out. */
export async function listDataSets(db: Queryable, numbers: number[]): Promise<DataSetRecord[]> {
  const records = await db
    .select({
      nr: dataSets.nr,
      upload: dataSets.upload,
      kind: uploads.kind,
      row: dataSets.row,
      metadata: dataSets.metadata,
      publishedAt: dataSets.publishedAt,
      doi: dois.doi,
      registrar: dois.registrar,
      datacite: dois.attributes,
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    // A draft at DataCite does not resolve yet.
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), eq(dois.state, 'findable')))
    .where(isAnyOf(dataSets.nr, numbers));
  const byNumber = new Map(records.map((record) => [record.nr, record]));
  return numbers.flatMap((nr) => byNumber.get(nr) ?? []);
}

/** Summary of data sets: distinct facets and years, first authors and titles. */
export async function summariseDataSets(db: Queryable, numbers: number[]) {
  const facets = await db
    .selectDistinct({
      kind: searchFacets.kind,
      value: searchFacets.value,
      start: searchFacets.start,
      end: searchFacets.end,
    })
    .from(searchFacets)
    .where(isAnyOf(searchFacets.nr, numbers));
  return {
    facets,
    years: (await distinctTexts(db, 'pubYears', numbers)).map((json) => YearsSchema.parse(JSON.parse(json))),
    authors: await distinctTexts(db, 'authors', numbers),
    titles: await distinctTexts(db, 'titles', numbers),
  };
}

/** Distinct elements of a list in the search rows; elements that are not texts as JSON. */
async function distinctTexts(
  db: Queryable,
  member: 'authors' | 'titles' | 'pubYears',
  numbers: number[],
): Promise<string[]> {
  const text = sql<string>`jsonb_array_elements_text(${dataSets.row} -> ${sql.raw(`'${member}'`)})`.as('text');
  const rows = await db
    .selectDistinct({ text })
    .from(dataSets)
    .where(isAnyOf(dataSets.nr, numbers))
    .orderBy(sql`text`)
    .limit(summaryNames);
  return rows.map((row) => row.text);
}

/** Passes all values as one parameter, because PostgreSQL allows at most 65,535. */
function isAnyOf(column: typeof dataSets.nr | typeof searchFacets.nr, numbers: number[]): SQL {
  return sql`${column} = any(${sql.param(numbers)}::int[])`;
}

function termCondition(term: Term): SQL {
  switch (term.kind) {
    case 'doi':
      return sql`exists (select 1 from ${dois} where ${dois.upload} = ${dataSets.upload} and lower(${dois.doi}) = ${term.doi})`;
    case 'year':
    case 'year-range':
      return overlaps('year', term.start, term.end);
    case 'age-range':
      return overlaps('age', term.start, term.end);
    case 'postal-code':
      // Published areas are the first two or three digits of a code.
      return hasFacet('postal-area', [term.code.slice(0, 2), term.code.slice(0, 3)]);
    case 'test':
      return or(hasFacet('exercise', [term.test]), hasWords(term.words)) ?? sql`false`;
    case 'phrase':
      return like(dataSets.text, `% ${escapeLike(term.phrase)} %`);
    case 'prefix':
    case 'word':
      return hasWords(term.words);
  }
}

function hasWords(words: SearchWord[]): SQL {
  const conditions = words.map(({ word, prefix }) => like(dataSets.text, `% ${escapeLike(word)}${prefix ? '' : ' '}%`));
  // A term with only punctuation matches nothing.
  return and(...conditions) ?? sql`false`;
}

function hasFacet(kind: FacetKind, values: string[]): SQL {
  return sql`exists (select 1 from ${searchFacets} where ${searchFacets.nr} = ${dataSets.nr} and ${searchFacets.kind} = ${kind} and ${searchFacets.value} = any(${sql.param(values)}::text[]))`;
}

function overlaps(kind: FacetKind, start: number, end: number): SQL {
  return sql`exists (select 1 from ${searchFacets} where ${searchFacets.nr} = ${dataSets.nr} and ${searchFacets.kind} = ${kind} and ${searchFacets.start} <= ${end} and coalesce(${searchFacets.end}, ${searchFacets.start}) >= ${start})`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
