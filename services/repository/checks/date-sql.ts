import { monthNumbers } from '@domain/month-names';

import { sqlText } from '../context/table-engine';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { dayGroups, dayShape, monthGroups, monthShape, schoolYearShape, yearShape } from '../vocabulary/date-shapes';
import { valueSql } from '../tables/value-sql';
import { plainTextSql } from './text-number-sql';

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
 * not possible. Like all of these expressions it needs the relation of `datedRowsSql`.
 */
export function dateSql(column: CheckedColumn, table: Columns): string {
  return withinYears(anyDateSql(column, table));
}

/** Date of a cell in any year; NULL if the cell is no date. */
export function anyDateSql(column: CheckedColumn, table: Columns): string {
  return daySql(column, latestSql(column, table));
}

/** First day of a cell that is a month without a day; NULL for other cells and impossible years. */
export function monthStartSql(column: CheckedColumn, table: Columns): string {
  return withinYears(anyMonthSql(column, table));
}

/** First day of a month in any year. */
export function anyMonthSql(column: CheckedColumn, table: Columns): string {
  return inCenturySql('first', column.position, latestSql(column, table));
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
/** A text with more characters than this is no date. */
const longest = 50;

/**
 * Adds to rows what the texts of date columns say: day<i> and, for a month without a day, first<i>; the same a century
 * before if the year has two digits; whether a text is written as a day or is a year alone. Every distinct text is read
 * once, because patterns take long and dates repeat.
 */
export function datedRowsSql(rows: string, columns: DateColumn[]): string {
  if (columns.length === 0) return rows;
  const joins = columns.map(
    (column) => `left join ${textsSql(rows, column)} on text${column.position} = ${keySql(column)}`,
  );
  return `(select * exclude (${columns.map(({ position }) => `text${position}`).join(', ')})
    from ${rows} ${joins.join(' ')})`;
}

/** Whether a cell is written as a day, even if that day does not exist. */
export function isDayShapedSql({ position }: DateColumn): string {
  return `isDay${position}`;
}

/** Whether a cell is a year without month and day. */
export function isYearAloneSql({ position }: DateColumn): string {
  return `isYear${position}`;
}

/** Date of a cell in any year. `latest` is a date after which two-digit years belong to the century before. */
export function daySql({ position: i, dates }: DateColumn, latest: string): string {
  const zero = dayZero[dates?.epoch ?? 1900];
  return `case when ${isSerialSql(i)} then date '${zero}' + cast(floor(n${i}) as integer)
    else ${inCenturySql('day', i, latest)} end`;
}

/** Years that a two-digit date may be after `latest`, because a mistake is more likely than an age of 98. */
const yearsLate = 2;

function inCenturySql(name: 'day' | 'first', i: number, latest: string): string {
  return `case when ${name}${i} > ${latest} + interval ${yearsLate} year then ${name}Before${i} else ${name}${i} end`;
}

/** The text of a cell that has to be read; NULL for a numbered day. */
function keySql({ position }: DateColumn): string {
  return `case when not ${isSerialSql(position)} then ${valueSql(position)} end`;
}

function isSerialSql(i: number): string {
  return `coalesce(n${i} between ${firstSerial} and ${lastSerial}, false)`;
}

/** Relation of the distinct texts of a column and what they say. */
function textsSql(rows: string, column: DateColumn): string {
  const { position: i, dates } = column;
  const texts = `select distinct ${keySql(column)} as text${i} from ${rows} where length(${keySql(column)}) <= ${longest}`;
  const matches = `select text${i}, ${extractSql(`text${i}`, dayShape, dayGroups)} as d,
    ${extractSql(`text${i}`, monthShape, monthGroups)} as m from (${texts})`;
  const parts = `select text${i}, concat(d.year1, d.year2, d.year3, d.year4, d.year5, d.year6) as dayYear,
      ${dayEndSql('d', dates?.order !== 'month-first')} as dayEnd,
      concat(m.year1, m.year2, m.year3) as firstYear,
      concat('-', m.month1, m.month2, ${monthNumberSql('m.name3')}, '-1') as firstEnd from (${matches})`;
  const years = ['day', 'first'].map((name) => `${fullYearSql(`${name}Year`, dates)} as ${name}FullYear`);
  const days = ['day', 'first'].flatMap((name) => {
    const dateIn = (year: string) => `try_cast(${year} || ${name}End as date)`;
    const inYear = dateIn(`${name}FullYear`);
    const before = dateIn(`(cast(${name}FullYear as integer) - 100)`);
    return [
      `${inYear} as ${name}${i}`,
      `case length(${name}Year) when 2 then ${before} else ${inYear} end as ${name}Before${i}`,
    ];
  });
  return `(select text${i}, ${days.join(', ')}, dayYear <> '' as isDay${i},
      regexp_matches(text${i}, ${sqlText(yearShape)}) as isYear${i} from (select *, ${years.join(', ')} from (${parts})))`;
}

/** Month and day of the parts of a day, as ISO 8601 writes them after the year. */
function dayEndSql(d: string, isDayFirst: boolean): string {
  const [first, second] = [`${d}.first, ${d}.first6`, `${d}.second, ${d}.second6`];
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return `concat('-', ${d}.month1, ${d}.month5, ${month}, ${monthNumberSql(`concat(${d}.name3, ${d}.name4)`)},
    '-', ${d}.day1, ${d}.day3, ${d}.day4, ${d}.day5, ${day})`;
}

function extractSql(text: string, shape: string, groups: readonly string[]): string {
  return `regexp_extract(lower(${text}), ${sqlText(shape)}, [${groups.map(sqlText).join(', ')}])`;
}

function monthNumberSql(name: string): string {
  const cases = Object.entries(monthNumbers).map(([start, number]) => `when ${sqlText(start)} then '${number}'`);
  return `case left(${name}, 3) ${cases.join(' ')} else '' end`;
}

/** Years before and after the middle of the column in which a year of two digits may lie. */
const halfCentury = 50;

/** Year of four digits. One of two digits is the nearest to the middle of its column. */
function fullYearSql(year: string, dates: DateColumn['dates']): string {
  const low = dates?.middleYear ? String(dates.middleYear - halfCentury) : `(year(current_date) - 99)`;
  const nearest = `${low} + (cast(${year} as integer) - ${low} % 100 + 100) % 100`;
  return `case length(${year}) when 2 then cast(${nearest} as varchar) when 4 then ${year} end`;
}

/** The columns whose texts are read as dates: those used, and for births the test. */
export function datedColumns(columns: CheckedColumn[], table: Columns): CheckedColumn[] {
  const dated = columns.filter(isDated);
  const test = dated.some(isBirth) ? columnOf(table, 'test_date') : null;
  return [...new Set([...dated, ...(test ? [test] : [])])];
}

function isBirth({ target }: CheckedColumn): boolean {
  return target.publish === 'birth-date' || target.publish === 'birth-month';
}

/** Latest date of a column with years of two digits: for births that of the test, otherwise today. */
function latestSql(column: CheckedColumn, table: Columns): string {
  const { dates } = column;
  const hasTwoDigits = dates === undefined || dates === null || dates.middleYear !== null;
  const test = isBirth(column) && hasTwoDigits ? columnOf(table, 'test_date', 'test_year') : null;
  if (!test) return 'current_date';
  const tested = test.target.type === 'year' ? testYearSql(test) : daySql(test, 'current_date');
  return `coalesce(${tested}, current_date)`;
}

/** Middle of a test year. */
export function testYearSql({ position }: DateColumn): string {
  const year = `coalesce(n${position}, ${yearOfTextSql(plainTextSql(valueSql(position)))})`;
  return `case when ${year} between ${firstYear} and ${lastYearSql} then make_date(cast(${year} as integer), 7, 1) end`;
}

/**
 * Year of a text that is a month with its year or a whole date, as a number: 'Mai 2022', 05/2022, 10.5.2022. NULL for a
 * month or day that does not exist, and for a school year: 2019/20, 2010/11.
 */
export function yearOfTextSql(text: string): string {
  const yearOf = (groups: readonly string[], parts: string) => {
    const years = groups.filter((name) => name.startsWith('year')).map((name) => `${parts}.${name}`);
    return fullYearSql(`concat(${years.join(', ')})`, null);
  };
  // The order of day and month does not matter for the year, as long as one of them is a day.
  const dayIn = (isDayFirst: boolean) =>
    `try_cast(${yearOf(dayGroups, 'p.d')} || ${dayEndSql('p.d', isDayFirst)} as date)`;
  const dayYear = `year(coalesce(${dayIn(true)}, ${dayIn(false)}))`;
  const monthYear = `case when not regexp_matches(p.text, ${sqlText(schoolYearShape)}) then ${yearOf(monthGroups, 'p.m')} end`;
  const parts = `{'text': ${text}, 'd': ${extractSql(text, dayShape, dayGroups)},
    'm': ${extractSql(text, monthShape, monthGroups)}}`;
  return `list_transform([${parts}], lambda p: coalesce(cast(${dayYear} as double), try_cast(${monthYear} as double)))[1]`;
}
