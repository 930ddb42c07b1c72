import { cellOf, cellsSql } from '../checks/cell-sql';
import type { CheckedColumn, CheckedTable } from '../checks/checked-table';
import { namedTest } from '../checks/long-format';
import { sqlText } from '../context/table-engine';
import type { Target } from '../vocabulary';

/** Bounds of a target and bins for the results within its warning bounds. */
export interface Axis {
  warn: { min: number; max: number };
  hard: { min: number; max: number };
  /** Results are distinguished to 1/`scale` of the unit: one decimal more than usual. */
  scale: number;
  binWidth: number;
  bins: number;
}

/** More bins would be narrower than 3 pixels on a small screen. */
const maxBins = 80;
const niceSteps = [1, 2, 2.5, 5];

/** Null for targets without bounds or with bounds that depend on the calendar. Results of tests have both bounds. */
export function axisOf({ warn, hard, step, decimals }: Target): Axis | null {
  if (!warn || !hard || warn.max === 'this-year' || hard.max === 'this-year') return null;
  const usual = 10 ** decimals;
  const cells = Math.round((warn.max - warn.min + (step ?? 0)) * usual);
  const cellsPerBin = chooseWidth(cells, Math.round((step ?? 0) * usual));
  return {
    warn: { min: warn.min, max: warn.max },
    hard: { min: hard.min, max: hard.max },
    scale: 10 * usual,
    binWidth: cellsPerBin / usual,
    bins: Math.ceil(cells / cellsPerBin),
  };
}

/**
 * Smallest round bin width, in cells of the usual decimals, that divides the range evenly, if there is one; otherwise
 * the smallest.
 */
function chooseWidth(cells: number, stepCells: number): number {
  const widths = [1, 10, 100, 1000, 10_000]
    .flatMap((power) => niceSteps.map((nice) => nice * power))
    .filter((width) => Number.isInteger(width) && cells / width <= maxBins)
    .filter((width) => stepCells === 0 || width % stepCells === 0);
  return widths.slice(0, niceSteps.length).find((width) => cells % width === 0) ?? widths[0] ?? cells;
}

/** Results of one distribution: of a column, or in long format of one of the tests that its rows name. */
export interface PicturedResults {
  column: CheckedColumn;
  /** Test that the rows name; null if the column itself belongs to a test. */
  test: string | null;
  axis: Axis;
}

/** Zone of a number, or the reason why a cell has none. */
export const zones = {
  impossiblyLow: -2,
  unusuallyLow: -1,
  usual: 0,
  unusuallyHigh: 1,
  impossiblyHigh: 2,
  missing: 8,
  unreadable: 9,
} as const;

/** Sex code for tables without a column for sex. */
export const everybody = '*';

/**
 * Statement that counts results by picture, test, sex, zone and bin. Each row also has the quartiles of its picture,
 * test and sex. Each column is read once. Numbers are grouped to one decimal more than usual, so that memory is limited
 * for tables of any length.
 */
export function distributionSql(
  parquet: string,
  pictured: PicturedResults[],
  table: CheckedTable,
  sex: SexOfRows | null,
): string {
  const columns = [...new Set(pictured.map(({ column }) => column))];
  const parts = columns.map((column) => {
    const own = pictured.filter((one) => one.column === column);
    return `select * from (${resultsSql(parquet, own, table, sex)})`;
  });
  return `with
    results as materialized (${parts.join(' union all ')}),
    ranked as (
      select picture, test, sex, (low + high) / 2 as middle,
        sum(count) over (partition by picture, test, sex order by low rows unbounded preceding) as upto,
        sum(count) over (partition by picture, test, sex) - 1 as last
      from results where low is not null),
    quartiles as (
      select picture, test, sex, ${['0.25', '0.5', '0.75'].map(quartileSql).join(', ')}
      from ranked group by all)
    select picture, test, sex, zone, bin, sum(count) as count, min(low) as low, max(high) as high,
      any_value(lower_quartile) as lower_quartile, any_value(median) as median,
      any_value(upper_quartile) as upper_quartile
    from (
      select results.*, case when zone = ${zones.usual}
        then least(floor((cell - first_cell) / cells_per_bin), bins - 1) end as bin
      from results join (values ${pictured.map(binRow).join(', ')})
        as axes (picture, test, first_cell, cells_per_bin, bins) using (picture, test))
      left join quartiles using (picture, test, sex)
    group by picture, test, sex, zone, bin
    order by picture, test, sex, zone, bin`;
}

/** Number of results per cell of the scale, with the smallest and largest of them. */
function resultsSql(parquet: string, pictured: PicturedResults[], table: CheckedTable, sex: SexOfRows | null): string {
  const [first] = pictured;
  if (!first) throw new Error('No results to count');
  const { column, test, axis } = first;
  const names = columnOfTest(table, test);
  const used = [column, ...(sex ? [sex.column] : []), ...names];
  const cell = cellOf(column, table);
  const rows = `select ${column.position} as picture, ${test === null ? "''" : namedTest.key} as test,
      ${sex ? sex.sql : sqlText(everybody)} as sex, ${cell.number} as number, ${cell.missing} as missing,
      ${test === null ? axisSql(axis) : 'bounds.* exclude (named)'}
    from ${cellsSql(parquet, used, table)}
    ${test === null ? '' : `join (values ${pictured.map(boundsRow).join(', ')}) as bounds (named, ${axisNames.join(', ')}) on named = ${namedTest.key}`}`;
  return `select picture, test, sex, zone, cell, count(*) as count, min(read) as low, max(read) as high
    from (select *, ${cellSql} as cell, case when zone between -2 and 2 then number end as read
      from (select *, ${zoneSql} as zone from (${rows})))
    group by picture, test, sex, zone, cell`;
}

