import type { Curves, Histogram, PicturedTest } from '@domain/api/published-distributions';
import type { MotorTest } from '@domain/motor-tests';

import type { SqlRow, TableEngine } from '../context/table-engine';
import {
  isTrial,
  type LocalTable,
  type RawResult,
  rawResults,
  repeatedSql,
  resultRowsSql,
  scaleOf,
} from './published-results';
import {
  type Bands,
  bandsOf,
  type Bins,
  binsOf,
  binsSql,
  everyAge,
  factLevels,
  factsSql,
  type Persons,
  quartilesSql,
} from './published-statements';

/** Maximum time of one of the statements. */
const timeoutMs = 60_000;
/** Codes of the sexes in the order in which they are shown. */
const sexOrder = ['f', 'm', 'd', 'x', ''];

/**
 * What published tables of raw data contain: each result of a motor test with its distribution by sex, and its
 * quartiles by sex and age. Anything but the number of results is left out unless at least `leastPersons` people are
 * behind it. Throws TableEngineError 'timeout' if counting takes too long.
 */
export async function readPublishedDistributions(
  engine: TableEngine,
  tables: readonly LocalTable[],
  leastPersons: number,
): Promise<PicturedTest[]> {
  const possible = rawResults(tables);
  if (possible.length === 0) return [];
  const persons = leastPersons > 1 && (await areRepeated(engine, tables)) ? 'distinct' : 'rows';
  const asker = (results: readonly RawResult[]) => askFor(engine, { results, tables, persons });
  const facts = await asker(possible)((rows) => factsSql(rows, persons));
  const found = withoutTrials(
    possible.flatMap((result, p) => {
      const own = facts.filter((row) => row.p === p);
      return own.length > 0 ? [{ result, facts: own }] : [];
    }),
  );
  if (found.length === 0) return [];
  const hasSex = tables.some(({ keys }) => keys.has('sex'));
  const bins = found.map((one) => binsOf(one.result, rangeOf(one.facts)));
  const bands = bandsOfAges(facts, leastPersons);
  const ask = asker(found.map(({ result }) => result));
  const counted = await ask((rows) => binsSql(rows, bins, persons));
  const quartiles = await ask((rows) => quartilesSql(rows, bands, persons));
  const isTold = ({ persons }: SqlRow) => Number(persons) >= leastPersons;
  return found.map(({ result, facts: own }, p) => {
    const mine = { result, hasSex, quartiles: quartiles.filter((row) => row.p === p && isTold(row)) };
    return {
      ...factsOf(result, own, isTold),
      histogram: histogramOf(
        mine,
        bins[p]!,
        counted.filter((row) => row.p === p && isTold(row)),
      ),
      curves: bands && curvesOf(mine, bands),
    };
  });
}

async function areRepeated(engine: TableEngine, tables: readonly LocalTable[]): Promise<boolean> {
  const sql = repeatedSql(tables);
  const [row] = sql === null ? [] : await engine.all(sql, [], { timeoutMs });
  return row?.repeated === true;
}

/** Asks about all results at once, or one after the other where people are counted, to save memory. */
function askFor(
  engine: TableEngine,
  { results, tables, persons }: { results: readonly RawResult[]; tables: readonly LocalTable[]; persons: Persons },
) {
  const parts = persons === 'distinct' ? results.map((_, p) => p) : [null];
  return async (statement: (rows: string) => string): Promise<SqlRow[]> => {
    const answers: SqlRow[][] = [];
    for (const part of parts) {
      answers.push(await engine.all(statement(resultRowsSql(results, tables, part)), [], { timeoutMs }));
    }
    return answers.flat();
  };
}

/** Single trials count only where the test has no result of its own. */
function withoutTrials<One extends { result: RawResult }>(found: One[]): One[] {
  return found.filter(
    ({ result }) => !isTrial(result) || !found.some((other) => other.result.target.key === result.target.test),
  );
}

function rangeOf(facts: readonly SqlRow[]): { n: number; low: number; high: number } {
  const all = facts.find(({ level }) => level === factLevels.all);
  return { n: Number(all?.n), low: Number(all?.low), high: Number(all?.high) };
}

