import { firstDataRow } from '@domain/limits';

import { sqlText } from '../tables/table-engine';
import { vocabulary, type Target } from '../vocabulary';
import { missingSql, numberSql, spellingSql, valueSql } from './cell-sql';
import { columnOf, type CheckedColumn, type CheckedTable } from './checked-table';
import type { CellSql } from './rule';

/** Names of a cell's expressions in the relation of `cellsSql`. */
export function cellNames({ position }: CheckedColumn): CellSql {
  return {
    value: `value${position}`,
    missing: `missing${position}`,
    text: `text${position}`,
    readable: `readable${position}`,
    number: `number${position}`,
    spelling: `spelling${position}`,
  };
}

/** Relation of all rows with "row" as in the spreadsheet and the cells of some columns by their names. */
export function cellsSql(parquet: string, columns: CheckedColumn[], table: CheckedTable): string {
  const used = [...new Set(columns)];
  const readings = used.flatMap((column) => readingsSql(column, table));
  const cells = used.flatMap((column) => meaningsSql(column));
  const read = ['*', `file_row_number + ${firstDataRow} as "row"`, ...readings].join(', ');
  // Two levels: what the first one names is worked out once.
  return `(select ${['*', ...cells].join(', ')} from (select ${read} from ${sourceSql(parquet, columns, table)}))`;
}

function readingsSql(column: CheckedColumn, table: CheckedTable): string[] {
  const { position, unit } = column;
  const { value, missing, spelling } = cellNames(column);
  const number = isNamedByTest(column, table) ? namedNumberSql(column) : numberSql(column);
  return [
    `${valueSql(position)} as ${value}`,
    `${missingSql(column, table.missing)} as ${missing}`,
    ...(isMeasured(column) ? [`${number} as reading${position}`] : []),
    `${unit.coding ? spellingSql(position) : 'null'} as ${spelling}`,
  ];
}

function meaningsSql(column: CheckedColumn): string[] {
  const { value, missing, text, readable, number } = cellNames(column);
  const { position } = column;
  const reading = `reading${position}`;
  const measured = isMeasured(column);
  return [
    `case when not ${missing} then ${value} end as ${text}`,
    `${measured ? `(n${position} is not null or ${reading} is not null)` : 'true'} as ${readable}`,
    `${measured ? `case when not ${missing} then ${reading} end` : 'null'} as ${number}`,
  ];
}

/** Whether a column holds numbers. */
export function isMeasured({ target }: CheckedColumn): boolean {
  return target.type === 'number' || target.type === 'year';
}

/** Whether the cells of a column belong to the test that another column of their row names (long format). */
export function isNamedByTest({ target }: CheckedColumn, table: CheckedTable): boolean {
  if (columnOf(table, 'test_name') === null) return false;
  if (target.key === longValue) return true;
  const scale = target.statistic?.scale;
  return target.statistic?.measure === longValue && (scale === 'position' || scale === 'spread');
}

/** Target of the results in long format, and the measure of their statistics. */
const longValue = 'test_value';

/** Columns that a row in long format gets from the test it names. */
export const namedTest = {
  key: 'named_test',
  hard: { min: 'named_hard_min', max: 'named_hard_max' },
  warn: { min: 'named_warn_min', max: 'named_warn_max' },
  step: 'named_step',
  zeroImpossible: 'named_zero_impossible',
};

function namedNumberSql(column: CheckedColumn): string {
  const { position, target } = column;
  const reading = `n${position}`;
  const shift = target.statistic?.scale === 'spread' ? '0' : 'coalesce(named_offset, 0)';
  const unitKnown = 'named_unit is null or named_factor is not null';
  return `case when not (${unitKnown}) then null
    when named_inverse then named_factor / nullif(${reading}, 0)
    else round(${reading} * coalesce(named_factor, 1) + ${shift}, 6) end`;
}

/** The rows of the file; in long format each with the bounds of the test and the unit that it names. */
function sourceSql(parquet: string, columns: CheckedColumn[], table: CheckedTable): string {
  const test = columnOf(table, 'test_name');
  if (!test || !columns.some((column) => isNamedByTest(column, table))) return parquet;
  const unit = columnOf(table, 'test_unit');
  const unitSpelling = unit
    ? `case when not ${missingSql(unit, table.missing)} then ${spellingSql(unit.position)} end`
    : 'null';
  return `(select source.*, tests.* exclude (test_spelling),
      ${unitSpelling} as named_unit, units.* exclude (unit_test, unit_spelling)
    from ${parquet} as source
    left join (values ${testRows(test).join(', ')}) as tests (test_spelling, named_test, named_hard_min,
        named_hard_max, named_warn_min, named_warn_max, named_step, named_zero_impossible)
      on test_spelling = ${spellingSql(test.position)}
    left join (values ${unitRows().join(', ')}) as units (unit_test, unit_spelling, named_factor,
        named_offset, named_inverse)
      on unit_test = named_test and unit_spelling = ${unitSpelling})`;
}

function testRows({ unit }: CheckedColumn): string[] {
  return (unit.coding?.codes ?? []).flatMap(({ code, spellings }) => {
    const target = namedTarget(code);
    if (!target) return [];
    // Bounds that follow the calendar belong to years, not to tests.
    const bounds = [target.hard, target.warn].flatMap((pair) => [pair?.min ?? 'null', pair?.max ?? 'null']);
    const facts = [...bounds, target.step ?? 'null', target.zeroImpossible].join(', ');
    return spellings.map((spelling) => `(${sqlText(spelling)}, ${sqlText(code)}, ${facts})`);
  });
}

function unitRows(): string[] {
  return [...vocabulary.tests.keys()].flatMap((test) =>
    (namedTarget(test)?.units ?? []).map(({ unit, conversion: { factor, offset, way } }) => {
      const facts = [factor, offset, way === 'inverse'].join(', ');
      return `(${sqlText(test)}, ${sqlText(unit.toLowerCase())}, ${facts})`;
    }),
  );
}

/** Target of a test that a row in long format names by its key. */
export function namedTarget(test: string): Target | null {
  return vocabulary.targets.raw.get(test) ?? null;
}
