import { sqlText } from '../context/table-engine';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { dayGroups, dayShape, monthGroups, monthNumbers, monthShape, yearShape } from './date-shapes';
import { valueSql } from './value-sql';

type DateColumn = Pick<CheckedColumn, 'position' | 'dates'>;
type Columns = Pick<MappedTable, 'columns'>;

/** First possible year of a date (lower bound of `birth_date` and `test_date` in the domain). */
export const firstYear = 1900;
/** Last possible year of a date: the next one, so that clocks and time zones do not matter at the turn of the year. */
export const lastYearSql = '(year(current_date) + 1)';

/** Whether the cells of a column are days or months. */
export function isDated({ target }: CheckedColumn): boolean {
  return target.type === 'date' || target.type === 'month';
}

/**
 * Date of a cell: the one reading of dates for check, publication and search. NULL if the cell is no date or its year is
 * not possible.
 */
export function dateSql(column: CheckedColumn, table: Columns): string {
  return withinYears(anyDateSql(column, table));
}

/** Date of a cell in any year; NULL if the cell is no date. */
export function anyDateSql(column: CheckedColumn, table: Columns): string {
  return readDaySql(column, latestSql(column, table));
}

/** First day of a cell that is a month without a day; NULL for other cells and impossible years. */
export function monthStartSql(column: CheckedColumn, table: Columns): string {
  return withinYears(anyMonthSql(column, table));
}

/** First day of a month in any year. */
export function anyMonthSql(column: CheckedColumn, table: Columns): string {
  const parts = `{'year': concat(x.year1, x.year2, x.year3), 'month': concat(x.month1, x.month2, ${monthNumberSql('x.name3')}), 'day': '1'}`;
  return composeSql(matchSql(column, monthShape, monthGroups), parts, column, latestSql(column, table));
}

/** Whether a cell is written as a day, even if that day does not exist. */
export function isDayShapedSql({ position }: DateColumn): string {
  return `regexp_matches(lower(${valueSql(position)}), ${sqlText(dayShape)})`;
}

/** Whether a cell is a year without month and day. */
export function isYearAloneSql({ position }: DateColumn): string {
  return `regexp_matches(${valueSql(position)}, ${sqlText(yearShape)})`;
}

/** Keeps a date if its year is possible. */
export function withinYears(date: string): string {
  return `case when year(${date}) between ${firstYear} and ${lastYearSql} then ${date} end`;
}

/** Smallest number read as a day; smaller ones may be years. As a day it is 1 October 1905. */
const firstSerial = 2101;
/** Largest number read as a day. In the system that begins in 1900 it is 31 December 2099. */
const lastSerial = 73_050;
/** Day 0 of numbered days. */
const dayZero = { 1900: '1899-12-30', 1904: '1904-01-01' };
/** The most frequent shape with its own short pattern, because that of all shapes takes forty times longer. */
const plainShape = '^(\\d{1,2})[./-](\\d{1,2})[./-](\\d{4}|\\d{2})$';
/** A shape with more characters than this is no date. */
const longest = 50;

/** Date of a cell. `latest` is a date after which two-digit years belong to the century before. */
export function readDaySql(column: DateColumn, latest: string): string {
  const { position, dates } = column;
  const text = valueSql(position);
  const number = `n${position}`;
  const isDayFirst = dates?.order !== 'month-first';
  const [first, second] = ['concat(x.first, x.first6)', 'concat(x.second, x.second6)'];
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const parts = `{'year': concat(x.year1, x.year2, x.year3, x.year4, x.year5, x.year6),
    'month': concat(x.month1, x.month5, ${month}, ${monthNumberSql('concat(x.name3, x.name4)')}),
    'day': concat(x.day1, x.day3, x.day4, x.day5, ${day})}`;
  const zero = dayZero[dates?.epoch ?? 1900];
  const plainMatch = `regexp_extract(${text}, ${sqlText(plainShape)}, ['first', 'second', 'year2'])`;
  // The usual forms are read without a pattern, which takes longer.
  return `case when ${number} between ${firstSerial} and ${lastSerial} then date '${zero}' + cast(floor(${number}) as integer)
    when length(${text}) = 10 and ${text}[5] = '-' then try_cast(${text} as date)
    ${isDayFirst ? `when length(${text}) = 10 and ${text}[3] = '.' then cast(try_strptime(${text}, '%d.%m.%Y') as date)` : ''}
    when regexp_matches(${text}, ${sqlText(plainShape)})
      then ${composeSql(plainMatch, `{'year': x.year2, 'month': ${isDayFirst ? 'x.second' : 'x.first'}, 'day': ${isDayFirst ? 'x.first' : 'x.second'}}`, column, latest)}
    when length(${text}) between 6 and ${longest} then ${composeSql(matchSql(column, dayShape, dayGroups), parts, column, latest)} end`;
}

function matchSql({ position }: DateColumn, shape: string, groups: readonly string[]): string {
  return `regexp_extract(lower(${valueSql(position)}), ${sqlText(shape)}, [${groups.map(sqlText).join(', ')}])`;
}

function monthNumberSql(name: string): string {
  const cases = Object.entries(monthNumbers).map(([start, number]) => `when ${sqlText(start)} then '${number}'`);
  return `case left(${name}, 3) ${cases.join(' ')} else '' end`;
}

/** Years before and after the middle of the column in which a year of two digits may lie. */
const halfCentury = 50;
/** Years that a two-digit date may be after `latest`, because a mistake is more likely than an age of 98. */
const yearsLate = 2;

/**
 * Date from the groups of a match. Lists of one bind names, so that the pattern is applied once. A year of two digits
 * is the one nearest to the middle of its column; if it is long after `latest`, the century before.
 */
function composeSql(match: string, parts: string, { dates }: DateColumn, latest: string): string {
  const low = dates?.middleYear ? String(dates.middleYear - halfCentury) : `(year(current_date) - 99)`;
  const short = 'cast(p.year as integer)';
  const nearest = `${low} + (${short} - ${low} % 100 + 100) % 100`;
  const dateIn = (year: string) => `try_cast(concat(${year}, '-', p.month, '-', p.day) as date)`;
  const inCentury = `case when ${dateIn(nearest)} > ${latest} + interval ${yearsLate} year
    then ${dateIn(`${nearest} - 100`)} else ${dateIn(nearest)} end`;
  return `list_transform(list_transform([${match}], lambda x: ${parts}),
    lambda p: case length(p.year) when 2 then ${inCentury} when 4 then ${dateIn('p.year')} end)[1]`;
}

/** Latest date of a column with years of two digits: for births that of the test, otherwise today. */
function latestSql({ target, dates }: CheckedColumn, table: Columns): string {
  const isBirth = target.publish === 'birth-date' || target.publish === 'birth-month';
  const hasTwoDigits = dates === undefined || dates === null || dates.middleYear !== null;
  const test = isBirth && hasTwoDigits ? columnOf(table, 'test_date', 'test_year') : null;
  if (!test) return 'current_date';
  const tested = test.target.type === 'year' ? testYearSql(test) : readDaySql(test, 'current_date');
  return `coalesce(${tested}, current_date)`;
}

/** Middle of a test year. */
export function testYearSql({ position }: DateColumn): string {
  return `case when n${position} between ${firstYear} and ${lastYearSql} then make_date(cast(n${position} as integer), 7, 1) end`;
}