function bandsOfAges(facts: readonly SqlRow[], leastPersons: number): Bands | null {
  const ages = facts.flatMap(({ level, a, persons }) =>
    level === factLevels.age && a !== null && Number(persons) >= leastPersons ? [Number(a)] : [],
  );
  return ages.length === 0 ? null : bandsOf(Math.min(...ages), Math.max(...ages));
}

type Facts = Omit<PicturedTest, 'histogram' | 'curves'>;

function factsOf({ target }: RawResult, rows: readonly SqlRow[], isTold: (row: SqlRow) => boolean): Facts {
  const valuesAt = (level: number, column: 's' | 'a' | 'y') =>
    rows.filter((row) => row.level === level && isTold(row)).flatMap((row) => row[column] ?? []);
  const ages = valuesAt(factLevels.age, 'a').map(Number);
  return {
    key: target.key,
    test: target.test as MotorTest,
    decimals: target.decimals,
    results: rangeOf(rows).n,
    ages: ages.length === 0 ? null : { start: Math.min(...ages), end: Math.max(...ages) },
    sexes: sexOrder.filter((code) => code !== '' && valuesAt(factLevels.sex, 's').includes(code)),
    years: valuesAt(factLevels.year, 'y')
      .map(Number)
      .sort((a, b) => a - b),
  };
}

interface OwnRows {
  result: RawResult;
  hasSex: boolean;
  quartiles: SqlRow[];
}

function histogramOf({ result, hasSex, quartiles }: OwnRows, bins: Bins, counted: readonly SqlRow[]): Histogram {
  const scale = scaleOf(result.target);
  const groups = sexOrder.flatMap((code) => {
    const summary = quartiles.find(({ s, b }) => s === code && b === everyAge);
    if (!summary) return [];
    const countIn = (bin: number) => Number(counted.find((row) => row.s === code && row.bin === bin)?.n ?? 0);
    return {
      sex: hasSex ? code : null,
      results: Number(summary.n),
      quartiles: quartilesIn(summary, result),
      bins: Array.from({ length: bins.count }, (_, bin) => countIn(bin)),
      below: countIn(-1),
      above: countIn(-2),
    };
  });
  return { ...trim({ from: bins.first / scale, groups }, bins.width / scale), step: result.target.step };
}

/** Leaves out the bins at both ends in which no sex has results that are told. */
function trim({ from, groups }: Pick<Histogram, 'from' | 'groups'>, binWidth: number): Omit<Histogram, 'step'> {
  const filled = (groups[0]?.bins ?? []).flatMap((_, bin) => (groups.some(({ bins }) => bins[bin]! > 0) ? [bin] : []));
  const [first, last] = [filled[0] ?? 0, filled.at(-1) ?? -1];
  return {
    from: Number((from + first * binWidth).toPrecision(12)),
    binWidth,
    groups: groups.map((group) => ({ ...group, bins: group.bins.slice(first, last + 1) })),
  };
}

/** To one decimal more than usual. */
function quartilesIn(row: SqlRow, { target }: RawResult): [number, number, number] {
  const value = (cells: SqlRow[string] | undefined) =>
    Number((Number(cells) / scaleOf(target)).toFixed(target.decimals + 1));
  return [value(row.lower_quartile), value(row.median), value(row.upper_quartile)];
}

function curvesOf({ result, hasSex, quartiles }: OwnRows, { start, width, count }: Bands): Curves | null {
  const bands = Array.from({ length: count }, (_, band) => band);
  const groups = sexOrder.flatMap((code) => {
    const rows = bands.map((band) => quartiles.find(({ s, b }) => s === code && b === band));
    if (rows.every((row) => row === undefined)) return [];
    const values = rows.map((row) => (row ? quartilesIn(row, result) : null));
    return {
      sex: hasSex ? code : null,
      results: rows.map((row) => (row ? Number(row.n) : null)),
      lines: ['p25', 'p50', 'p75'].map((statistic, at) => ({
        statistic,
        values: values.map((three) => three?.[at] ?? null),
      })),
    };
  });
  if (groups.length === 0) return null;
  return { ages: bands.map((band) => ({ start: start + band * width, end: start + (band + 1) * width - 1 })), groups };
}
