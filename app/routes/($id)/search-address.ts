import { isMotorTest, type MotorTest } from '@domain/motor-tests';

/** Rows of a published table that a preview shows at once. */
export const previewRows = 25;

/** The one open preview: data set, position of its table, first row shown. */
export interface OpenPreview {
  nr: number;
  table: number;
  offset: number;
}

/** Content of the address of the home screen. */
export interface SearchAddress {
  /** Whether a search runs, which may be an empty one if it was submitted. */
  isSearch: boolean;
  tests: MotorTest[];
  text: string;
  page: number;
  /** Ticked data sets. */
  ticked: number[];
  /** 'Select all' and its opposite, which override the ticks. */
  select: 'all' | 'none' | null;
  open: OpenPreview | null;
  /** Text in the search form that was not submitted; null if there is none. */
  typed: TypedSearch | null;
}

export interface TypedSearch {
  tests: MotorTest[];
  text: string;
}

const wholeNumber = (text: string | undefined | null, least: number): number | null => {
  if (!/^\d{1,9}$/.test(text ?? '')) return null;
  return Math.max(Number(text), least);
};

/**
 * Parses the address. Values that are not valid are ignored. `segment` = path segment with the text of a search (spec
 * section 2). Buttons of the results form send `page` and `open`; the form itself keeps the present ones as `at` and
 * `opened`.
 */
export function readSearchAddress(query: URLSearchParams, segment?: string): SearchAddress {
  const select = query.get('select');
  const toggle = query.get('toggle');
  return {
    isSearch: segment !== undefined || query.has('q') || query.has('e'),
    tests: toggled([...new Set(query.getAll('e'))].filter(isMotorTest), toggle),
    // Text fields cannot produce NUL, and pages must not contain it.
    text: (query.get('q') ?? segment ?? '').replaceAll('\0', ''),
    page: toggle === null ? (wholeNumber(query.get('page') ?? query.get('at'), 1) ?? 1) : 1,
    ticked: [...new Set(query.getAll('nr'))].flatMap((text) => wholeNumber(text, 0) ?? []),
    select: select === 'all' || select === 'none' ? select : null,
    typed: readTyped(query.get('typed')),
    open: readOpen(query.get('open') ?? query.get('opened') ?? ''),
  };
}

/** Address of the page with another search. */
function readTyped(typed: string | null): TypedSearch | null {
  if (typed === null) return null;
  const { tests, text } = readSearchAddress(new URLSearchParams(typed));
  return { tests, text };
}

/** Buttons above the results add or remove one test. */
function toggled(tests: MotorTest[], toggle: string | null): MotorTest[] {
  if (toggle === null || !isMotorTest(toggle)) return tests;
  return tests.includes(toggle) ? tests.filter((test) => test !== toggle) : [...tests, toggle];
}

/** '12.0.50' = data set 12, first table, from its 51st row; table and row may be left out. */
function readOpen(text: string): OpenPreview | null {
  const [first, table, offset] = text.split('.');
  const nr = wholeNumber(first, 0);
  if (nr === null) return null;
  return { nr, table: wholeNumber(table, 0) ?? 0, offset: wholeNumber(offset, 0) ?? 0 };
}

/** Value of a button that opens a preview. */
export function writeOpen({ nr, table, offset }: OpenPreview): string {
  return `${nr}.${table}.${offset}`;
}

/** Session of a download form whose address lacks a slash ('file-download' + id); null for a search. */
export function downloadFormSession(segment: string | undefined): string | null {
  const session = /^file-download:?(.*)$/is.exec(segment ?? '')?.[1];
  return session ?? null;
}
