/** Forms of dates contributors write; years of four digits alone, as two leave the century open. */
const dateFormats = ['%Y-%m-%d', '%d.%m.%Y', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%d.%m.%Y %H:%M'];
const monthFormats = ['%Y-%m', '%m.%Y', '%m/%Y'];
/** Mean length of a year in days. */
const yearDays = 365.25;
const oldestAge = 120;

/** First year a date of a study may have (domain's bounds of `birth_date` and `test_date`). */
export const firstYear = 1900;
/** Last year a date may have: the next one, so that no clock and no time zone decides at the turn of a year. */
export const lastYearSql = '(year(current_date) + 1)';

/** Date in a text; NULL when it is none, or of a year that no date of a study has. */
export function dateSql(text: string): string {
  return withinYears(parsedSql(text, dateFormats));
}

/** Whether a text is a date or month of a year that no date of a study has: 0023, 2099, or two digits. */
export function isOutsideYearsSql(text: string): string {
  const year = `year(coalesce(${parsedSql(text, dateFormats)}, ${parsedSql(text, monthFormats)}))`;
  return `${year} not between ${firstYear} and ${lastYearSql}`;
}

/** Whether a text is read as a date of any year or, with `withMonths`, as a month. */
export function isReadAsDateSql(text: string, withMonths: boolean): string {
  const formats = withMonths ? [...dateFormats, ...monthFormats] : dateFormats;
  return `(${parsedSql(text, formats)} is not null)`;
}

function parsedSql(text: string, formats: string[]): string {
  return `cast(try_strptime(${text}, [${quoted(formats)}]) as date)`;
}

function withinYears(date: string): string {
  return `case when year(${date}) between ${firstYear} and ${lastYearSql} then ${date} end`;
}

/** Month of a date as yyyy-mm. */
export function monthSql(text: string): string {
  return `strftime(${dateSql(text)}, '%Y-%m')`;
}

/**
 * Age in years at the test, to a tenth; in whole years when only the year of the test is known. A month
 * of birth counts as its middle.
 */
export function ageSql(birth: string, test: string, testIsYear: boolean): string {
  const tested = testIsYear ? `make_date(try_cast(${test} as integer), 7, 1)` : dateSql(test);
  const days = daysSql(birth, tested);
  const age = `round(${days} / ${yearDays}, ${testIsYear ? 0 : 1})`;
  return `case when ${age} between 0 and ${oldestAge} then ${age} end`;
}

/** Years from a birth (date, or month as its middle) to a test, with decimals. */
export function yearsBetweenSql(birth: string, test: string): string {
  return `(${daysSql(birth, dateSql(test))} / ${yearDays})`;
}

/** First day of a birth: the date itself, or the first of the month. */
export function birthSql(birth: string): string {
  return `coalesce(${dateSql(birth)}, ${monthStartSql(birth)})`;
}

function daysSql(birth: string, tested: string): string {
  return `date_diff('day', coalesce(${dateSql(birth)}, (${monthStartSql(birth)}) + 14), ${tested})`;
}

function monthStartSql(text: string): string {
  return withinYears(parsedSql(text, monthFormats));
}

function quoted(formats: string[]): string {
  return formats.map((format) => `'${format}'`).join(', ');
}
