import type { Curves, PicturedTest } from '@domain/api/published-distributions';
import type { MotorTest } from '@domain/motor-tests';

import { describesGroup, groupRows, sumGroupsSql } from '../checks/sum-groups-sql';
import { numberOrNull, sqlName, type SqlRow, type TableEngine } from '../context/table-engine';
import type { Target } from '../vocabulary';
import {
  casesOf,
  curveSql,
  type GroupResult,
  groupResults,
  groupRowsSql,
  type GroupSource,
  groupSql,
  percentiles,
} from './published-groups';
import type { LocalTable } from './published-results';

const timeoutMs = 60_000;
/** Codes of the sexes of groups in the order in which they are shown. */
const sexOrder = ['f', 'm', 'd'];
const everybody = 'all';

/**
 * What published tables of aggregated data contain: each measure of a motor test with its percentiles or means by sex
 * and age. With `leastPersons` above 1 smaller groups are left out, and there are no curves, because they would be the
 * rows of the data. Throws TableEngineError 'timeout' if counting takes too long.
 */
export async function readPublishedCurves(
  engine: TableEngine,
  tables: readonly LocalTable[],
  leastPersons: number,
): Promise<PicturedTest[]> {
  const ask = (sql: string) => engine.all(sql, [], { timeoutMs });
  const found: PicturedTest[] = [];
  for (const { target, sources } of groupResults(tables)) {
    const [facts] = await ask(factsSql(sources, leastPersons));
    if (Number(facts?.groups ?? 0) === 0) continue;
    found.push({
      ...factsOf(target, facts!),
      results: await sumCases(ask, sources),
      histogram: null,
      curves: leastPersons > 1 ? null : curvesOf(target, await ask(curveSql(sources))),
    });
  }
  return found;
}

type Ask = (sql: string) => Promise<SqlRow[]>;

/** Statement that returns number, ages, sexes and years of the groups; lists are joined by commas. */
function factsSql(sources: readonly GroupSource[], leastPersons: number): string {
  const parts = sources.map((source) => {
    const { sex, start, end, year } = groupSql(source.table);
    return `select ${sex} as s, ${start} as age_start, ${end} as age_end, ${year} as y
      from ${groupRowsSql(source, leastPersons)}`;
  });
  return `select count(*) as "groups", floor(min(age_start)) as youngest, floor(max(age_end)) as oldest,
      string_agg(distinct s, ',') as sexes, string_agg(distinct cast(y as varchar), ',') as years
    from (${parts.join(' union all ')})`;
}

function factsOf(target: Target, row: SqlRow): Omit<PicturedTest, 'results' | 'histogram' | 'curves'> {
  const listIn = (cell: SqlRow[string] | undefined) =>
    String(cell ?? '')
      .split(',')
      .filter(Boolean);
  const codes = listIn(row.sexes).flatMap((code) => (code === everybody ? ['f', 'm'] : [code]));
  const [youngest, oldest] = [numberOrNull(row.youngest), numberOrNull(row.oldest)];
  return {
    key: target.key,
    test: target.test as MotorTest,
    decimals: target.decimals,
    ages: youngest === null || oldest === null ? null : { start: youngest, end: oldest },
    sexes: sexOrder.filter((code) => codes.includes(code)),
    years: listIn(row.years)
      .map(Number)
      .sort((a, b) => a - b),
  };
}

/** Number of people with this result, counted once although totals repeat them; null without any number of cases. */
async function sumCases(ask: Ask, sources: GroupResult['sources']): Promise<number | null> {
  const sums: number[] = [];
  for (const source of sources) {
    const cases = casesOf(source);
    if (cases === null) continue;
    const cells = [...source.table.keys].filter(describesGroup).map((key) => {
      const number = sqlName(key);
      return [key, { number, text: `lower(cast(${number} as varchar))` }] as const;
    });
    const [row] = await ask(sumGroupsSql(groupRows(groupRowsSql(source, 1), sqlName(cases), new Map(cells))));
    sums.push(Math.round(Number(row?.n ?? 0)));
  }
  return sums.length === 0 ? null : sums.reduce((all, sum) => all + sum);
}

/** Lines by age for each sex; those of everybody only where no sex has its own. Null if there is nothing to draw. */
function curvesOf(target: Target, rows: readonly SqlRow[]): Curves | null {
  const single = withoutTotals(rows);
  const codes = sexOrder.filter((code) => single.some(({ s }) => s === code));
  const shown = codes.length > 0 ? codes : [everybody];
  const own = single.filter(({ s }) => shown.includes(String(s)));
  const statistics = statisticsIn(own);
  const ages = [...new Map(own.map((row) => [ageKey(row), row])).values()];
  if (statistics.length === 0 || ages.length < 2) return null;
  return {
    ages: ages.map(({ age_start, age_end }) => ({ start: Number(age_start), end: Number(age_end) })),
    groups: shown.map((code) => {
      const atAges = ages.map((age) => own.find((row) => row.s === code && ageKey(row) === ageKey(age)));
      const lineOf = (statistic: string) => ({
        statistic,
        values: atAges.map((row) => (row ? roundTo(target, valueOf(row, statistic)) : null)),
      });
      return {
        sex: code === everybody ? null : code,
        results: atAges.map((row) => numberOrNull(row?.n)),
        lines: statistics.map(lineOf),
      };
    }),
  };
}

const ageKey = ({ age_start, age_end }: SqlRow) => `${age_start} ${age_end}`;

/** Groups of all ages stand beside those of each age. They are more than twice as wide as the narrowest. */
function withoutTotals(rows: readonly SqlRow[]): SqlRow[] {
  const spanOf = ({ age_start, age_end }: SqlRow) => Number(age_end) - Number(age_start);
  const narrowest = Math.min(...rows.map(spanOf));
  return rows.filter((row) => spanOf(row) <= 2 * narrowest + 1);
}

/** Percentiles if there are several, otherwise the mean with its standard deviation, otherwise what there is. */
function statisticsIn(rows: readonly SqlRow[]): string[] {
  const isKnown = (name: string) => rows.some((row) => row[name] !== null);
  const known = percentiles.filter(isKnown);
  if (known.length > 1 || !isKnown('mean')) return known;
  return isKnown('sd') ? ['low', 'mean', 'high'] : ['mean'];
}

function valueOf(row: SqlRow, statistic: string): number | null {
  const [mean, sd] = [numberOrNull(row.mean), numberOrNull(row.sd)];
  if (statistic !== 'low' && statistic !== 'high') return numberOrNull(row[statistic]);
  return mean === null || sd === null ? null : mean + (statistic === 'low' ? -sd : sd);
}

/** Statistics have one decimal more than results. */
function roundTo({ decimals }: Target, value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(decimals + 1));
}
