/** Date formats of contributors. Only years with four digits, because two digits leave the century open. */
const dateFormats = ['%Y-%m-%d', '%d.%m.%Y', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%d.%m.%Y %H:%M'];
const monthFormats = ['%Y-%m', '%m.%Y', '%m/%Y'];
/** Mean length of a year in days. */
const yearDays = 365.25;
const oldestAge = 120;

/** First possible year of a date (lower bound of `birth_date` and `test_date` in the domain). */
export const firstYear = 1900;
/** Last possible year of a date: the next one, so that clocks and time zones do not matter at the turn of the year. */
export const lastYearSql = '(year(current_date) + 1)';

/** Date in a text; NULL if the text is not a date or its year is not possible. */
export function dateSql(text: string): string {
  return withinYears(parsedSql(text, dateFormats));
}

/** Whether a text is a date or month with an impossible year, such as 0023, 2099 or two digits. */
export function isOutsideYearsSql(text: string): string {
  const year = `year(coalesce(${parsedSql(text, dateFormats)}, ${parsedSql(text, monthFormats)}))`;
  return `${year} not between ${firstYear} and ${lastYearSql}`;
}

/** Whether a text can be read as a date of any year or, if `withMonths`, as a month. */
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
 * Age in years at the test, to a tenth, or in whole years if only the year of the test is known. For a birth month the
 * middle of the month is used.
 */
export function ageSql(birth: string, test: string, testIsYear: boolean): string {
  const tested = testIsYear ? `make_date(try_cast(${test} as integer), 7, 1)` : dateSql(test);
  const days = daysSql(birth, tested);
  const age = `round(${days} / ${yearDays}, ${testIsYear ? 0 : 1})`;
  return `case when ${age} between 0 and ${oldestAge} then ${age} end`;
}

/** Years with decimals from a birth (date, or middle of a month) to a test. */
export function yearsBetweenSql(birth: string, test: string): string {
  return `(${daysSql(birth, dateSql(test))} / ${yearDays})`;
}

/** First possible day of a birth: the date itself, or the first of the month. */
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
