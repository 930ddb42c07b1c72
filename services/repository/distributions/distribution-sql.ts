import { cellOf, cellsSql, namedTest } from '../checks/cells-sql';
import type { CheckedColumn, CheckedTable } from '../checks/checked-table';
import { sqlText } from '../tables/table-engine';
import type { Axis } from './axis';

/** Results that make one picture: of a column, in long format of one of the tests its rows name. */
export interface PicturedResults {
  column: CheckedColumn;
  /** Test that the rows name; null where the column itself belongs to a test. */
  test: string | null;
  axis: Axis;
}

/** Where a number lies, or why a cell has none. */
export const zones = {
  impossiblyLow: -2,
  unusuallyLow: -1,
  usual: 0,
  unusuallyHigh: 1,
  impossiblyHigh: 2,
  missing: 8,
  unreadable: 9,
} as const;

/** Sex of rows in a table without such a column. */
export const everybody = '*';

/**
 * Statement that counts results by picture, test, sex, zone and bin; each row also has the quartiles of its
 * picture, test and sex. Each column is read once. What is kept of it are the numbers told apart to one
 * decimal more than usual, so that a table of any length takes a bounded memory.
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

/** Counts of a column's numbers that agree to their cell, with the smallest and the largest of them. */
function resultsSql(parquet: string, pictured: PicturedResults[], table: CheckedTable, sex: SexOfRows | null): string {
  const [first] = pictured;
  if (!first) throw new Error('A chart needs a column');
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

/** The commonest first. What is infinite is no number that somebody measured. */
const zoneSql = `case
  when number between warn_min and warn_max then ${zones.usual}
  when missing then ${zones.missing}
  when number is null or not isfinite(number) then ${zones.unreadable}
  when number < hard_min then ${zones.impossiblyLow}
  when number < warn_min then ${zones.unusuallyLow}
  when number <= hard_max then ${zones.unusuallyHigh}
  else ${zones.impossiblyHigh} end`;

/** Room for what binary fractions lack: 4.35 * 100 is a hair below 435. */
const hair = '1e-6';

/**
 * Numbers to one decimal more than usual, as whole numbers, which are grouped faster; impossible ones, which
 * have no end, to a fifth of a percent.
 */
const cellSql = `cast(case
  when zone between -1 and 1 then floor(number * scale + ${hair})
  when zone in (-2, 2) then sign(number) * round(500 * ln(1 + abs(number)))
  else 0 end as integer)`;

/** Interpolated between the two results next to the place, as most statistics programs do. */
function quartileSql(share: string, index: number): string {
  const place = `last * ${share}`;
  const at = (rank: string) => `min(middle) filter (where upto > ${rank}(${place}))`;
  const between = `any_value(${place} - floor(${place}))`;
  const name = ['lower_quartile', 'median', 'upper_quartile'][index];
  return `${at('floor')} + (${at('ceil')} - ${at('floor')}) * ${between} as ${name}`;
}

/** Column of sex, and the expression of a row's code: '' where it is missing or unknown. */
export interface SexOfRows {
  column: CheckedColumn;
  sql: string;
}

/** More different texts than this are looked at one by one. */
export const mostSexTexts = 50;

/** Statement that lists the different texts of a column of sex with their codes, one more than are of use. */
export function sexTextsSql(parquet: string, sex: CheckedColumn, table: CheckedTable): string {
  const text = `c${sex.position}`;
  return `select ${text} as text, any_value(${readSexSql(sex, table)}) as code
    from ${cellsSql(parquet, [sex], table)} where ${text} is not null group by ${text} limit ${mostSexTexts + 1}`;
}

/** Reads the sex of rows by the few texts that there are: reading each anew for every column takes longer than counting. */
export function sexOfRows(sex: CheckedColumn, table: CheckedTable, texts: { text: string; code: string }[]): SexOfRows {
  if (texts.length > mostSexTexts) return { column: sex, sql: readSexSql(sex, table) };
  const known = texts.filter(({ code }) => code !== '');
  const cases = known.map(({ text, code }) => `when c${sex.position} = ${sqlText(text)} then ${sqlText(code)}`);
  return { column: sex, sql: known.length === 0 ? "''" : `case ${cases.join(' ')} else '' end` };
}

/** Lists are looked through, since `in` becomes a join. */
function readSexSql(sex: CheckedColumn, table: CheckedTable): string {
  const { missing, spelling } = cellOf(sex, table);
  const cases = (sex.unit.coding?.codes ?? []).map(
    ({ code, spellings }) =>
      `when list_contains([${spellings.map(sqlText).join(', ')}], ${spelling}) then ${sqlText(code)}`,
  );
  return `case when ${missing} then '' ${cases.join(' ')} else '' end`;
}
