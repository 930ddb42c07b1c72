import type { SearchAnswer, SearchNumbers, SearchSummary, SiteStatistics, UnderstoodTerm } from '@domain/api/search';
import type { Language } from '@domain/language';
import { resultsPerPage } from '@domain/limits';
import { Refusal } from '@domain/error-codes';
import { motorTests } from '@domain/motor-tests';
import type { SortOrder } from '@domain/search/filters';
import { parseQuery, type Term } from '@domain/search/grammar';
import type { SearchQuery } from '@domain/search/search-query';
import { formatYears, mergeRanges } from '@domain/search/ranges';
import { type ShownStatus, shownStatus, shownStatuses, type UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { readFigures } from '../../figures/kept-figures';
import { type Bitmap } from '../../search/bitmap';
import type { Catalogue } from '../../search/catalogue';
import { countPublished } from '../../search/count-published';
import { OutOfTime } from '../../search/before-deadline';
import { findSimilarWords } from '../../search/find-similar-words';
import { openCatalogue } from '../../search/open-catalogue';
import { readSearchRevision } from '../../search/search-documents';
import { searchNames } from '../../search/search-names';
import { searchRowFields, toSearchRow } from '../../search/search-row';
import {
  countFacets,
  countAlive,
  countWithoutEach,
  deadlineIn,
  type Hits,
  listHits,
  type Question,
  selectHits,
} from '../../search/select-hits';
import { listAuthorsAndTitles, listDataSets } from '../../store/data-set-records';
import type { Queryable } from '../../store/database';

/** A search as in an address. */
export interface SearchInput extends SearchQuery {
  /** Null for the usual order: by relevance if the text has words, otherwise newest first. */
  sort: SortOrder | null;
  language: Language;
}

/** Number of the first hits whose authors and titles are in the summary, and most of these. */
const summaryHits = 100;
/** Words offered for one that finds nothing. */
const similarWords = 3;

/**
 * Finds published data sets that contain all `tests`, match all terms of `text` and have a chosen value of each facet
 * in `filters`. Open to everybody. A page beyond the last one returns the last one.
 */
export async function searchDataSets(
  repository: RepositoryContext,
  input: SearchInput & { page: number },
): Promise<SearchAnswer> {
  const { db } = repository;
  const { catalogue, query, question, hits, sort, deadline } = await search(repository, input);
  const total = hits.all.count;
  const pages = Math.max(1, Math.ceil(total / resultsPerPage));
  const page = Math.min(input.page, pages);
  const listed = (offset: number, limit: number) =>
    listHits(catalogue, hits, { sort, language: input.language, offset, limit });
  const shown = listed((page - 1) * resultsPerPage, resultsPerPage);
  const summarised = listed(0, summaryHits);
  const [records, first, terms] = await Promise.all([
    listDataSets(db, shown, searchRowFields),
    listAuthorsAndTitles(db, summarised),
    describeTerms(db, { catalogue, question, hits, input, deadline }),
  ]);
  const summary: SearchSummary = {
    count: total,
    page,
    pages,
    ...summarise(catalogue, hits.all, first),
    sort,
    terms,
    ignored: { ...query.ignored, late: query.terms.length - hits.found.length },
    facets: countFacets(catalogue, question, hits, input.language),
    withoutDead: withoutDead({ catalogue, question, hits, input, deadline }),
    countWithoutFacets: hits.unfiltered.count,
  };
  return [summary, ...records.map((record) => toSearchRow(record, repository))];
}

/**
 * The public numbers of the first hits of a search, in its order. Open to everybody. Refuses with 'unavailable' if some
 * terms could not be looked up in time: without them it would be another search.
 */
export async function listNumbers(
  repository: RepositoryContext,
  input: SearchInput & { limit: number },
): Promise<SearchNumbers> {
  const { catalogue, query, hits, sort } = await search(repository, input);
  if (hits.found.length < query.terms.length) throw new Refusal('unavailable');
  const { language, limit } = input;
  return { numbers: listHits(catalogue, hits, { sort, language, offset: 0, limit }), count: hits.all.count };
}

async function search({ db }: RepositoryContext, input: SearchInput) {
  const catalogue = await openCatalogue(db);
  const query = parseQuery(input.text, searchNames);
  const question: Question = { terms: query.terms, tests: input.tests, filters: input.filters };
  const deadline = deadlineIn(catalogue);
  const hits = await selectHits(db, catalogue, question, deadline);
  const sort: SortOrder = input.sort ?? (query.terms.length > 0 ? 'relevance' : 'newest');
  return { catalogue, query, question, hits, sort, deadline };
}

interface Answered {
  catalogue: Catalogue;
  question: Question;
  hits: Hits;
  input: SearchInput;
  /** When similar words must be found. */
  deadline: number;
}

async function describeTerms(db: Queryable, answered: Answered): Promise<UnderstoodTerm[]> {
  const { catalogue, question, hits, input } = answered;
  const without = countWithoutEach(catalogue, question, hits);
  const found = hits.all.count > 0;
  return Promise.all(
    hits.found.map(async (term, index) => {
      const count = hits.terms[index]?.all.count ?? 0;
      return {
        text: term.text,
        kind: term.kind,
        meaning: 'name' in term ? term.name.meaning[input.language] : '',
        count,
        countWithout: without[index] ?? 0,
        without: term.without(),
        similar: found || count > 0 ? [] : await findSimilar(db, answered, term),
      };
    }),
  );
}

/** The search without its terms that find nothing, if there are several of them; one alone has a link of its own. */
function withoutDead({ catalogue, question, hits, input }: Answered): SearchSummary['withoutDead'] {
  const isDead = hits.terms.map(({ all }) => all.count === 0);
  const dead = new Set(hits.found.filter((_, index) => isDead[index]).map(({ text }) => text));
  if (isDead.filter(Boolean).length < 2) return null;
  let query = input.text;
  for (const text of dead)
    query =
      parseQuery(query, searchNames)
        .terms.find((one) => one.text === text)
        ?.without() ?? query;
  const count = countAlive(catalogue, question, hits);
  return count > 0 && query !== '' ? { query, count } : null;
}

/**
 * Words like one that finds nothing, each with the whole search that has it instead, and its hits. Words that find
 * nothing together with the rest are left out, and so is everything that takes too long.
 */
async function findSimilar(
  db: Queryable,
  { catalogue, question, deadline }: Answered,
  term: Term,
): Promise<UnderstoodTerm['similar']> {
  if (term.kind !== 'word') return [];
  const limits = { limit: similarWords, deadline };
  const words = await findSimilarWords(db, term.word.word, limits).catch((error: unknown) => {
    if (error instanceof OutOfTime) return [];
    throw error;
  });
  const offered: UnderstoodTerm['similar'] = [];
  for (const word of words) {
    const query = term.replacedBy(word);
    const { terms } = parseQuery(query, searchNames);
    const { all, found } = await selectHits(db, catalogue, { ...question, terms }, deadline);
    if (found.length === terms.length && all.count > 0) offered.push({ text: word, query, count: all.count });
  }
  return offered.sort((a, b) => b.count - a.count);
}

type HeldTogether = Pick<SearchSummary, 'pubYears' | 'exercises' | 'types' | 'genders' | 'ages' | 'authors' | 'titles'>;

/** What the hits contain together. Authors and titles are those of the first hits. */
function summarise(
  catalogue: Catalogue,
  hits: Bitmap,
  first: Pick<HeldTogether, 'authors' | 'titles'>[],
): HeldTogether {
  const valuesOf = (facet: string) =>
    [...catalogue.valuesOf(facet)].flatMap(([value, having]) => (having.meets(hits) ? [value] : []));
  const years = valuesOf('years').map(Number);
  const tests = valuesOf('test');
  return {
    pubYears: formatYears(years.map((year) => ({ start: year, end: year }))),
    exercises: motorTests.filter((test) => tests.includes(test)),
    types: valuesOf('type').sort(),
    genders: valuesOf('sex').sort(),
    ages: mergeRanges(catalogue.agesOf(hits)),
    authors: distinct(first.flatMap(({ authors }) => authors)),
    titles: distinct(first.flatMap(({ titles }) => titles)),
  };
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].sort((a, b) => a.localeCompare(b)).slice(0, summaryHits);
}

