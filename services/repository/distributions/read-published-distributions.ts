import type { Curves, Histogram, PicturedTest } from '@domain/api/published-distributions';
import { minPersonsPerQuartile } from '@domain/limits';
import type { MotorTest } from '@domain/motor-tests';

import type { SqlRow, TableEngine } from '../context/table-engine';
import { readableTables } from './long-rows';
import {
  areRepeated,
  isTrial,
  type LocalTable,
  type RawResult,
  rawResults,
  type ReadableTable,
  resultRowsSql,
  scaleOf,
} from './published-results';
import {
  aboveBins,
  type Bands,
  bandsOf,
  belowBins,
  type Bins,
  binsOf,
  binsSql,
  everyAge,
  factLevels,
  factsSql,
  noBand,
  type Persons,
  quartilesSql,
} from './published-statements';
import { type BinCount, tellBins } from './told-bins';
import { toldGroups } from './told-groups';

/** Maximum time of one of the statements. */
const timeoutMs = 60_000;
/** Codes of the sexes in the order in which they are shown. */
const sexOrder = ['f', 'm', 'd', 'x', ''];

/** Numbers about a group of results, with the people behind it who are not in rows that everybody may see. */
type Group = SqlRow & { persons: number };

/** People who must be behind a number, and behind quartiles. */
interface Least {
  number: number;
  quartiles: number;
}

/**
 * What published tables of raw data contain: each result of a motor test with its distribution by sex, and its
 * quartiles by sex and age. Anything but the number of results is left out unless at least `leastPersons` people are
 * behind it, and behind what is left when it is subtracted; more of them behind quartiles. Throws TableEngineError
 * 'timeout' if counting takes too long.
 */
export async function readPublishedDistributions(
  engine: TableEngine,
  published: readonly LocalTable[],
  leastPersons: number,
): Promise<PicturedTest[]> {
  const options = { timeoutMs };
  const tables = await readableTables(engine, published, options);
  const possible = rawResults(tables);
  if (possible.length === 0) return [];
  const areDistinct = leastPersons > 1 && (await areRepeated(engine, published, options));
  const persons: Persons = areDistinct ? 'distinct' : 'rows';
  const least = { number: leastPersons, quartiles: leastPersons > 1 ? minPersonsPerQuartile : 1 };
  const facts = await askFor(engine, { results: possible, tables, persons })((rows) => factsSql(rows, persons));
  const found = withoutTrials(
    possible.flatMap((result, p) => {
      const own = facts.filter((row) => row.p === p);
      return own.length > 0 ? [{ result, facts: own, bySex: areSexesTold(own, least) }] : [];
    }),
  );
  if (found.length === 0) return [];
  const hasSex = tables.some(({ keys }) => keys.has('sex'));
  const bins = found.map((one) => binsOf(one.result, numberOf(one.facts)));
  const bands = bandsOfAges(facts, leastPersons);
  const ask = askFor(engine, {
    results: found.map(({ result }) => result),
    together: found.flatMap(({ bySex }, p) => (bySex ? [] : [p])),
    tables,
    persons,
  });
  const counted = await ask((rows) => binsSql(rows, bins, persons));
  const quartiles = await ask((rows) => quartilesSql(rows, bands, persons));
  return found.map(({ result, facts: own, bySex }, p) => {
    const ofTest = (rows: readonly Group[]) => rows.filter((row) => row.p === p);
    const mine = { result, hasSex: hasSex && bySex, quartiles: ofTest(quartiles), least, persons };
    return {
      ...factsOf(result, own, (row) => row.persons >= leastPersons),
      histogram: histogramOf(mine, bins[p]!, ofTest(counted)),
      curves: bands && curvesOf(mine, bands),
    };
  });
}

/**
 * Whether the results of a test are told by sex. They are told together if one sex is too small, because it could be got
 * by subtracting the others from the number of results.
 */
function areSexesTold(facts: readonly Group[], least: Least): boolean {
  const sexes = facts.filter(({ level }) => level === factLevels.sex);
  return sexes.every(({ persons }) => persons === 0 || persons >= least.quartiles);
}

interface Asked {
  results: readonly RawResult[];
  /** Indices of the results that are not told by sex. */
  together?: readonly number[];
  tables: readonly ReadableTable[];
  persons: Persons;
}

