import type { ColumnInfo } from '@domain/column-info';
import { firstDataRow } from '@domain/limits';

import { sqlText } from '../tables/table-engine';
import { defaultUnit, type TargetUnit } from '../vocabulary';
import type { CheckedColumn, MissingCodes } from './checked-table';

/** Blanks that spreadsheets leave around a value, the non-breaking one included. */
const blanks = sqlText(' \t\r\n\u00a0');
/** Minutes and seconds, with hours in front or fractions behind. */
const clockTime = sqlText('(\\d{1,2}:)?\\d{1,3}:[0-5]?\\d([.,]\\d+)?');
/** Units in which a clock time makes sense: not ms, not m/s. */
const clockUnits = ['s', 'min'];
/** Digits kept of a converted value, so that 300 * 0.1 is 30 and not a hair above a bound. */
const keptDecimals = 6;

/** Cell of a column as text, '' when it is empty. */
export function valueSql(position: number): string {
  return `coalesce(trim(c${position}, ${blanks}), '')`;
}

/**
 * Whether a cell holds no value: empty, or a code that stands for a missing one, be it in any file, by the
 * study's metadata or by what the file says about this column.
 */
export function missingSql(
  { position, info }: Pick<CheckedColumn, 'position' | 'info'>,
  missing: MissingCodes,
): string {
  const value = valueSql(position);
  const texts = ['', ...missing.texts].map(sqlText).join(', ');
  const conditions = [`lower(${value}) in (${texts})`];
  if (missing.numbers.length > 0) conditions.push(`n${position} in (${missing.numbers.join(', ')})`);
  if (info?.missing) conditions.push(...declaredMissingSql(position, info.kind, info.missing));
  return `coalesce(${conditions.join(' or ')}, false)`;
}

/** SQL types in which the cells of a column and the ends of its ranges can be compared. */
const comparedTypes: Record<ColumnInfo['kind'], string | null> = {
  text: null,
  number: 'double',
  date: 'timestamp',
  datetime: 'timestamp',
  time: 'interval',
  duration: 'interval',
};

/** Conditions under which a cell is one of the missing values that a file declares for its column. */
function declaredMissingSql(
  position: number,
  kind: ColumnInfo['kind'],
  { values, ranges }: NonNullable<ColumnInfo['missing']>,
): string[] {
  const value = valueSql(position);
  const conditions =
    values.length > 0 ? [`${value} in (${values.map((text) => sqlText(text.trim())).join(', ')})`] : [];
  const type = comparedTypes[kind];
  if (type === null) return conditions;
  const typed = (sql: string) => `try_cast(${sql} as ${type})`;
  const ends = (end: string | null, sign: '>=' | '<=') =>
    end === null ? [] : [`${typed(value)} ${sign} ${typed(sqlText(end))}`];
  // A range without ends says that every value is missing.
  const ranged = ranges.map(({ from, to }) =>
    [`${value} <> ''`, ...ends(from, '>='), ...ends(to, '<=')].join(' and '),
  );
  return [...conditions, ...ranged.map((condition) => `(${condition})`)];
}

/** Whether a cell can be read as a number of its column's target. */
function readableSql(column: CheckedColumn): string {
  const number = `coalesce(isfinite(n${column.position}), false)`;
  return takesClockTime(column)
    ? `(${number} or regexp_full_match(${valueSql(column.position)}, ${clockTime}))`
    : number;
}

/** Number of a cell in the target's default unit; NULL when it cannot be read. */
export function numberSql(column: CheckedColumn): string {
  const reading = `n${column.position}`;
  const otherwise = takesClockTime(column) ? `else ${clockSql(column)}` : '';
  const number = `case when isfinite(${reading}) then ${convertSql(reading, column.unit)} ${otherwise} end`;
  return `round(${number}, ${keptDecimals})`;
}

/** Cell of a coded column in lower case; whole numbers without decimals, as in 1.0 or 08. */
export function spellingSql(position: number): string {
  const reading = `n${position}`;
  return `case when isfinite(${reading}) and ${reading} = trunc(${reading}) and abs(${reading}) < 1e15
    then cast(cast(${reading} as bigint) as varchar) else lower(${valueSql(position)}) end`;
}

/**
 * Rows of a column with what the rules' conditions speak of: "row" as in the spreadsheet, value,
 * missing, readable, number, spelling. Other columns of the table can be named as c<i> and n<i>.
 */
export function cellsSql(parquet: string, column: CheckedColumn, missing: MissingCodes): string {
  const measured = column.target.type === 'number' || column.target.type === 'year';
  return `select *, file_row_number + ${firstDataRow} as "row",
      ${valueSql(column.position)} as value,
      ${missingSql(column, missing)} as missing,
      ${measured ? readableSql(column) : 'true'} as readable,
      ${measured ? numberSql(column) : 'null'} as number,
      ${column.unit.coding ? spellingSql(column.position) : 'null'} as spelling
    from ${parquet}`;
}

/** Table function over a Parquet file on this machine, with the row numbers that cells are named by. */
export function parquetSql(path: string): string {
  return `read_parquet(${sqlText(path)}, file_row_number = true)`;
}

function takesClockTime({ target, unit }: CheckedColumn): boolean {
  return target.isTime && clockUnits.includes(unit.unit);
}

function convertSql(reading: string, { conversion }: TargetUnit): string {
  const { way, factor, offset } = conversion;
  if (way === 'inverse') return `${factor} / nullif(${reading}, 0)`;
  if (factor === 1 && offset === 0) return reading;
  return `${reading} * ${factor} + (${offset})`;
}

/** A clock time in the default unit of its target, whatever the unit of the column's plain numbers. */
function clockSql(column: CheckedColumn): string {
  const value = valueSql(column.position);
  const part = (index: number) =>
    `try_cast(string_split(replace(${value}, ',', '.'), ':')[${index}] as double)`;
  const seconds = `coalesce(${part(-3)} * 3600, 0) + ${part(-2)} * 60 + ${part(-1)}`;
  const divisor = defaultUnit(column.target).unit === 'min' ? 60 : 1;
  return `case when regexp_full_match(${value}, ${clockTime}) then (${seconds}) / ${divisor} end`;
}
