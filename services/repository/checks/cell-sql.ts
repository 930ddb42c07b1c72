import type { ColumnInfo } from '@domain/column-info';

import { sqlText } from '../context/table-engine';
import { spellingSql, valueSql } from '../tables/value-sql';
import { allAges } from '../vocabulary/cell-patterns';
import { partRowsSql } from './cell-parts';
import { type CheckedColumn, type CheckedTable, columnOf, type MappedTable, type MissingCodes } from './checked-table';
import { anyDateSql, anyMonthSql, datedColumns, datedRowsSql, isDated, withinYears, yearOfTextSql } from './date-sql';
import { isNamedByTest, namedNumberSql, namedRowsSql, needsNamedTest, usualSql } from './long-format';
import type { CellSql } from './rule';
import { convertSql, plainTextSql, textNumberSql } from './text-number-sql';

/** Ages of groups, where 'all' stands for no limit, as an empty cell does. */
const agesOfGroups = ['g_age', 'g_age_from', 'g_age_to'];

type JudgedColumn = Pick<CheckedColumn, 'position' | 'info'> & { target?: CheckedColumn['target'] };

/** Targets whose cells are names, even if they are numbers: child 99 is a child. */
const namesOfSomething = ['person_id', 'school_id', 'tester_id', 'study_id', 'postal_code'];

/**
 * Whether a cell is missing: empty, or a missing-value code, whether common to all files, declared in the study's
 * metadata or declared by the file for this column.
 */
export function missingSql({ position, info, target }: JudgedColumn, missing: MissingCodes): string {
  const all = target && agesOfGroups.includes(target.key) ? allAges : [];
  const texts = ['', ...missing.texts, ...all].map(sqlText).join(', ');
  const conditions = [
    // Declared texts that are numbers are also in `numbers`, so the text of a number need not be read. The engine would
    // turn `in` with many texts into a join of all rows, which reads every text.
    `case when n${position} is not null then ${numberMissingSql({ position, target }, missing)}
      else list_contains([${texts}], lower(${valueSql(position)})) end`,
  ];
  if (info?.missing) conditions.push(...declaredMissingSql(position, info.kind, info.missing));
  return `coalesce(${conditions.join(' or ')}, false)`;
}

function numberMissingSql(column: JudgedColumn, missing: MissingCodes): string {
  const codes = numberCodes(column, missing);
  return codes.length > 0 ? `n${column.position} in (${codes.join(', ')})` : 'false';
}

function numberCodes({ target }: JudgedColumn, { numbers }: MissingCodes): number[] {
  const isName = target !== undefined && namesOfSomething.includes(target.key);
  return isName ? numbers.filter((code) => code < 0) : numbers;
}

/** SQL types in which cells are compared with the ends of declared ranges. */
const comparedTypes: Record<ColumnInfo['kind'], string | null> = {
  text: null,
  number: 'double',
  date: 'timestamp',
  datetime: 'timestamp',
  time: 'interval',
  duration: 'interval',
};

/** Conditions under which a cell is one of the missing values that the file declares for its column. */
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
  // A range without ends means that every value is missing.
  const ranged = ranges.map(({ from, to }) => [`${value} <> ''`, ...ends(from, '>='), ...ends(to, '<=')].join(' and '));
  return [...conditions, ...ranged.map((condition) => `(${condition})`)];
}

/**
 * Number of a cell in the default unit of its target, or in long format of the test of its row; NULL if it cannot be
 * read. `text` is the cell's text if it is not a plain number; null if all cells are plain numbers.
 */
export function numberSql(
  column: CheckedColumn,
  table: Pick<MappedTable, 'kind' | 'columns'>,
  text: string | null = plainTextSql(valueSql(column.position)),
): string {
  const plain = convertSql(`n${column.position}`, column.unit);
  const number =
    text === null
      ? plain
      : `case when n${column.position} is not null then ${plain} else ${textReadingSql(text, column, table)} end`;
  return isNamedByTest(column, table) ? namedNumberSql(column, table, number, text) : number;
}

function textReadingSql(text: string, column: CheckedColumn, table: Pick<MappedTable, 'kind' | 'columns'>): string {
  const number = textNumberSql(text, column, usualSql(column, table));
  return column.target.type === 'year' ? `coalesce(${yearOfTextSql(text)}, ${number})` : number;
}

