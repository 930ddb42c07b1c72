import { maxDownloadItems } from '@domain/limits';
import { isMotorTest, type MotorTest } from '@domain/motor-tests';
import { facetNames, type Filters, listFilters, readFilters, type SortOrder, sortOrders } from '@domain/search/filters';

import { paths } from '~/paths';

/** Rows of a published table that a preview shows at once. */
export const previewRows = 25;

/** The one open preview: data set, position of its table, first row shown. */
export interface OpenPreview {
  nr: number;
  table: number;
  offset: number;
}

/** What is ticked. */
export interface Ticks {
  /**
   * The search for which 'Select all' was pressed, as the query of its address; null if it was not. Its first hits are
   * ticked, in its order, as many as a download may have, also while another search is shown. It names the search, so
   * nobody sends hundreds of numbers.
   */
  all: string | null;
  /** Ticked data sets; with `all`, those in addition. */
  ticked: number[];
  /** With `all`: data sets whose ticks were removed afterwards. */
  off: number[];
}

export const noTicks: Ticks = { all: null, ticked: [], off: [] };

/** Content of the address of the home screen. */
export interface SearchAddress {
  /** Whether a search runs, which may be an empty one if it was submitted. */
  isSearch: boolean;
  tests: MotorTest[];
  text: string;
  filters: Filters;
  /** Null for the usual order. */
  sort: SortOrder | null;
  page: number;
  ticks: Ticks;
  open: OpenPreview | null;
  /** Text in the search form that was not submitted; null if there is none. */
  typed: TypedSearch | null;
}

export interface TypedSearch {
  tests: MotorTest[];
  text: string;
}

/** Fields that only buttons and hidden fields of the results form send. An address that stays has none of them. */
const formFields = ['go', 'apply', 'toggle', 'choose', 'seen', 'at', 'opened', 'back'];

/** Whether a form sent this address, which is to be replaced by one without the fields of the form. */
export function isSentByForm(query: URLSearchParams): boolean {
  return formFields.some((name) => query.has(name));
}

const wholeNumber = (text: string | undefined | null, least: number): number | null => {
  if (!/^\d{1,9}$/.test(text ?? '')) return null;
  return Math.max(Number(text), least);
};

const wholeNumbers = (texts: readonly string[]): number[] => [
  ...new Set(texts.flatMap((text) => wholeNumber(text, 0) ?? [])),
];

/**
 * Parses the address. Values that are not valid are ignored. `segment` = path segment with the text of a search (spec
 * section 2).
 *
 * The results form sends what is shown and ticked, and one of its buttons: `go` (another search, as an address without
 * ticks), `apply` (facets and order), `toggle` (a motor test), `open` and `choose` (all or none). The present page and
 * preview are in `at` and `opened`. `back` comes from the search form.
 */
export function readSearchAddress(query: URLSearchParams, segment?: string): SearchAddress {
  if (query.has('back')) return backFrom(query);
  const go = query.get('go');
  const shown = go === null ? query : new URLSearchParams(go);
  const toggle = shown.get('toggle');
  const isChanged = shown.has('apply') || toggle !== null;
  const text = (shown.get('q') ?? segment ?? '').replaceAll('\0', '');
  const address = {
    isSearch: segment !== undefined || ['q', 'e', ...facetNames].some((name) => shown.has(name)),
    tests: toggled([...new Set(shown.getAll('e'))].filter(isMotorTest), toggle),
    // Text fields cannot produce NUL, and pages must not contain it.
    text,
    filters: readFilters(shown),
    sort: readSort(shown.get('sort'), text),
    page: isChanged ? 1 : (wholeNumber(shown.get('page') ?? shown.get('at'), 1) ?? 1),
    ticks: noTicks,
    open: readOpen(shown.get('open') ?? shown.get('opened') ?? ''),
    typed: readTyped(query.get('typed')),
  };
  return { ...address, ticks: readTicks(query, address) };
}

/** No search, but what is in the search form: the button 'Back' clears results, ticks and preview (spec section 2). */
function backFrom(query: URLSearchParams): SearchAddress {
  const { tests, text } = readSearchAddress(new URLSearchParams([...query].filter(([name]) => name !== 'back')));
  const typed = tests.length > 0 || text !== '' ? { tests, text } : null;
  return { ...readSearchAddress(new URLSearchParams()), typed };
}

/**
 * The order of an address; null for the usual one: by relevance, and by date if there are no words. A list of orders
 * sends the usual one too, which must not stay when words are added.
 */
function readSort(sort: string | null, text: string): SortOrder | null {
  const known = sortOrders.find((order) => order === sort);
  const usual: SortOrder = text.trim() === '' ? 'newest' : 'relevance';
  return known === undefined || known === 'relevance' || known === usual ? null : known;
}

