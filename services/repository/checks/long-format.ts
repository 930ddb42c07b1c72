import type { UploadKind } from '@domain/upload-id';

import { sqlText } from '../context/table-engine';
import { type Target, type TargetUnit, vocabulary } from '../vocabulary';
import { statisticUnits } from '../vocabulary/build-units';
import { farUnit } from './far-unit';
import {
  type IsUsual,
  clockSecondsSql,
  isClockSql,
  keptDecimals,
  secondsIn,
  unitNumberSql,
  usualInColumn,
} from './text-number-sql';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { variantSpellingSql } from './test-variants';

/** Target of the results in long format, and the measure of their statistics. */
const longValue = 'test_value';

type Long = Pick<MappedTable, 'kind' | 'columns'>;

/** Columns that a row in long format gets from the test and the unit it names. */
export const namedTest = {
  key: 'named_test',
  hard: { min: 'named_hard_min', max: 'named_hard_max' },
  warn: { min: 'named_warn_min', max: 'named_warn_max' },
  step: 'named_step',
  zeroImpossible: 'named_zero_impossible',
  /** Seconds in the default unit of a time; NULL for other tests. */
  seconds: 'named_seconds',
  defaultUnit: 'named_default_unit',
  /** The unit as written; NULL if the row names none. */
  unit: 'named_unit',
  /** NULL if the test is not measured in the row's unit. */
  factor: 'named_factor',
  /** A unit that is much larger or smaller than the row's, and its ratio to it; NULL if there is none. */
  farUnit: 'named_far_unit',
  farRatio: 'named_far_ratio',
};

/** Target that a row in long format names by its key. */
export function namedTarget(key: string): Target | null {
  return vocabulary.targets.raw.get(key) ?? null;
}

/** Units of the results of a test that rows name, or of their statistics in aggregated data. */
export function namedUnitsOf(target: Target | null, kind: UploadKind): TargetUnit[] {
  const units = target?.units ?? [];
  return kind === 'raw' ? units : statisticUnits('position', units);
}

/** Whether the cells of a column are results of the test that another column of the row names (long format). */
export function isNamedByTest({ target }: CheckedColumn, table: Pick<MappedTable, 'columns'>): boolean {
  if (columnOf(table, 'test_name') === null) return false;
  if (target.key === longValue) return true;
  const scale = target.statistic?.scale;
  return target.statistic?.measure === longValue && (scale === 'position' || scale === 'spread');
}

/** Whether a column can only be read together with the test that the row names. */
export function needsNamedTest(column: CheckedColumn, table: Pick<MappedTable, 'columns'>): boolean {
  return isNamedByTest(column, table) || (column.target.key === 'test_unit' && columnOf(table, 'test_name') !== null);
}

/**
 * Number of a result in the default unit of the test that its row names, from the number as written (`reading`) or, if
 * the cell is no plain number, from its text: a clock time, or a number with a unit of its own. NULL without a known
 * test, or if the test is not measured in the row's unit.
 */
export function namedNumberSql(column: CheckedColumn, table: Long, reading: string, text: string | null): string {
  const shift = isSpread(column) ? '0' : 'coalesce(named_offset, 0)';
  const written = `case when named_inverse then named_factor / nullif(${reading}, 0)
    else round((${reading}) * coalesce(named_factor, 1) + ${shift}, 6) end`;
  const fromText = text && namedTextSql(column, table, text);
  return `case when named_test is null or (named_unit is not null and named_factor is null) then null
    else ${fromText ? `coalesce(case when n${column.position} is null then ${fromText} end, ${written})` : written} end`;
}

function namedTextSql(column: CheckedColumn, table: Long, text: string): string {
  const clock = `case when ${isClockSql(text)} then round(${clockSecondsSql(text)} / ${namedTest.seconds}, ${keptDecimals}) end`;
  return `case when contains(${text}, ':') then ${clock} else ${unitNumberOf(column, table, text)} end`;
}

/** Whether a number is usual for the target of its column, or in long format for the test of its row. */
export function usualSql(column: CheckedColumn, table: Long): IsUsual {
  if (!isNamedByTest(column, table)) return usualInColumn(column);
  const { min, max } = namedTest.warn;
  return (number) => `${number} * coalesce(named_factor, 1) + coalesce(named_offset, 0) between ${min} and ${max}`;
}

