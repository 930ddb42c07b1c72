import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { resultsPerPage } from '@domain/limits';
import { parseQuery, type Term } from '@domain/search/grammar';
import { findTerm } from '../../../services/repository/search/find-terms';
import { openCatalogue } from '../../../services/repository/search/open-catalogue';
import { searchNames } from '../../../services/repository/search/search-names';
import type { Database } from '../../../services/repository/store/database';
import type { SearchInput } from '../../../services/repository/usecases/search/search-data-sets';
import type { WordQueries } from './word-queries';

/** Makes what a plain design by SQL alone would have: indexes for facets and orders. */
export async function indexForBareSearch(pool: pg.Pool): Promise<void> {
  await pool.query('create index bare_facets on repository.search_documents using gin (facets)');
  for (const column of ['published_at', 'title_de', 'persons desc nulls last']) {
    await pool.query(`create index on repository.search_documents (${column})`);
  }
  await pool.query('vacuum analyze repository.search_documents');
}

/** The statements of a search in SQL alone. */
export interface BareSearch {
  /** All of them select the rows of a page and the number of all hits. The quickest is the baseline. */
  statements: string[];
  values: unknown[];
}

/**
 * The baseline 'bare SQL': the rows of one page, with metadata, and the number of all hits by one statement. It has the
 * same conditions, with the same words looked up beforehand. Facets are not counted, names not recognised, nothing is told
 * of the terms, and what is most relevant comes no earlier: the newest are first where no order is chosen.
 */
export async function makeBareSearch(
  db: Database,
  queries: WordQueries,
  { input, offset }: { input: SearchInput; offset: number },
): Promise<BareSearch> {
  const catalogue = await openCatalogue(db);
  const values: unknown[] = [];
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`;
  const facets = (texts: string[]) => `facets && ${value(texts, 'text[]')}`;
  const { terms } = parseQuery(input.text, searchNames);
  const conditions = [
    ...input.tests.map((test) => facets([`test:${test}`])),
    ...Object.entries(input.filters).map(([name, chosen]) => facets(chosen.map((one) => `${name}:${one}`))),
  ];
  const parts: string[] = [];
  const inParts = [...conditions];
  for (const term of terms) {
    // Not looked up before, so that its words are heard.
    const asked = { ...term, again: randomUUID() };
    const words = await queries.during(() => findTerm(db, catalogue, { term: asked, deadline: Infinity }));
    const fact = factOf(term, value, facets);
    const query = fact ? '' : words.map((word) => value(word, 'tsquery')).join(' || ');
    const condition = fact ?? (query === '' ? 'false' : `words @@ (${query})`);
    conditions.push(condition);
    if (query === '') inParts.push(condition);
    else inParts.push(`nr in (select nr from part_${parts.push(partOf(condition, parts.length))})`);
  }
  const page = `order by ${orderOf(input)} limit ${resultsPerPage} offset ${offset}`;
  return { statements: statementsOf({ plain: whereOf(conditions), inParts: whereOf(inParts), parts, page }), values };
}

const partOf = (condition: string, index: number): string =>
  `part_${index + 1} as materialized (select nr from repository.search_documents where ${condition})`;

function whereOf(conditions: string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.map((one) => `(${one})`).join(' and ')}`;
}

/** The facts that a term asks for; null if it asks for words alone. The words of a name are left out. */
function factOf(
  term: Term,
  value: (given: unknown, type: string) => string,
  facets: (texts: string[]) => string,
): string | null {
  switch (term.kind) {
    case 'year':
    case 'year-range':
      return facets(Array.from({ length: term.end - term.start + 1 }, (_, index) => `years:${term.start + index}`));
    case 'age-range':
      return `age_start <= ${value(term.end, 'int')} and age_end >= ${value(term.start, 'int')}`;
    default: {
      const facet = { country: 'region', 'age-group': 'age' }[term.kind as string] ?? term.kind;
      const values = 'name' in term ? term.name.values : [];
      return values.length > 0 ? facets(values.map((one) => `${facet}:${one}`)) : null;
    }
  }
}

function orderOf({ sort }: SearchInput): string {
  const newest = 'published_at desc, nr desc';
  if (sort === 'title') return `title_de, ${newest}`;
  return sort === 'persons' ? `persons desc nulls last, ${newest}` : newest;
}

interface Parts {
  plain: string;
  inParts: string;
  parts: string[];
  page: string;
}

/** All hits at once; the page by an index of its order, and the number apart; and the hits of each word by its index. */
function statementsOf({ plain, inParts, parts, page }: Parts): string[] {
  const rows = 'data_sets.row, data_sets.metadata';
  const join = 'join repository.data_sets using (nr)';
  const atOnce = (where: string) =>
    `hits as materialized (select nr, published_at, title_de, persons from repository.search_documents ${where}),
       page as (select nr from hits ${page})
     select (select count(*) from hits)::int as count, ${rows} from page ${join}`;
  return [
    `with ${atOnce(plain)}`,
    `with page as (select nr from repository.search_documents ${plain} ${page})
     select (select count(*) from repository.search_documents ${plain})::int as count, ${rows} from page ${join}`,
    ...(parts.length > 0 ? [`with ${[...parts, atOnce(inParts)].join(', ')}`] : []),
  ];
}

/**
 * Runs a bare search through a pool. Returns the milliseconds of its quickest statement, and the number of hits. Like the
 * search, it does not let PostgreSQL unpack the words of every document for a frequent word.
 */
export async function runBareSearch(pool: pg.Pool, { statements, values }: BareSearch): Promise<[number, number]> {
  const client = await pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const runs: [number, number][] = [];
    for (const statement of statements) {
      const start = performance.now();
      const { rows } = await client.query<{ count: number }>(statement, values);
      runs.push([performance.now() - start, rows[0]?.count ?? 0]);
    }
    return runs.sort(([a], [b]) => a - b)[0]!;
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}