function columnOfTest(table: CheckedTable, test: string | null): CheckedColumn[] {
  const keys = test === null ? [] : ['test_name', 'test_unit'];
  return keys.flatMap((key) => table.columns.find(({ target }) => target.key === key) ?? []);
}

const axisNames = ['hard_min', 'warn_min', 'warn_max', 'hard_max', 'scale'];

function boundsOf({ warn, hard, scale }: Axis): number[] {
  return [hard.min, warn.min, warn.max, hard.max, scale];
}

function axisSql(axis: Axis): string {
  return boundsOf(axis)
    .map((value, index) => `cast(${value} as double) as ${axisNames[index]}`)
    .join(', ');
}

function boundsRow({ test, axis }: PicturedResults): string {
  return `(${sqlText(test ?? '')}, ${boundsOf(axis)
    .map((value) => `cast(${value} as double)`)
    .join(', ')})`;
}

function binRow({ column, test, axis }: PicturedResults): string {
  const { warn, scale, binWidth, bins } = axis;
  const cells = [warn.min * scale, binWidth * scale].map((value) => Math.round(value));
  return `(${column.position}, ${sqlText(test ?? '')}, ${cells.join(', ')}, ${bins})`;
}

/** The most frequent case comes first. Infinite values are not measurements. */
const zoneSql = `case
  when number between warn_min and warn_max then ${zones.usual}
  when missing then ${zones.missing}
  when number is null or not isfinite(number) then ${zones.unreadable}
  when number < hard_min then ${zones.impossiblyLow}
  when number < warn_min then ${zones.unusuallyLow}
  when number <= hard_max then ${zones.unusuallyHigh}
  else ${zones.impossiblyHigh} end`;

/** Margin for binary fractions: 4.35 * 100 is slightly below 435. */
const margin = '1e-6';

/**
 * Numbers to one decimal more than usual, as integers, because those are grouped faster. Impossible numbers are
 * unbounded and rounded to a fifth of a percent.
 */
const cellSql = `cast(case
  when zone between -1 and 1 then floor(number * scale + ${margin})
  when zone in (-2, 2) then sign(number) * round(500 * ln(1 + abs(number)))
  else 0 end as integer)`;

/**
 * Quantile of ranked results (middle, upto and last as in `distributionSql`). Interpolates between the two neighbouring
 * results, as most statistics programs do.
 */
export function quartileSql(share: string, index: number): string {
  const position = `last * ${share}`;
  const at = (rank: string) => `min(middle) filter (where upto > ${rank}(${position}))`;
  const between = `any_value(${position} - floor(${position}))`;
  const name = ['lower_quartile', 'median', 'upper_quartile'][index];
  return `${at('floor')} + (${at('ceil')} - ${at('floor')}) * ${between} as ${name}`;
}

/** Column for sex, and the expression for the code of a row: '' if missing or unknown. */
export interface SexOfRows {
  column: CheckedColumn;
  sql: string;
}

/** With more distinct texts than this, each row is read on its own. */
export const mostSexTexts = 50;

/** Statement that lists the distinct texts of a column for sex with their codes, at most one more than are used. */
export function sexTextsSql(parquet: string, sex: CheckedColumn, table: CheckedTable): string {
  const text = `c${sex.position}`;
  return `select ${text} as text, any_value(${readSexSql(sex, table)}) as code
    from ${cellsSql(parquet, [sex], table)} where ${text} is not null group by ${text} limit ${mostSexTexts + 1}`;
}

/**
 * Reads the sex of rows from the few distinct texts, because reading every cell again for every column would take
 * longer than counting.
 */
export function sexOfRows(sex: CheckedColumn, table: CheckedTable, texts: { text: string; code: string }[]): SexOfRows {
  if (texts.length > mostSexTexts) return { column: sex, sql: readSexSql(sex, table) };
  const known = texts.filter(({ code }) => code !== '');
  const cases = known.map(({ text, code }) => `when c${sex.position} = ${sqlText(text)} then ${sqlText(code)}`);
  return { column: sex, sql: known.length === 0 ? "''" : `case ${cases.join(' ')} else '' end` };
}

/** Uses lists, because `in` would become a join. */
function readSexSql(sex: CheckedColumn, table: CheckedTable): string {
  const { missing, spelling } = cellOf(sex, table);
  const cases = (sex.unit.coding?.codes ?? []).map(
    ({ code, spellings }) =>
      `when list_contains([${spellings.map(sqlText).join(', ')}], ${spelling}) then ${sqlText(code)}`,
  );
  return `case when ${missing} then '' ${cases.join(' ')} else '' end`;
}
