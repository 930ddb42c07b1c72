/** Forms of dates contributors write; years of four digits alone, as two leave the century open. */
const dateFormats = ['%Y-%m-%d', '%d.%m.%Y', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S', '%d.%m.%Y %H:%M'];
const monthFormats = ['%Y-%m', '%m.%Y', '%m/%Y'];
/** Mean length of a year in days. */
const yearDays = 365.25;
const oldestAge = 120;

/** Date in a text; NULL when it is none. */
function dateSql(text: string): string {
  return `cast(try_strptime(${text}, [${quoted(dateFormats)}]) as date)`;
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
  const middle = `cast(try_strptime(${birth}, [${quoted(monthFormats)}]) as date) + 14`;
  const tested = testIsYear ? `make_date(try_cast(${test} as integer), 7, 1)` : dateSql(test);
  const days = `date_diff('day', coalesce(${dateSql(birth)}, ${middle}), ${tested})`;
  const age = `round(${days} / ${yearDays}, ${testIsYear ? 0 : 1})`;
  return `case when ${age} between 0 and ${oldestAge} then ${age} end`;
}

function quoted(formats: string[]): string {
  return formats.map((format) => `'${format}'`).join(', ');
}
