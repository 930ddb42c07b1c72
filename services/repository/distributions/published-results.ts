import { openRowsOf } from '@domain/licences';

import { firstYear } from '../checks/date-sql';
import { parquetSql, sqlName, sqlText, type StatementOptions, type TableEngine } from '../context/table-engine';
import { longFormat, resultOfTrial, type Target, vocabulary } from '../vocabulary';
import { type Axis, axisOf } from './distribution-sql';

/** A published table as a local file. */
export interface LocalTable {
  /** SQL relation of its rows, with their `file_row_number`. */
  rows: string;
  keys: ReadonlySet<string>;
  /** Number of its first rows that everybody may see, if not all. */
  openRows: number;
}

/** The same as norms and distributions read it (`readableTables`). */
export interface ReadableTable extends LocalTable {
  /** Keys of the results that its rows name, in long format. */
  named: ReadonlySet<string>;
  /** Relation of its rows before they were filled, which takes less time. */
  unfilled: string;
}

/** Published tables with their local files, in the same order. `areClosed`: not everybody may see every row. */
export function localTables(
  tables: readonly { rowCount: number; keys: readonly string[] }[],
  paths: readonly string[],
  areClosed: boolean,
): LocalTable[] {
  const openRows = areClosed ? openRowsOf(tables.map(({ rowCount }) => rowCount)) : [];
  return tables.map(({ keys }, index) => ({
    openRows: openRows[index] ?? 0,
    rows: parquetSql(paths[index] ?? ''),
    keys: new Set(keys),
  }));
}

/** A kind of result of raw data that some of the tables may have. */
export interface RawResult {
  target: Target;
  axis: Axis;
}

/** The results that raw tables may have, in the order of the vocabulary. */
export function rawResults(tables: readonly ReadableTable[]): RawResult[] {
  return [...vocabulary.targets.raw.values()].flatMap((target) => {
    const axis = target.isResult ? axisOf(target) : null;
    const isThere = tables.some(({ keys, named }) => keys.has(target.key) || named.has(target.key));
    return axis && isThere ? [{ target, axis }] : [];
  });
}

/** Whether a result is that of a single trial. */
export function isTrial({ target }: RawResult): boolean {
  return resultOfTrial(target.key) !== null;
}

/** Whether rows of a table name the result that they have. */
export function isLongFormat(keys: ReadonlySet<string>): boolean {
  return keys.has(longFormat.name) && keys.has(longFormat.value);
}

/** Whether a row in long format names a single trial, as 'slj.t1'. */
export const isTrialSql = `${longFormat.name} like '%.t_'`;
/** The result that a row in long format names, or that the trial which it names belongs to. */
export const namedResultSql = `case when ${isTrialSql} then left(${longFormat.name}, -3) else ${longFormat.name} end`;

/** Results are distinguished to the usual decimals: a cell is 1/`scaleOf` of the unit. */
export function scaleOf({ decimals }: Target): number {
  return 10 ** decimals;
}

/**
 * Relation of all results: p (index of the result), s (code of the sex or ''), a (age in completed years), y (year of
 * the test), cell and person (a hash, NULL in rows that everybody may see). Impossible results are left out. With `only`, the results with this index.
 */
export function resultRowsSql(
  results: readonly RawResult[],
  tables: readonly ReadableTable[],
  only: number | null = null,
): string {
  const isAsked = (p: number) => only === null || only === p;
  return tables
    .flatMap((table, index) => [
      ...results.flatMap(({ target }, p) => {
        if (!isAsked(p) || !table.keys.has(target.key)) return [];
        const bounds = `(select ${boundsOf(results[p]!, p)
          .map((value, at) => `${value} as ${boundNames[at]}`)
          .join(', ')})`;
        return rowsSql(table, index, target.key, `cross join ${bounds} as bounds`);
      }),
      ...longRowsSql(results, table, index, isAsked),
    ])
    .join(' union all ');
}

const boundNames = ['p', 'scale', 'least', 'largest'];

function boundsOf({ target, axis }: RawResult, p: number): number[] {
  return [p, scaleOf(target), axis.hard.min, axis.hard.max];
}

function longRowsSql(
  results: readonly RawResult[],
  table: ReadableTable,
  index: number,
  isAsked: (p: number) => boolean,
): string[] {
  const named = results
    .map((result, p) => ({ result, p }))
    .filter(({ result, p }) => isAsked(p) && table.named.has(result.target.key))
    .map(({ result, p }) => `(${sqlText(result.target.key)}, ${boundsOf(result, p).join(', ')})`);
  if (named.length === 0) return [];
  const names = ['named', ...boundNames].join(', ');
  const join = `join (values ${named.join(', ')}) as bounds (${names}) on named = ${sqlName(longFormat.name)}`;
  return [rowsSql(table, index, longFormat.value, join)];
}

