import { z } from 'zod';

import type { NormChoice } from '@domain/api/norms';
import { readEnds, type UnreadPart, wholeRanges } from '@domain/choice-ranges';
import { LanguageSchema } from '@domain/language';
import { normChoiceOf, NormParametersSchema, writeNormQuery } from '@domain/norms/choice-query';
import { ListedDataSetSchema, readParameters } from '@domain/query-values';
import type { Range } from '@domain/search/ranges';

import type { Entries } from '~/forms/form-entries';
import { paths } from '~/paths';

/** Content of the address of the page of comparisons. */
export interface NormAddress {
  /** Key of the result, such as 'slj'; null if none is chosen. */
  test: string | null;
  choice: NormChoice;
}

export const noChoice: NormChoice = { sex: null, ages: null, years: null, countries: [], dataSets: [], version: null };

/**
 * Fields that only the form sends: the result for which it was shown, and the data sets that it offered. An address that
 * stays has none of them.
 */
export const formFields = { shown: 'shown', seen: 'seen' } as const;

/** Whether a form sent this address, which is to be replaced by the one of `comparePage`. */
export function isSentByForm(query: URLSearchParams): boolean {
  return query.has(formFields.shown);
}

/** An address that was read, and what of it cannot be read. */
export interface ReadAddress extends NormAddress {
  unread: UnreadPart[];
}

/** Parameters of the page and of its files, which have a language as well. */
const shape = { test: z.string().regex(/^[a-z][\w.]{0,59}$/i), ...NormParametersSchema.shape, lang: LanguageSchema };

/** Reads the address, whose choice is written as in the API: `test=slj&sex=f&ages=6-12&data-sets=3,7`; or a form. */
export function readNormAddress(query: URLSearchParams): ReadAddress {
  if (isSentByForm(query)) return readForm(query);
  const { read, unread } = readParameters(shape, query);
  return { test: read.test ?? null, choice: normChoiceOf(read), unread };
}

/**
 * The choice that the form sent. What was ticked for one result is dropped when another one is chosen, because its data sets
 * and countries are others; so is a list of all data sets, which narrows nothing.
 */
function readForm(query: URLSearchParams): ReadAddress {
  const test = query.get('test') ?? '';
  const isOther = query.get(formFields.shown) !== test;
  const ticked = isOther ? [] : query.getAll('set');
  const numbers = isOther ? { read: [], unread: [] } : readNumbers(query);
  const seen = (query.get(formFields.seen) ?? '').split('.');
  const isAll = seen.every((nr) => ticked.includes(nr));
  const [ages, years] = [readEnds(query, 'age'), readEnds(query, 'year')];
  const sent = {
    test,
    sex: query.get('sex') ?? '',
    ages: writeRange(ages.range, wholeRanges.ages),
    years: writeRange(years.range, wholeRanges.years),
    countries: isOther ? '' : query.getAll('country').join(','),
    'data-sets': [...(isAll ? [] : ticked), ...numbers.read].join(','),
    version: (isOther ? null : query.get('version')) ?? '',
  };
  const address = readNormAddress(new URLSearchParams(sent));
  return { ...address, unread: [...ages.unread, ...years.unread, ...numbers.unread, ...address.unread] };
}

/** Numbers of data sets as they were typed, and what among them is no such number. */
function readNumbers(query: URLSearchParams): { read: string[]; unread: UnreadPart[] } {
  const typed = (query.get('numbers') ?? '').split(/[\s,;]+/u).filter((one) => one !== '');
  const isRead = (one: string) => ListedDataSetSchema.safeParse(one).success;
  const unread = typed.filter((one) => !isRead(one)).map((value) => ({ name: 'numbers', value }));
  return { read: typed.filter(isRead), unread: unread.slice(0, 1) };
}

/** A range in an address; '' if it excludes nothing. */
function writeRange(range: Range | null, whole: Range): string {
  if (!range || (range.start === whole.start && range.end === whole.end)) return '';
  return `${range.start}-${range.end}`;
}

const ends = ['age-from', 'age-to', 'year-from', 'year-to'];
/** Fields of the form of the page that choose the curves. */
const choiceFields = ['test', 'sex', ...ends, 'country', 'set', 'numbers', 'version'];

/**
 * The page with the choice that a form sent; as it was sent if it cannot be read, so that the page tells what is wrong. Null
 * for a form without a choice.
 */
export function chosenPage(entries: Entries): string | null {
  const names = [...choiceFields, ...Object.values(formFields)];
  const query = new URLSearchParams(entries.filter(([name]) => names.includes(name)).map(([...entry]) => entry));
  return isSentByForm(query) ? pageOf(query) : null;
}

/** The page of a query, as `comparePage` writes it; as it is if it cannot be read. */
export function pageOf(query: URLSearchParams): string {
  const { unread, ...address } = readNormAddress(query);
  return unread.length === 0 ? comparePage(address) : paths.compare(String(query));
}

/** The query of an address, in a fixed order and without what is not chosen: `readNormAddress` reads it. */
export function writeNormAddress({ test, choice }: NormAddress): string {
  const query = new URLSearchParams([...(test === null ? [] : [['test', test]]), ...writeNormQuery(choice)]);
  // A comma needs no escape, and the address is easier to read and shorter.
  return String(query).replaceAll('%2C', ',');
}

/** The page with this choice. */
export function comparePage(address: NormAddress): string {
  return paths.compare(writeNormAddress(address));
}