/** Asks about all results at once, or one after the other where people are counted, to save memory. */
function askFor(engine: TableEngine, { results, together = [], tables, persons }: Asked) {
  const parts = persons === 'distinct' ? results.map((_, p) => p) : [null];
  const sex = `case when p in (${together.join(', ')}) then '' else s end as s`;
  return async (statement: (rows: string) => string): Promise<Group[]> => {
    const answers: SqlRow[][] = [];
    for (const part of parts) {
      const rows = resultRowsSql(results, tables, part);
      const told = together.length === 0 ? rows : `select * replace (${sex}) from (${rows})`;
      answers.push(await engine.all(statement(told), [], { timeoutMs }));
    }
    return answers.flat().map((row) => ({ ...row, persons: Number(row.persons) }));
  };
}

/** Single trials count only where the test has no result of its own. */
function withoutTrials<One extends { result: RawResult }>(found: One[]): One[] {
  return found.filter(
    ({ result }) => !isTrial(result) || !found.some((other) => other.result.target.key === result.target.test),
  );
}

function numberOf(facts: readonly SqlRow[]): number {
  return Number(facts.find(({ level }) => level === factLevels.all)?.n);
}

function bandsOfAges(facts: readonly Group[], leastPersons: number): Bands | null {
  const ages = facts.flatMap(({ level, a, persons }) =>
    level === factLevels.age && a !== null && persons >= leastPersons ? [Number(a)] : [],
  );
  return ages.length === 0 ? null : bandsOf(Math.min(...ages), Math.max(...ages));
}

type Facts = Omit<PicturedTest, 'histogram' | 'curves'>;

function factsOf({ target }: RawResult, rows: readonly Group[], isTold: (row: Group) => boolean): Facts {
  const valuesAt = (level: number, column: 's' | 'a' | 'y') =>
    rows.filter((row) => row.level === level && isTold(row)).flatMap((row) => row[column] ?? []);
  const ages = valuesAt(factLevels.age, 'a').map(Number);
  return {
    key: target.key,
    test: target.test as MotorTest,
    decimals: target.decimals,
    results: numberOf(rows),
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
  quartiles: readonly Group[];
  least: Least;
  persons: Persons;
}

/** Quartiles of a sex at all ages; undefined if they are not told. */
function summaryOf({ quartiles, least }: OwnRows, code: string): Group | undefined {
  return quartiles.find(({ s, b, persons }) => s === code && b === everyAge && persons >= least.quartiles);
}

function histogramOf(own: OwnRows, bins: Bins, counted: readonly Group[]): Histogram {
  const { result, hasSex, least, persons } = own;
  const sexes = sexOrder.flatMap((code) => {
    const summary = summaryOf(own, code);
    return summary ? [{ code, summary, counts: counted.filter(({ s }) => s === code).map(binCount) }] : [];
  });
  const { shown, told } = tellBins(
    sexes.map(({ counts }) => counts),
    { least: least.number, persons },
  );
  const scale = scaleOf(result.target);
  return {
    from: Number(((bins.first + bins.width * shown.first) / scale).toPrecision(12)),
    binWidth: bins.width / scale,
    step: result.target.step,
    groups: sexes.map(({ code, summary }, index) => {
      const countIn = (bin: number) => told[index]!.find((one) => one.bin === bin)?.n ?? 0;
      return {
        sex: hasSex ? code : null,
        results: Number(summary.n),
        quartiles: quartilesIn(summary, result),
        bins: Array.from({ length: shown.last - shown.first + 1 }, (_, at) => countIn(shown.first + at)),
        below: countIn(belowBins),
        above: countIn(aboveBins),
      };
    }),
  };
}

function binCount({ bin, n, persons }: Group): BinCount {
  return { bin: Number(bin), n: Number(n), persons };
}

/** To one decimal more than usual. */
function quartilesIn(row: SqlRow, { target }: RawResult): [number, number, number] {
  const value = (cells: SqlRow[string] | undefined) =>
    Number((Number(cells) / scaleOf(target)).toFixed(target.decimals + 1));
  return [value(row.lower_quartile), value(row.median), value(row.upper_quartile)];
}

function curvesOf({ result, hasSex, quartiles, least }: OwnRows, { start, width, count }: Bands): Curves | null {
  const bands = Array.from({ length: count }, (_, band) => band);
  const groups = sexOrder.flatMap((code) => {
    const ofSex = quartiles.filter(({ s }) => s === code);
    const inBands = ofSex.filter(({ b }) => Number(b) >= 0);
    const rest = ofSex.find(({ b }) => b === noBand)?.persons ?? 0;
    const told = toldGroups(inBands, least.quartiles, rest);
    const rows = bands.map((band) => told.find(({ b }) => b === band));
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