/**
 * Statistics of the footer: published raw and aggregated data sets, their DOIs, values and contributors, and the
 * uploads by status. 'Processed' is the number of all uploads (spec section 4). Open to everybody.
 */
export async function getStatistics(repository: RepositoryContext): Promise<SiteStatistics> {
  const { db } = repository;
  const published = await countPublished(db, await readSearchRevision(db));
  const byStatus = byShownStatus((await readFigures(repository, 'uploads')).value);
  return {
    r: published.raw,
    a: published.aggregated,
    // A DOI counts as soon as it is registered, which may be after the data set is published.
    d: published.registered,
    n: published.values,
    u: published.contributors,
    submitted: byStatus.Submitted,
    pending: byStatus.Pending,
    accepted: byStatus.Accepted,
    rejected: byStatus.Rejected,
    processed: Object.values(byStatus).reduce((total, number) => total + number, 0),
  };
}

function byShownStatus(rows: readonly { status: UploadStatus; number: number }[]): Record<ShownStatus, number> {
  const countOf = (shown: ShownStatus) =>
    rows.reduce((sum, { status, number }) => (shownStatus(status) === shown ? sum + number : sum), 0);
  return Object.fromEntries(shownStatuses.map((status) => [status, countOf(status)])) as Record<ShownStatus, number>;
}
