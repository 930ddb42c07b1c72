import type { ColumnInfo } from '@domain/column-info';

import { sqlText } from '../context/table-engine';
import type { CheckedColumn, MissingCodes } from './checked-table';
import { convertSql, textNumberSql } from './text-number-sql';

/** Blanks that spreadsheets leave around a value, the non-breaking one included. */
const blanks = sqlText(' \t\r\n\u00a0');

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
  const texts = ['', ...missing.texts].map(sqlText).join(', ');
  const conditions = [
    // A declared text that is a number is among the numbers too: the text of a number need not be read.
    // The engine turns `in` with many texts into a join of all rows, which reads every text after all.
    `case when n${position} is not null then ${numberMissingSql(position, missing)}
      else list_contains([${texts}], lower(${valueSql(position)})) end`,
  ];
  if (info?.missing) conditions.push(...declaredMissingSql(position, info.kind, info.missing));
  return `coalesce(${conditions.join(' or ')}, false)`;
}

function numberMissingSql(position: number, { numbers }: MissingCodes): string {
  return numbers.length > 0 ? `n${position} in (${numbers.join(', ')})` : 'false';
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
  const ranged = ranges.map(({ from, to }) => [`${value} <> ''`, ...ends(from, '>='), ...ends(to, '<=')].join(' and '));
  return [...conditions, ...ranged.map((condition) => `(${condition})`)];
}

/**
 * Number of a cell in the target's default unit; NULL when it cannot be read. `text` is the cell's text
 * where it is no plain number.
 */
export function numberSql(column: CheckedColumn, text = valueSql(column.position)): string {
  const reading = `n${column.position}`;
  return `case when ${reading} is not null then ${convertSql(reading, column.unit)}
    else ${textNumberSql(text, column)} end`;
}

/** Cell of a coded column in lower case; whole numbers without decimals, as in 1.0 or 08. */
export function spellingSql(position: number): string {
  const reading = `n${position}`;
  return `case when isfinite(${reading}) and ${reading} = trunc(${reading}) and abs(${reading}) < 1e15
    then cast(cast(${reading} as bigint) as varchar) else lower(${valueSql(position)}) end`;
}

/** Code of the vocabulary that a cell of a coded column stands for; NULL when it is unknown. */
export function codeSql({ unit, position }: CheckedColumn): string {
  const spelling = spellingSql(position);
  const cases = (unit.coding?.codes ?? []).map(
    ({ code, spellings }) => `when (${spelling}) in (${spellings.map(sqlText).join(', ')}) then ${sqlText(code)}`,
  );
  const pattern = unit.coding?.pattern;
  if (pattern) cases.push(`when regexp_full_match(${spelling}, ${sqlText(pattern)}) then upper(${spelling})`);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}
