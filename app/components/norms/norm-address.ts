import { type NormChoice, NormVersionIdSchema } from '@domain/api/norms';
import { normSexes } from '@domain/norms/age-groups';

import { paths } from '~/paths';

/** Content of the address of the page of comparisons. */
export interface NormAddress {
  /** Key of the result, such as 'slj'; null if none is chosen. */
  test: string | null;
  choice: NormChoice;
}

export const noChoice: NormChoice = { sex: null, ages: null, years: null, countries: [], dataSets: [], version: null };

/** Highest age and year that can be chosen; own estimates of what nobody exceeds. */
export const mostAge = 120;
export const yearsAllowed = { first: 1900, last: 2100 };
/** Most values of one parameter, so that an address cannot ask for endless lists. Own estimate. */
const maxValues = 300;

/**
 * Fields that only the form sends: the result for which it was shown, and the data sets that it offered. An address that
 * stays has none of them.
 */
export const formFields = { shown: 'shown', seen: 'seen' } as const;

/** Whether a form sent this address, which is to be replaced by one without what is empty or usual. */
export function isSentByForm(query: URLSearchParams): boolean {
  return query.has(formFields.shown);
}

/**
 * Parses the address. Values that are not valid are ignored. What was ticked for one result is dropped when another one is
 * chosen, because its data sets and countries are others; so is a list of all data sets, which narrows nothing.
 */
export function readNormAddress(query: URLSearchParams): NormAddress {
  const test = keyOf(query.get('test'));
  const isOther = isSentByForm(query) && query.get(formFields.shown) !== (test ?? '');
  const ticked = isOther ? [] : numbersOf(query.getAll('set'));
  const seen = numbersOf((query.get(formFields.seen) ?? '').split('.'));
  const isAll = seen.length > 0 && seen.every((nr) => ticked.includes(nr)) && ticked.length === seen.length;
  const countries = isOther ? [] : query.getAll('country').filter((code) => /^[A-Z]{2}$/.test(code));
  return {
    test,
    choice: {
      sex: normSexes.find((sex) => sex === query.get('sex')) ?? null,
      ages: rangeOf(query, 'age', { first: 0, last: mostAge }),
      years: rangeOf(query, 'year', yearsAllowed),
      countries: [...new Set(countries)].toSorted().slice(0, maxValues),
      dataSets: isAll ? [] : ticked,
      version: isOther ? null : (NormVersionIdSchema.safeParse(query.get('version')).data ?? null),
    },
  };
}

/** A key of the vocabulary; null for anything else. */
function keyOf(text: string | null): string | null {
  return /^[a-z][\w.]{0,59}$/i.test(text ?? '') ? text : null;
}

function numbersOf(texts: readonly string[]): number[] {
  const numbers = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
  return [...new Set(numbers)].toSorted((a, b) => a - b).slice(0, maxValues);
}

/** Two ends in either order. If one of them is not given, the range is open at that end. */
function rangeOf(query: URLSearchParams, name: 'age' | 'year', { first, last }: { first: number; last: number }) {
  const [from, to] = ['from', 'to'].map((end) => {
    const text = query.get(`${name}-${end}`)?.trim() ?? '';
    return /^\d{1,4}$/.test(text) ? Math.min(last, Math.max(first, Number(text))) : null;
  });
  if ((from ?? null) === null && (to ?? null) === null) return null;
  const ends = [from ?? first, to ?? last];
  return { start: Math.min(...ends), end: Math.max(...ends) };
}

/** The query of an address, in a fixed order and without what is not chosen: `readNormAddress` reads it. */
export function writeNormAddress({ test, choice }: NormAddress): string {
  const { sex, ages, years, countries, dataSets, version } = choice;
  const entries: [string, string | number | null][] = [
    ['test', test],
    ['sex', sex],
    ['age-from', endOf(ages?.start, 0)],
    ['age-to', endOf(ages?.end, mostAge)],
    ['year-from', endOf(years?.start, yearsAllowed.first)],
    ['year-to', endOf(years?.end, yearsAllowed.last)],
    ...countries.map((code): [string, string] => ['country', code]),
    ...dataSets.map((nr): [string, number] => ['set', nr]),
    ['version', version],
  ];
  const chosen = entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return String(new URLSearchParams(chosen));
}

/** An end of a range; null if it excludes nothing. */
function endOf(end: number | undefined, open: number): number | null {
  return end === undefined || end === open ? null : end;
}

/** The page with this choice. */
export function comparePage(address: NormAddress): string {
  return paths.compare(writeNormAddress(address));
}