/** As `unitNumberSql`, for the target of a column, or in long format for the test of its row. */
export function unitNumberOf(
  column: CheckedColumn,
  table: Long,
  text: string,
  reading: 'taken' | 'other' = 'taken',
): string {
  if (!isNamedByTest(column, table)) return unitNumberSql(text, column.target, reading);
  const codes = columnOf(table, 'test_name')?.unit.coding?.codes ?? [];
  const cases = codes.flatMap(({ code }) => {
    const named = namedTarget(code);
    if (!named) return [];
    const scale = isSpread(column) ? 'spread' : 'position';
    const units = table.kind === 'raw' ? named.units : statisticUnits(scale, named.units);
    // The bounds are those of results, not of their deviations.
    const warn = isSpread(column) ? null : named.warn;
    return [`when ${sqlText(code)} then ${unitNumberSql(text, { ...named, units, warn }, reading)}`];
  });
  return cases.length > 0 ? `case named_test ${cases.join(' ')} end` : 'null';
}

function isSpread({ target }: CheckedColumn): boolean {
  return target.statistic?.scale === 'spread';
}

/** Expressions for the test and the unit of a row as spelled; without a unit NULL. */
interface Spelled {
  kind: UploadKind;
  test: CheckedColumn;
  testSpelling: string;
  unit: CheckedColumn | null;
  unitSpelling: string;
}

/** Rows in long format with the bounds of the test and the conversion of the unit that each of them names. */
export function namedRowsSql(rows: string, { kind, test, testSpelling, unit, unitSpelling }: Spelled): string {
  const spelledUnit = `coalesce(${unitSpelling}, named_own_unit)`;
  return `(select source.*, tests.* exclude (test_spelling),
      ${spelledUnit} as named_unit, units.* exclude (unit_test, unit_spelling)
    from ${rows} as source
    left join (values ${testRows(test).join(', ')}) as tests (test_spelling, named_test, named_hard_min,
        named_hard_max, named_warn_min, named_warn_max, named_step, named_zero_impossible, named_seconds,
        named_default_unit, named_own_unit)
      on test_spelling = ${variantSpellingSql(test, testSpelling, unitSpelling)}
    left join (values ${unitRows(kind, test, unit).join(', ')}) as units (unit_test, unit_spelling, named_factor,
        named_offset, named_inverse, named_far_unit, named_far_ratio)
      on unit_test = named_test and unit_spelling = coalesce(${spelledUnit}, lower(named_default_unit)))`;
}

function testRows({ unit, namedUnits }: CheckedColumn): string[] {
  const rows = (unit.coding?.codes ?? []).flatMap(({ code, spellings }) => {
    const target = namedTarget(code);
    if (!target) return [];
    // Only years have bounds that depend on the calendar, tests do not.
    const bounds = [target.hard, target.warn].flatMap((pair) => [pair?.min ?? 'null', pair?.max ?? 'null']);
    const unitText = sqlText(target.units[0]?.unit ?? '');
    const facts = [...bounds, target.step ?? 'null', target.zeroImpossible, secondsIn(target) ?? 'null', unitText].join(
      ', ',
    );
    return spellings.map((spelling) => {
      const own = namedUnits?.get(spelling);
      return `(${sqlText(spelling)}, ${sqlText(code)}, ${facts}, ${own === undefined ? 'null' : sqlText(own)})`;
    });
  });
  return rows.length > 0 ? rows : [noTest];
}

const noMeasures = Array.from({ length: 5 }, () => 'cast(null as double)').join(', ');
/** Rows of tables without rows, which SQL does not have, with the types of the others. */
const noTest = `(null, null, ${noMeasures}, false, cast(null as double), null, null)`;
const noUnit =
  '(null, null, cast(null as double), cast(null as double), false, cast(null as varchar), cast(null as double))';

/** Each spelling of a unit with its conversion, for each test that is measured in the unit. */
function unitRows(kind: UploadKind, test: CheckedColumn, unit: CheckedColumn | null): string[] {
  const spellings = new Map((unit?.unit.coding?.codes ?? []).map((code) => [code.code, code.spellings]));
  const rows = (test.unit.coding?.codes ?? []).flatMap(({ code }) => {
    // A spelling that stands for several units of a test ('n') means the first of them.
    const taken = new Set<string>();
    const units = namedUnitsOf(namedTarget(code), kind);
    return units.flatMap((each) => {
      const { unit: name, conversion } = each;
      const words = (test.variants ?? []).flatMap(({ key, spellings: own }) => (key === code ? own : []));
      const all = new Set([name.toLowerCase(), ...(spellings.get(name) ?? []), ...(each === units[0] ? words : [])]);
      const own = [...all].filter((spelling) => !taken.has(spelling));
      for (const spelling of own) taken.add(spelling);
      const far = farUnit(units, each);
      const farFacts = far ? [sqlText(far.unit), far.ratio] : ['cast(null as varchar)', 'cast(null as double)'];
      const facts = [conversion.factor, conversion.offset, conversion.way === 'inverse', ...farFacts].join(', ');
      return own.map((spelling) => `(${sqlText(code)}, ${sqlText(spelling)}, ${facts})`);
    });
  });
  return rows.length > 0 ? rows : [noUnit];
}