/**
 * After 'Select all', a form sends in `seen` the data sets of its page that belong to 'all'. Those that come without a
 * tick were taken off, so that this works without script, too.
 */
function readTicks(query: URLSearchParams, shown: SearchAddress): Ticks {
  const choose = query.get('choose');
  if (choose === 'all') return { ...noTicks, all: nameOf(shown) };
  if (choose === 'none') return noTicks;
  const ticked = wholeNumbers(query.getAll('nr'));
  const all = readAll(query.get('select'), shown);
  if (all === null) return { ...noTicks, ticked: ticked.slice(0, maxDownloadItems) };
  const seen = wholeNumbers((query.get('seen') ?? '').split('.'));
  const off = [...new Set([...wholeNumbers(query.getAll('off')), ...seen])].filter((nr) => !ticked.includes(nr));
  return {
    all,
    ticked: ticked.filter((nr) => !seen.includes(nr)).slice(0, maxDownloadItems),
    off: off.slice(0, maxDownloadItems),
  };
}

/** Value of `select` for the search that is shown. */
const shownSearch = 'all';

/** The search of which all is ticked; null for none. */
function readAll(select: string | null, shown: SearchAddress): string | null {
  if (select === null) return null;
  if (select === shownSearch) return nameOf(shown);
  // A name has no ticks of its own: it would never end.
  const query = new URLSearchParams(select);
  query.delete('select');
  const named = readSearchAddress(query);
  return named.isSearch ? nameOf(named) : null;
}

/** A search as the query of its address, whatever its page and preview. */
export function nameOf(address: SearchAddress): string {
  return writeSearchAddress({ ...address, isSearch: true, page: 1, open: null, ticks: noTicks, typed: null });
}

/** Address of the page with another search. */
function readTyped(typed: string | null): TypedSearch | null {
  if (typed === null) return null;
  const { tests, text } = readSearchAddress(new URLSearchParams(typed));
  return { tests, text };
}

/** Buttons below the results add or remove one test. */
function toggled(tests: MotorTest[], toggle: string | null): MotorTest[] {
  if (toggle === null || !isMotorTest(toggle)) return tests;
  return tests.includes(toggle) ? tests.filter((test) => test !== toggle) : [...tests, toggle];
}

/** '12.0.50' = data set 12, first table, from its 51st row; table and row may be left out. */
function readOpen(text: string): OpenPreview | null {
  const [first, table, offset] = text.split('.');
  const nr = wholeNumber(first, 0);
  if (nr === null || nr === 0) return null;
  return { nr, table: wholeNumber(table, 0) ?? 0, offset: wholeNumber(offset, 0) ?? 0 };
}

/** Value of a button that opens a preview. */
export function writeOpen({ nr, table, offset }: OpenPreview): string {
  return `${nr}.${table}.${offset}`;
}

/** The query of an address, in a fixed order and without what is usual: `readSearchAddress` reads it. */
export function writeSearchAddress(address: SearchAddress): string {
  const { tests, text, filters, sort, page, ticks, open, typed } = address;
  if (!address.isSearch) return typed ? String(new URLSearchParams({ typed: writeTyped(typed) })) : '';
  const query = new URLSearchParams([['q', text], ...tests.map((test) => ['e', test]), ...listFilters(filters)]);
  if (sort !== null) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (open) query.set('open', writeOpen(open));
  if (typed) query.set('typed', writeTyped(typed));
  const isShown = ticks.all !== null && ticks.all === nameOf(address);
  return String(query) + writeTicks(isShown ? { ...ticks, all: shownSearch } : ticks);
}

function writeTyped({ tests, text }: TypedSearch): string {
  return String(new URLSearchParams([['q', text], ...tests.map((test) => ['e', test])]));
}

/** The ticks as the end of a query: '&nr=3&nr=7'. */
export function writeTicks({ all, ticked, off }: Ticks): string {
  const chosen = ticked.map((nr) => `&nr=${nr}`).join('');
  if (all === null) return chosen;
  return `&select=${encodeURIComponent(all)}${chosen}${off.map((nr) => `&off=${nr}`).join('')}`;
}

/** The page with this search. */
export function searchPage(address: SearchAddress): string {
  const query = writeSearchAddress(address);
  return query === '' ? paths.home() : `${paths.home()}?${query}`;
}

/** Address of the results page from which a form was posted, including ticks, facets, order and preview. */
export function resultsAddress(entries: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams(entries.map(([name, value]) => [name, value]));
  return searchPage(readSearchAddress(query));
}

/** Session of a download form whose address lacks a slash ('file-download' + id); null for a search. */
export function downloadFormSession(segment: string | undefined): string | null {
  const session = /^file-download:?(.*)$/is.exec(segment ?? '')?.[1];
  return session ?? null;
}
