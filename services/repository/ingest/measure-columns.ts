import type { CsvDialect } from '@domain/api/uploads';
import type { ColumnMeasures, DateReading } from '@domain/column-info';
import { exactRows } from '@domain/limits';

import {
  jobStatement,
  numberOrNull,
  sqlText,
  type SqlRow,
  type TableEngine,
  textOrNull,
} from '../context/table-engine';
import { largestNumber } from '../vocabulary/cell-patterns';
import { type DateHints, isDaySql, readDateRanges, readDateReadings } from './date-readings';

/** Columns measured by one statement. Counting distinct values takes 5 MiB or more per column. */
export const columnBatchSize = 20;
/** Rows sampled at equal distances in longer tables, for medians and dates. Own estimate. */
const sampledRows = 100_000;
/** Distinct values counted in a long column, which are sampled by their hash (error about 1 percent). Own estimate. */
const countedValues = 100_000;
/** Estimated number of distinct values up to which they are counted exactly. Own estimate. */
const fewValues = 50_000;
/** Minimum sampling interval; a smaller one is not faster than an exact count. */
const minShare = 8;
/** Minimum share of numbers or dates among the filled cells of a column of that kind. Own estimate. */
const kindShare = 0.95;

/** Counts from the metadata of a Parquet file. */
export interface CellCounts {
  rows: number;
  columns: CellCount[];
}

interface CellCount {
  filled: number;
  numbers: number;
  min: number | null;
  max: number | null;
  /** A number is infinite, not a number, or beyond the largest one. */
  hasExtremes: boolean;
  /** Sum of the distinct texts of each part of the file; null if a part has too many for a dictionary. */
  distinctOfParts: number | null;
  /** Every text begins with an ASCII letter, as no number does. */
  beginsWithLetters: boolean;
}

interface ColumnSigns {
  decimal: CsvDialect['decimal'];
  /** At least one cell has digits after the sign. */
  hasDecimals: boolean;
}

/** Reads counts of cells and ranges of numbers from the statistics of a Parquet file, without reading cells. */
export async function countCells(tables: TableEngine, parquet: string, width: number): Promise<CellCounts> {
  const stats = await tables.all(
    `select path_in_schema as name, sum(num_values) as cells, sum(stats_null_count) as nulls,
            min(try_cast(stats_min_value as double)) as low, max(try_cast(stats_max_value as double)) as high,
            count_if(stats_null_count < num_values and not coalesce(try_cast(stats_min_value as double) >= -${largestNumber}
              and try_cast(stats_max_value as double) <= ${largestNumber}, false)) > 0 as extremes,
            case when count(*) = count(stats_distinct_count) then sum(stats_distinct_count) end as different,
            count_if(stats_min_value is null and stats_null_count < num_values) = 0
              and min(stats_min_value) >= 'A' and max(stats_max_value) < '{' as letters
       from parquet_metadata(${sqlText(parquet)}) group by all`,
    [],
    jobStatement,
  );
  const byName = new Map(stats.map((row) => [row.name, row]));
  const filled = (name: string) => Number(byName.get(name)?.cells ?? 0) - Number(byName.get(name)?.nulls ?? 0);
  return {
    rows: Number(byName.get('c0')?.cells ?? 0),
    columns: Array.from({ length: width }, (_, i) => ({
      filled: filled(`c${i}`),
      numbers: filled(`n${i}`),
      min: numberOrNull(byName.get(`n${i}`)?.low),
      max: numberOrNull(byName.get(`n${i}`)?.high),
      hasExtremes: byName.get(`n${i}`)?.extremes === true,
      distinctOfParts: numberOrNull(byName.get(`c${i}`)?.different),
      beginsWithLetters: byName.get(`c${i}`)?.letters === true,
    })),
  };
}

/** Measures the columns in `signs`; with estimates for long tables. */
export async function measureColumns(
  tables: TableEngine,
  parquet: string,
  counts: CellCounts,
  signs: ColumnSigns[],
  hints: DateHints = {},
): Promise<ColumnMeasures[]> {
  const measured: ColumnMeasures[] = [];
  const dated: number[] = [];
  for (let from = 0; from < signs.length; from += columnBatchSize) {
    const some = signs.map((_, i) => i).slice(from, from + columnBatchSize);
    const distinct = await countDistinct(tables, parquet, counts, some);
    const sampled = await readSample(tables, parquet, counts, some);
    for (const i of some) measured.push(describe(i, counts, signs[i], distinct.get(i) ?? none, sampled));
    dated.push(...some.filter((i) => Number(sampled[`t${i}`] ?? 0) > 0));
  }
  const rows = { tables, from: sampleSql(parquet, counts.rows) };
  const readings = await readDateReadings(rows, dated, hints);
  const ranges =
    stepOf(counts.rows) === 1 ? await readDateRanges(rows, readings, jobStatement) : new Map<number, never>();
  const numbered: DateReading | null =
    hints.epoch === 1904 ? { order: 'day-first', by: 'form', middleYear: null, epoch: 1904 } : null;
  return measured.map((column, i) => {
    const dates = readings.get(i) ?? numbered;
    if (!dates) return column;
    return column.kind === 'date' ? { ...column, dates, ...ranges.get(i) } : { ...column, dates };
  });
}

interface Distinct {
  count: number;
  isExact: boolean;
}
const none: Distinct = { count: 0, isExact: true };

/**
 * Number of distinct values per column. If the file does not tell that they are few, counts a sample of the values first,
 * then all if they are few. The engine's own estimate has an error of 10 percent or more and takes longer.
 */
