import type { PoolDataSets } from '@domain/api/pool';
import { maxPoolDataSets, numbersIn, type PoolChoice, writePoolChoice } from '@domain/pool/pool-choice';
import { ageBands, type Filters } from '@domain/search/filters';

import { listPoolDataSets } from '~/repository-client/pool';
import { listNumbers, searchDataSets, type SearchQuery } from '~/repository-client/search';
import type { ClientContext } from '~/repository-client/transport';

/** Years and tests up to which a search is narrowed by them, because it takes a limited number of values. */
const maxYears = 15;
const maxTests = 8;

/** What the form shows. */
export interface FoundPool {
  choice: PoolChoice;
  /** Chosen data sets, then others that fit, in the order of their numbers. */
  dataSets: PoolDataSets;
  /** Numbers of those that are ticked. */
  ticked: number[];
  /** Number of data sets that fit. */
  fitting: number;
  /** Chosen numbers of data sets that are not there any more. */
  gone: number[];
  countries: { code: string; label: string }[];
}

/** The data sets that fit a choice, and the chosen ones. Without chosen ones, all that may be taken are ticked. */
export async function findPool(context: ClientContext, choice: PoolChoice): Promise<FoundPool> {
  const search = searchOf(choice);
  const [{ numbers, count }, [{ facets }]] = await Promise.all([
    listNumbers(context, search, maxPoolDataSets),
    searchDataSets(context, { ...searchOf({ ...choice, countries: [] }), page: 1 }),
  ]);
  const shown = [...new Set([...choice.dataSets, ...numbers])].slice(0, maxPoolDataSets).sort((a, b) => a - b);
  const dataSets = await listPoolDataSets(context, shown);
  const takeable = dataSets.filter(({ isOpen, kind }) => isOpen && kind === 'raw').map(({ nr }) => nr);
  const regions = facets.find(({ name }) => name === 'region')?.values ?? [];
  return {
    choice,
    dataSets,
    ticked: choice.dataSets.length === 0 ? takeable : takeable.filter((nr) => choice.dataSets.includes(nr)),
    fitting: count,
    gone: choice.dataSets.filter((nr) => !dataSets.some((one) => one.nr === nr)),
    countries: regions.filter(({ value }) => !value.includes('-')).map(({ value, label }) => ({ code: value, label })),
  };
}

/** A search that finds every data set with rows of a choice, and few others: it knows ages only in bands. */
function searchOf({ tests, ages, sexes, years, countries }: PoolChoice): SearchQuery {
  const filters: Filters = { type: ['RAW'] };
  if (tests.length > 0 && tests.length <= maxTests) filters.test = [...tests];
  if (sexes.length > 0) filters.sex = [...sexes];
  if (countries.length > 0) filters.region = [...countries];
  if (ages) filters.age = bandsIn(ages);
  if (years && years.end - years.start < maxYears) filters.years = yearsIn(years);
  return { tests: [], text: '', filters, sort: null };
}

const yearsIn = ({ start, end }: { start: number; end: number }): string[] =>
  Array.from({ length: end - start + 1 }, (_, index) => String(start + index));

/** The bands of ages that a range overlaps, as in addresses. */
function bandsIn({ start, end }: { start: number; end: number }): string[] {
  return ageBands.flatMap((first, index) => {
    const next = ageBands[index + 1];
    const overlaps = end >= first && (next === undefined || start < next);
    return overlaps ? [`${first}-${next === undefined ? '' : next - 1}`] : [];
  });
}

/** Fields that only the form sends: the rows and columns for which it was shown, and the data sets that it could take. */
export const formFields = { shown: 'shown', seen: 'seen' } as const;

/** The part of a choice that decides which data sets fit. */
export const fitOf = (choice: PoolChoice): string =>
  String(new URLSearchParams(writePoolChoice({ ...choice, dataSets: [] })));

/**
 * The choice that a form sent, which was read from it. If rows or columns were changed with it, other data sets fit: all of them are chosen, but
 * those whose tick was removed.
 */
export async function readSentChoice(
  context: ClientContext,
  choice: PoolChoice,
  query: URLSearchParams,
): Promise<PoolChoice> {
  if (query.get(formFields.shown) === fitOf(choice)) return choice;
  const off = numbersIn((query.get(formFields.seen) ?? '').split('.')).filter((nr) => !choice.dataSets.includes(nr));
  const open = { ...choice, dataSets: [] };
  if (off.length === 0) return open;
  const { ticked } = await findPool(context, open);
  return { ...choice, dataSets: ticked.filter((nr) => !off.includes(nr)) };
}
