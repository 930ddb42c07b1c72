import { type RawResult, scaleOf } from './published-results';
import { quartileSql } from './distribution-sql';

/** How people are counted: each row is one, or IDs are counted, which takes more memory. */
export type Persons = 'rows' | 'distinct';

/** SQL aggregate for the number of people behind rows. */
function personsSql(persons: Persons): string {
  return persons === 'distinct' ? 'count(distinct person)' : 'count(person)';
}

/** Groups of `factsSql`: all results of a test, or those of a sex, an age or a year. */
export const factLevels = { all: 7, sex: 3, age: 5, year: 6 };

/** Statement that counts results by test, and by test and sex, age or year. */
export function factsSql(rows: string, persons: Persons): string {
  return `select p, s, a, y, grouping_id(s, a, y) as level, count(*) as n, ${personsSql(persons)} as persons
    from (${rows}) group by grouping sets ((p), (p, s), (p, a), (p, y))`;
}

/** Bins of a histogram in cells: the first begins at `first`. */
export interface Bins {
  first: number;
  width: number;
  count: number;
}

/** Bin of results below the first bin, and of those above the last. */
export const belowBins = -1;
export const aboveBins = -2;

/** Statement that counts results by test, sex and bin. */
export function binsSql(rows: string, bins: readonly Bins[], persons: Persons): string {
  const values = bins.map(({ first, width, count }, p) => `(${[p, first, width, count].join(', ')})`);
  return `select p, s, bin, count(*) as n, ${personsSql(persons)} as persons
    from (select p, s, person, case when cell < first then ${belowBins} when cell >= first + width * bins then ${aboveBins}
        else (cell - first) // width end as bin
      from (${rows}) join (values ${values.join(', ')}) as axes (p, first, width, bins) using (p))
    group by p, s, bin`;
}

/** Equal bands of completed years. */
export interface Bands {
  start: number;
  width: number;
  count: number;
}

/** Band of all ages together. */
export const everyAge = -1;
/** Band of results without an age, or outside all bands. */
export const noBand = -2;

/**
 * Statement that returns number, people and quartiles of the results by test, sex and band of age, and of all ages. With
 * bands, results in none of them have `noBand`.
 * Quartiles are in cells. Results are counted by cell first, so that memory is limited for tables of any length.
 */
export function quartilesSql(rows: string, bands: Bands | null, persons: Persons): string {
  const band = bands
    ? `case when a between ${bands.start} and ${bands.start + bands.width * bands.count - 1}
        then (a - ${bands.start}) // ${bands.width} else ${noBand} end`
    : 'cast(null as integer)';
  const banded = `(select p, s, ${band} as b, cell, person from (${rows}))`;
  const counted =
    persons === 'distinct'
      ? `(select p, s, coalesce(b, ${everyAge}) as b, count(distinct person) as persons from ${banded}
          group by grouping sets ((p, s), (p, s, b)) having grouping(b) = 1 or b is not null)`
      : `(select p, s, b, cast(null as bigint) as persons from ranked where false)`;
  return `with counted as materialized (
      select p, s, b, cell, count(*) as n, count(person) as hidden from ${banded} group by all),
    levels as (
      select p, s, b, cell, n, hidden from counted where b is not null
      union all select p, s, ${everyAge}, cell, sum(n), sum(hidden) from counted group by p, s, cell),
    ranked as (
      select p, s, b, n, hidden, cell as middle, sum(n) over (partition by p, s, b order by cell rows unbounded preceding) as upto,
        sum(n) over (partition by p, s, b) - 1 as last
      from levels)
    select p, s, b, any_value(last) + 1 as n, coalesce(any_value(persons), sum(hidden)) as persons,
      ${['0.25', '0.5', '0.75'].map(quartileSql).join(', ')}
    from ranked left join ${counted} using (p, s, b) group by p, s, b`;
}

/** Ages that fit into this many bands of one year have one each. */
const mostBands = 12;
const bandWidths = [1, 2, 5, 10, 20];

/** Bands for ages from `min` to `max`. */
export function bandsOf(min: number, max: number): Bands {
  const startOf = (width: number) => Math.floor(min / width) * width;
  const countOf = (width: number) => Math.floor((max - startOf(width)) / width) + 1;
  const width = bandWidths.find((candidate) => countOf(candidate) <= mostBands) ?? 20;
  return { start: startOf(width), width, count: countOf(width) };
}

const mostBins = 40;
const leastBins = 15;

/**
 * Bins for `n` results of a test over its usual range: whole multiples of the bins of its axis, at most five times the
 * cube root of `n`. The results of most studies cover about two fifths of that range, so this is about as many as Rice's
 * rule says (twice the cube root). Where the results lie makes no difference, so that the bins do not tell the extremes.
 */
export function binsOf({ target, axis }: RawResult, n: number): Bins {
  const cells = (value: number) => Math.round(value * scaleOf(target));
  const wanted = Math.min(mostBins, Math.max(leastBins, Math.ceil(5 * Math.cbrt(n))));
  const joined = [1, 2, 4, 5, 10].find((many) => axis.bins / many <= wanted) ?? 10;
  return { first: cells(axis.warn.min), width: cells(axis.binWidth) * joined, count: Math.ceil(axis.bins / joined) };
}