function rowsSql(table: LocalTable, index: number, column: string, join: string): string {
  const { rows, keys } = table;
  const value = sqlName(column);
  return `select p, ${sexSql(keys)} as s, ${ageSql(keys)} as a, ${yearSql(keys)} as y,
      cast(floor(${value} * scale + 0.5) as integer) as cell, ${personSql(table, index)} as person
    from ${rows} ${join} where ${value} between least and largest`;
}

function sexSql(keys: ReadonlySet<string>): string {
  return keys.has('sex') ? `coalesce(sex, '')` : `''`;
}

function ageSql(keys: ReadonlySet<string>): string {
  const age = exactAgeSql(keys);
  return age === null ? 'cast(null as integer)' : `cast(floor(${age}) as integer)`;
}

/** SQL expression for the age in years, with decimals if the table has them; null without a column for it. */
export function exactAgeSql(keys: ReadonlySet<string>): string | null {
  const ages = [...(keys.has('age_y') ? ['age_y'] : []), ...(keys.has('age_m') ? ['age_m / 12'] : [])];
  return ages.length === 0 ? null : `coalesce(${ages.join(', ')})`;
}

/** SQL expression for the year of the test; NULL where it is not known or impossible. */
export function yearSql(keys: ReadonlySet<string>): string {
  return knownYearSql(keys) ?? 'cast(null as integer)';
}

/** The same; null without a column for it. The date comes first, because a year is often that of the whole study. */
export function knownYearSql(keys: ReadonlySet<string>): string | null {
  const years = [
    ...(keys.has('test_date') ? ['try_cast(left(cast(test_date as varchar), 4) as integer)'] : []),
    ...(keys.has('test_year') ? ['try_cast(test_year as integer)'] : []),
  ];
  if (years.length === 0) return null;
  const year = `coalesce(${years.join(', ')})`;
  return `case when ${year} between ${firstYear} and 9999 then ${year} end`;
}

/** SQL expression for the country; null without a column for it. A federal state begins with its country: 'DE-BW'. */
export function knownCountrySql(keys: ReadonlySet<string>, prefix: '' | 'g_' = ''): string | null {
  const [country, state] = [`${prefix}country`, `${prefix}state`];
  const countries = [...(keys.has(country) ? [country] : []), ...(keys.has(state) ? [`left(${state}, 2)`] : [])];
  return countries.length === 0 ? null : `coalesce(${countries.join(', ')})`;
}

/**
 * People with a number are the same in all tables; each row without one is another person. NULL in the rows that
 * everybody may see: these do not hide anybody.
 */
function personSql({ keys, openRows }: LocalTable, index: number): string {
  const row = `hash(${index}, file_row_number)`;
  const person = keys.has('person_id') ? `case when person_id is null then ${row} else hash(person_id) end` : row;
  return openRows > 0 ? `case when file_row_number >= ${openRows} then ${person} end` : person;
}

/**
 * Statement that tells whether a person may have several results of one kind: several rows, or in long format several
 * rows of one test. Null without IDs.
 */
export function repeatedSql(tables: readonly LocalTable[]): string | null {
  const numbered = tables.filter(({ keys }) => keys.has('person_id'));
  const isOne = numbered.length === 1;
  const parts = numbered.map(({ rows, keys }) => {
    const test = isOne && hasOnlyLongResults(keys) ? namedResultSql : `''`;
    return `select hash(person_id, ${test}) as id from ${rows} where person_id is not null`;
  });
  if (parts.length === 0) return null;
  return `select count(*) > count(distinct id) as repeated from (${parts.join(' union all ')})`;
}

/** Whether a person may have several results of one kind (`repeatedSql`). */
export async function areRepeated(
  engine: TableEngine,
  tables: readonly LocalTable[],
  options: StatementOptions,
): Promise<boolean> {
  const sql = repeatedSql(tables);
  const [row] = sql === null ? [] : await engine.all(sql, [], options);
  return row?.repeated === true;
}

function hasOnlyLongResults(keys: ReadonlySet<string>): boolean {
  return isLongFormat(keys) && ![...keys].some((key) => vocabulary.targets.raw.get(key)?.isResult);
}
