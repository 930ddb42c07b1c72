import type { CsvDialect } from '@domain/api/uploads';
import type { ColumnMeasures } from '@domain/column-info';

import { jobStatement, sqlText, type SqlRow, type SqlValue, type TableEngine } from '../context/table-engine';

/** Columns of one measuring statement: counting different values takes 5 MiB and more for each. */
const columnsAtOnce = 20;
/** Up to so many rows everything is counted exactly. */
const exactRows = 20_000;
/** Rows, at equal distances, by which medians and dates are told in longer tables. */
const sampledRows = 100_000;
/** Different values that are counted at most of a long column: every so many by their hash (error about 1 percent). */
const countedValues = 100_000;
/** Up to so many different values they are counted exactly, once a first count has told that they are few. */
const fewValues = 50_000;
/** At least so many values are left out for each that is counted; fewer make it no quicker. */
const minShare = 8;
/** Share of filled cells from which a column is one of numbers, or of dates. */
const kindShare = 0.95;
/** ISO 8601, German, British or American dates, perhaps with a time. */
const datePattern = `\\d{4}-\\d{1,2}-\\d{1,2}([ T]\\d{1,2}:\\d\\d.*)?|\\d{1,2}[.]\\d{1,2}[.]\\d{2,4}|\\d{1,2}/\\d{1,2}/\\d{2,4}`;

/** What the Parquet file itself tells of its columns. */
export interface CellCounts {
  rows: number;
  columns: { filled: number; numbers: number; min: number | null; max: number | null }[];
}

interface ColumnSigns {
  decimal: CsvDialect['decimal'];
  /** Some cell has digits behind the sign. */
  hasDecimals: boolean;
}