async function countDistinct(
  tables: TableEngine,
  parquet: string,
  { rows, columns: counts }: CellCounts,
  columns: number[],
): Promise<Map<number, Distinct>> {
  const count = async (some: number[], of: (i: number) => string, rowsSql: string) => {
    if (some.length === 0) return {};
    const measures = some.map((i) => `count(distinct ${of(i)} as d${i}`);
    return (await tables.all(`select ${measures.join(', ')} from ${rowsSql}`, [], jobStatement))[0] ?? {};
  };
  const from = `read_parquet(${sqlText(parquet)})`;
  const atMost = (i: number) => counts[i]?.distinctOfParts ?? Infinity;
  const unknown = rows <= exactRows ? [] : columns.filter((i) => atMost(i) > fewValues);
  const share = Math.max(minShare, Math.ceil(rows / countedValues));
  // Numbers are read faster than their texts, and hardly any are written in two ways.
  const cellOf = (i: number) => (counts[i]?.numbers === counts[i]?.filled ? `n${i}` : `c${i}`);
  const hashes = unknown.map((i) => `hash(${cellOf(i)}) as h${i}`);
  const sampled = await count(
    unknown,
    (i) => `h${i}) filter (h${i} % ${share} = 0)`,
    `(select ${hashes.join(', ')} from ${from})`,
  );
  const estimates = new Map(unknown.map((i) => [i, Number(sampled[`d${i}`] ?? 0) * share]));
  const few = columns.filter((i) => (estimates.get(i) ?? 0) <= fewValues);
  const exact = await count(few, (i) => `c${i})`, from);
  return new Map(
    columns.map((i) => {
      const isExact = few.includes(i);
      return [i, { count: isExact ? Number(exact[`d${i}`]) : (estimates.get(i) ?? 0), isExact }];
    }),
  );
}

async function readSample(
  tables: TableEngine,
  parquet: string,
  { rows, columns }: CellCounts,
  some: number[],
): Promise<SqlRow> {
  const measures = some.flatMap((i) => {
    const { filled = 0, numbers = 0 } = columns[i] ?? {};
    if (filled === 0) return [];
    const dates = `count(case when n${i} is null and ${isDaySql(`c${i}`)} then 1 end) as t${i}`;
    if (isMost(numbers, filled)) return [`median(n${i}) as m${i}`, ...(numbers < filled ? [dates] : [])];
    const day = `case when ${isIsoDate(`c${i}`)} then c${i} end`;
    const range = stepOf(rows) === 1 ? [`min(${day}) as a${i}`, `max(${day}) as b${i}`] : [];
    return [`count(c${i}) as f${i}`, dates, ...range];
  });
  if (measures.length === 0) return {};
  const [row = {}] = await tables.all(
    `select ${measures.join(', ')} from ${sampleSql(parquet, rows)}`,
    [],
    jobStatement,
  );
  return row;
}

/** Relation of the rows that are looked at in a table of this length. */
function sampleSql(parquet: string, rows: number): string {
  const step = stepOf(rows);
  const from = `read_parquet(${sqlText(parquet)}, file_row_number = true)`;
  return step > 1 ? `(select * from ${from} where file_row_number % ${step} = 0)` : from;
}

function describe(
  i: number,
  { rows, columns }: CellCounts,
  signs: ColumnSigns | undefined,
  distinct: Distinct,
  sampled: SqlRow,
): ColumnMeasures {
  const { filled, numbers, min, max } = columns[i] ?? noCells;
  const kind = kindOf(filled, numbers, Number(sampled[`t${i}`] ?? 0), Number(sampled[`f${i}`] ?? 0));
  const isNumber = kind === 'number';
  const isExact = stepOf(rows) === 1;
  // The range of dates is only known if all rows were read.
  const dates = kind === 'date' && isExact ? { min: sampled[`a${i}`], max: sampled[`b${i}`] } : {};
  return {
    kind,
    decimal: isNumber && signs?.hasDecimals ? signs.decimal : null,
    filled,
    numbers,
    missing: rows - filled,
    distinct: Math.min(distinct.count, filled),
    distinctIsExact: distinct.isExact,
    min: isNumber ? numberText(min) : textOrNull(dates.min),
    max: isNumber ? numberText(max) : textOrNull(dates.max),
    median: isNumber ? medianText(numberOrNull(sampled[`m${i}`])) : null,
    medianIsExact: isExact,
  };
}

const noCells = { filled: 0, numbers: 0, min: null, max: null };

function kindOf(filled: number, numbers: number, dates: number, sampled: number): ColumnMeasures['kind'] {
  if (filled === 0) return 'empty';
  if (isMost(numbers, filled)) return 'number';
  return dates > 0 && isMost(dates, sampled) ? 'date' : 'text';
}

/** Whether a column is of the kind of `part` of its filled cells. */
export function isMost(part: number, whole: number): boolean {
  return part > 0 && part >= kindShare * whole;
}

/** Whether a cell is a date as in ISO 8601, with or without a time. */
export function isIsoDate(column: string): string {
  return `regexp_full_match(${column}, '\\d{4}-\\d\\d-\\d\\d([ T].*)?')`;
}

function stepOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / sampledRows));
}

/** A number as it is stored. */
export function numberText(value: number | null): string | null {
  return value === null ? null : String(value);
}

/** A median as it is stored. The mean of two decimals may have a binary remainder: (138.6 + 138.7) / 2. */
export function medianText(value: number | null): string | null {
  return value === null ? null : String(Number(value.toPrecision(15)));
}
