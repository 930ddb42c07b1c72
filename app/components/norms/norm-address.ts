import type { NormChoice } from '@domain/api/norms';
import { rangeBetween, wholeRanges } from '@domain/choice-ranges';
import { NormQuerySchema, writeNormQuery } from '@domain/norms/choice-query';

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

/**
 * Parses the address, whose choice is written as in the API: `test=slj&sex=f&ages=6-12&data-sets=3,7`. Parameters that are
 * not valid are ignored.
 */
export function readNormAddress(query: URLSearchParams): NormAddress {
  const test = keyOf(query.get('test'));
  if (isSentByForm(query)) return { test, choice: readForm(query, test) };
  // Each on its own, so that one that is not valid does not take the others with it.
  const parts = [...query].flatMap(([name, value]) => {
    const parsed = NormQuerySchema.safeParse({ [name]: value });
    return parsed.success ? [chosenOf(parsed.data)] : [];
  });
  return { test, choice: Object.assign({}, noChoice, ...parts) as NormChoice };
}

/** The parts of a choice that narrow it. */
function chosenOf(choice: NormChoice): Partial<NormChoice> {
  const isChosen = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => isChosen(value)));
}

/** A key of the vocabulary; null for anything else. */
function keyOf(text: string | null): string | null {
  return /^[a-z][\w.]{0,59}$/i.test(text ?? '') ? text : null;
}

/**
 * The choice that the form sent. What was ticked for one result is dropped when another one is chosen, because its data sets
 * and countries are others; so is a list of all data sets, which narrows nothing.
 */
function readForm(query: URLSearchParams, test: string | null): NormChoice {
  const isOther = query.get(formFields.shown) !== (test ?? '');
  const ticked = isOther ? [] : query.getAll('set');
  const seen = (query.get(formFields.seen) ?? '').split('.');
  const isAll = seen.every((nr) => ticked.includes(nr));
  const sent = {
    sex: query.get('sex'),
    ages: rangeOf(query, 'age'),
    years: rangeOf(query, 'year'),
    countries: isOther ? '' : query.getAll('country').join(','),
    'data-sets': isAll ? '' : ticked.join(','),
    version: isOther ? '' : query.get('version'),
  };
  const given = Object.entries(sent).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return readNormAddress(new URLSearchParams(given)).choice;
}

/** Fields of a form that was sent whose texts are no whole numbers, with the numbers that they may be. */
export function misreadFields(query: URLSearchParams): { name: string; start: number; end: number }[] {
  if (!isSentByForm(query)) return [];
  const { ages, years } = wholeRanges;
  const fields = { 'age-from': ages, 'age-to': ages, 'year-from': years, 'year-to': years };
  return Object.entries(fields).flatMap(([name, ends]) =>
    /^\s*(\d{1,4})?\s*$/.test(query.get(name) ?? '') ? [] : [{ name, ...ends }],
  );
}

/** Two ends in either order, as a range in an address; '' if they exclude nothing. */
function rangeOf(query: URLSearchParams, name: 'age' | 'year'): string {
  const whole = wholeRanges[`${name}s`];
  const range = rangeBetween([query.get(`${name}-from`), query.get(`${name}-to`)], whole);
  if (!range || (range.start === whole.start && range.end === whole.end)) return '';
  return `${range.start}-${range.end}`;
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