/** Counts of cells and bounds of numbers from the statistics in the Parquet file: no cell is read. */
export async function countCells(tables: TableEngine, parquet: string, width: number): Promise<CellCounts> {
  const stats = await tables.all(
    `select path_in_schema as name, sum(num_values) as cells, sum(stats_null_count) as nulls,
            min(try_cast(stats_min_value as double)) as low, max(try_cast(stats_max_value as double)) as high
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
    })),
  };
}

/** What the columns of a table hold; estimates for long tables. `signs` are those of the columns that are kept. */
export async function measureColumns(
  tables: TableEngine,
  parquet: string,
  counts: CellCounts,
  signs: ColumnSigns[],
): Promise<ColumnMeasures[]> {
  const measured: ColumnMeasures[] = [];
  for (let from = 0; from < signs.length; from += columnsAtOnce) {
    const some = signs.map((_, i) => i).slice(from, from + columnsAtOnce);
    const distinct = await countDistinct(tables, parquet, counts.rows, some);
    const sampled = await readSample(tables, parquet, counts, some);
    for (const i of some) measured.push(describe(i, counts, signs[i], distinct.get(i) ?? none, sampled));
  }
  return measured;
}

/** Distinct values and median of one column, from all its rows, within the time of a request. */
export async function measureExactly(
  tables: TableEngine,
  from: string,
  position: number,
): Promise<{ distinct: number; median: string | null }> {
  const [counted = {}] = await tables.all(
    `select count(*) as "values" from (select distinct c${position} from ${from} where c${position} is not null)`,
  );
  const [{ numbers = 0 } = {}] = await tables.all(`select count(n${position}) as numbers from ${from}`);
  const count = Number(numbers);
  // A sort spills to disk where it must; a median keeps all numbers in memory.
  const middle = await tables.all(
    `select n${position} as n from ${from} where n${position} is not null order by n limit ? offset ?`,
    [count % 2 === 0 ? 2 : 1, Math.max(0, Math.ceil(count / 2) - 1)],
  );
  const sum = middle.reduce((total, row) => total + Number(row.n), 0);
  return { distinct: Number(counted.values), median: middle.length > 0 ? text(sum / middle.length) : null };
}

interface Distinct {
  count: number;
  isExact: boolean;
}
const none: Distinct = { count: 0, isExact: true };

/**
 * Different values per column. The engine's own estimate is off by 10 percent and more and takes longer
 * than counting a share of the values, which also tells where they are few enough to be counted exactly.
 */
async function countDistinct(
  tables: TableEngine,
  parquet: string,
  rows: number,
  columns: number[],
): Promise<Map<number, Distinct>> {
  const count = async (some: number[], valueOf: (column: string) => string) => {
    if (some.length === 0) return {};
    const measures = some.map((i) => `count(distinct ${valueOf(`c${i}`)}) as d${i}`);
    const from = `read_parquet(${sqlText(parquet)})`;
    return (await tables.all(`select ${measures.join(', ')} from ${from}`, [], jobStatement))[0] ?? {};
  };
  const share = rows <= exactRows ? 1 : Math.max(minShare, Math.ceil(rows / countedValues));
  const counted =
    share === 1 ? {} : await count(columns, (c) => `case when hash(${c}) % ${share} = 0 then hash(${c}) end`);
  const few = columns.filter((i) => Number(counted[`d${i}`] ?? 0) * share <= fewValues);
  const exact = await count(few, (c) => c);
  return new Map(
    columns.map((i) => {
      const isExact = few.includes(i);
      return [i, { count: isExact ? Number(exact[`d${i}`]) : Number(counted[`d${i}`]) * share, isExact }];
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
    if (isMost(numbers, filled)) return [`median(n${i}) as m${i}`];
    return [
      `count(c${i}) as f${i}, count(case when ${isDate(`c${i}`)} then 1 end) as t${i},
       min(case when ${isIsoDate(`c${i}`)} then c${i} end) as a${i}, max(case when ${isIsoDate(`c${i}`)} then c${i} end) as b${i}`,
    ];
  });
  if (measures.length === 0) return {};
  const step = stepOf(rows);
  const [row = {}] = await tables.all(
    `select ${measures.join(', ')} from read_parquet(${sqlText(parquet)}, file_row_number = true)
      ${step > 1 ? `where file_row_number % ${step} = 0` : ''}`,
    [],
    jobStatement,
  );
  return row;
}

function describe(
  i: number,
  { rows, columns }: CellCounts,
  signs: ColumnSigns | undefined,
  distinct: Distinct,
  sampled: SqlRow,
): ColumnMeasures {
  const { filled, numbers, min, max } = columns[i] ?? { filled: 0, numbers: 0, min: null, max: null };
  const kind = kindOf(filled, numbers, Number(sampled[`t${i}`] ?? 0), Number(sampled[`f${i}`] ?? 0));
  const isNumber = kind === 'number';
  const isExact = stepOf(rows) === 1;
  // Bounds of dates are told only where all rows were looked at.
  const dates = kind === 'date' && isExact ? { min: sampled[`a${i}`], max: sampled[`b${i}`] } : {};
  return {
    kind,
    decimal: isNumber && signs?.hasDecimals ? signs.decimal : null,
    filled,
    numbers,
    missing: rows - filled,
    distinct: Math.min(distinct.count, filled),
    distinctIsExact: distinct.isExact,
    min: isNumber ? text(min) : textOrNull(dates.min),
    max: isNumber ? text(max) : textOrNull(dates.max),
    median: isNumber ? text(numberOrNull(sampled[`m${i}`])) : null,
    medianIsExact: isExact,
  };
}

function kindOf(filled: number, numbers: number, dates: number, sampled: number): ColumnMeasures['kind'] {
  if (filled === 0) return 'empty';
  if (isMost(numbers, filled)) return 'number';
  return dates > 0 && isMost(dates, sampled) ? 'date' : 'text';
}

function isMost(part: number, whole: number): boolean {
  return part > 0 && part >= kindShare * whole;
}

function isDate(column: string): string {
  return `regexp_full_match(${column}, '${datePattern}')`;
}

function isIsoDate(column: string): string {
  return `regexp_full_match(${column}, '\\d{4}-\\d\\d-\\d\\d([ T].*)?')`;
}

function stepOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / sampledRows));
}

function text(value: number | null): string | null {
  return value === null ? null : String(value);
}

function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: SqlValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
