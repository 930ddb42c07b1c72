import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { dateSql, monthStartSql, testYearSql, withinYears } from './date-sql';
import type { CellSql } from './rule';

/** Mean length of a year in days. */
export const yearDays = 365.25;
/** Middle of a month of birth, as days after its first. */
const halfMonth = 14;

/** Ages that people in a study can have (own estimate). */
export const ages = { min: 2, max: 110 };

type Columns = Pick<MappedTable, 'columns'>;

/** Columns from which an age can be computed: birth, and test (date or year). */
export interface AgeSource {
  birth: CheckedColumn;
  test: CheckedColumn;
}

/** The columns from which the age of each row is computed; null if there are none, or if an age is mapped. */
export function ageSource(table: Columns): AgeSource | null {
  if (columnOf(table, 'age_y', 'age_m')) return null;
  const [birth, test] = [columnOf(table, 'birth_date', 'birth_month'), columnOf(table, 'test_date', 'test_year')];
  return birth && test ? { birth, test } : null;
}

/** Dates of birth and test, as SQL. */
export interface BirthAndTest {
  birth: string;
  test: string;
}

/** Dates of birth (of a month its middle) and test (of a year its middle) of a row. */
export function birthAndTestSql({ birth, test }: AgeSource, table: Columns): BirthAndTest {
  return {
    birth: `coalesce(${dateSql(birth, table)}, ${monthStartSql(birth, table)} + ${halfMonth})`,
    test: test.target.type === 'year' ? testYearSql(test) : dateSql(test, table),
  };
}

/** The same for rules, whose relation names the dates. */
export function birthAndTestOf({ birth, test }: AgeSource, cellOf: (column: CheckedColumn) => CellSql): BirthAndTest {
  return {
    birth: birthOf(cellOf(birth)),
    test: test.target.type === 'year' ? testYearSql(test) : (cellOf(test).dates?.date ?? 'null'),
  };
}

/** Date of a birth; of a month its middle. */
export function birthOf({ dates }: CellSql): string {
  return dates ? `coalesce(${dates.date}, ${withinYears(dates.month)} + ${halfMonth})` : 'null';
}

/** Age in years of each row, given or computed, with the columns it comes from; null if the table has none. */
export function ageInYears(
  table: Columns,
  cellOf: (column: CheckedColumn) => CellSql,
): { years: string; columns: CheckedColumn[] } | null {
  const age = columnOf(table, 'age_y', 'age_m');
  if (age) return { years: `(${cellOf(age).number} / ${age.target.key === 'age_m' ? 12 : 1})`, columns: [age] };
  const source = ageSource(table);
  return source && { years: exactYearsSql(birthAndTestOf(source, cellOf)), columns: [source.birth, source.test] };
}

/** Completed years from birth to test and the part of the year since the last birthday. */
export function exactYearsSql({ birth, test }: BirthAndTest): string {
  const [b, t] = [`(${birth})`, `(${test})`];
  const years = `datesub('year', ${b}, ${t})`;
  return `(${years} + date_diff('day', cast(${b} + to_years(cast(${years} as integer)) as date), ${t}) / ${yearDays})`;
}

/**
 * Years as they are published: completed tenths, or completed years if only the year of the test is known. They are not
 * rounded, because whoever reads an age takes 8 for a person who is at least 8 and not yet 9.
 */
export function completedAgeSql(years: string, test: CheckedColumn): string {
  return test.target.type === 'year' ? `floor(${years})` : `floor(${years} * 10) / 10`;
}

/** Age that is published; NULL if it is not possible. */
export function publishedAgeSql(source: AgeSource, table: Columns): string {
  const { birth, test } = birthAndTestSql(source, table);
  const years = exactYearsSql({ birth: 'd.birth', test: 'd.test' });
  const age = completedAgeSql(years, source.test);
  return `list_transform(list_transform([{'birth': ${birth}, 'test': ${test}}], lambda d: ${age}),
    lambda a: case when a >= ${ages.min} and a < ${ages.max + 1} then a end)[1]`;
}