/** Vocabulary code of a cell in a coded column; NULL if unknown. */
export function codeSql({ unit, position }: CheckedColumn): string {
  const spelling = spellingSql(position);
  const cases = (unit.coding?.codes ?? []).map(
    ({ code, spellings }) => `when (${spelling}) in (${spellings.map(sqlText).join(', ')}) then ${sqlText(code)}`,
  );
  const pattern = unit.coding?.pattern;
  if (pattern) cases.push(`when regexp_full_match(${spelling}, ${sqlText(pattern)}) then upper(${spelling})`);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/**
 * Expressions for a cell in the relation of `cellsSql`. If all filled cells are plain numbers, their texts are not
 * read.
 */
export function cellOf(column: CheckedColumn, table: CheckedTable): CellSql {
  const { position } = column;
  const isMixed = isMeasured(column) && !table.plainNumbers.has(position);
  const value = valueSql(position);
  const missing = isNeverMissing(column, table) ? 'false' : `missing${position}`;
  return {
    value,
    missing,
    text: `case when not ${missing} then ${value} end`,
    nonNumericText: isMixed ? `odd${position}` : null,
    readable: isMixed ? `readable${position}` : 'true',
    number: isMeasured(column) ? `number${position}` : 'null',
    spelling: column.unit.coding ? `spelling${position}` : 'null',
    ...(isDated(column) && {
      dates: { any: `anyDate${position}`, date: `date${position}`, month: `month${position}` },
    }),
  };
}

/**
 * Relation of all rows with the given columns' cells and "row" as in the file. Nested selects compute every
 * named expression once; texts are only read for cells that are not plain numbers.
 */
export function cellsSql(parquet: string, columns: CheckedColumn[], table: CheckedTable): string {
  const used = [...new Set(columns)];
  const measured = used.filter(isMeasured);
  const mixed = measured.filter(({ position }) => !table.plainNumbers.has(position));
  const coded = used.filter(({ unit }) => unit.coding);
  const dated = used.filter(isDated);
  const first = [
    `file_row_number + ${table.firstRow} as "row"`,
    ...used.map((column) => `${missingOf(column, table)} as missing${column.position}`),
    ...coded.map(({ position }) => `${spellingSql(position)} as spelling${position}`),
  ];
  const second = [
    ...mixed.map(
      ({ position: i }) =>
        `case when n${i} is null and not missing${i} then ${plainTextSql(valueSql(i))} end as odd${i}`,
    ),
    ...dated.map((column) => `${presentSql(column, table, anyDateSql(column, table))} as anyDate${column.position}`),
  ];
  const third = [
    ...measured.map((column) => {
      const { position: i } = column;
      return `${numberSql(column, table, table.plainNumbers.has(i) ? null : `odd${i}`)} as reading${i}`;
    }),
    ...dated.flatMap((column) => {
      const { position: i } = column;
      const month = `case when anyDate${i} is null then ${anyMonthSql(column, table)} end`;
      return [`${withinYears(`anyDate${i}`)} as date${i}`, `${presentSql(column, table, month)} as month${i}`];
    }),
  ];
  const fourth = [
    ...mixed.map(({ position: i }) => `(n${i} is not null or reading${i} is not null) as readable${i}`),
    ...measured.map(
      (column) => `${presentSql(column, table, `reading${column.position}`)} as number${column.position}`,
    ),
  ];
  return [first, second, third, fourth].reduce(
    (rows, names) => `(select ${['*', ...names].join(', ')} from ${rows})`,
    sourceSql(parquet, used, table),
  );
}

function presentSql(column: CheckedColumn, table: CheckedTable, sql: string): string {
  return isNeverMissing(column, table) ? sql : `case when not missing${column.position} then ${sql} end`;
}

/** Whether the file states that a column has a number in each cell, and none of them is a code for a missing value. */
function isNeverMissing(column: CheckedColumn, { ranges, missing }: CheckedTable): boolean {
  const range = ranges.get(column.position);
  if (!range?.isFilled || column.info?.missing) return false;
  return numberCodes(column, missing).every((code) => code < range.min || code > range.max);
}

function missingOf(column: CheckedColumn, table: CheckedTable): string {
  const { position, info } = column;
  if (!table.plainNumbers.has(position) || info?.missing) return missingSql(column, table.missing);
  return `(n${position} is null or ${numberMissingSql(column, table.missing)})`;
}

/** Whether a column holds numbers. */
export function isMeasured({ target }: CheckedColumn): boolean {
  return target.type === 'number' || target.type === 'year';
}

/**
 * The rows of the file with the parts of split cells; in long format with what the test and the unit of each row say
 * about its result.
 */
export function sourceSql(
  parquet: string,
  columns: CheckedColumn[],
  table: Pick<MappedTable, 'kind' | 'columns' | 'missing'>,
): string {
  const rows = partRowsSql(datedRowsSql(parquet, datedColumns(columns, table)), columns);
  const test = columnOf(table, 'test_name');
  if (!test || !columns.some((column) => needsNamedTest(column, table))) return rows;
  const unit = columnOf(table, 'test_unit');
  const unitSpelling = unit
    ? `case when not ${missingSql(unit, table.missing)} then ${spellingSql(unit.position)} end`
    : 'null';
  return namedRowsSql(rows, { kind: table.kind, test, testSpelling: spellingSql(test.position), unit, unitSpelling });
}
