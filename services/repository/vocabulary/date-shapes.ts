import { monthNames } from '@domain/month-names';

import { dashes } from './cell-patterns';

const weekday = '(?:(?:mo|di|mi|do|fr|sa|so|tue|wed|thu|sun)[a-z]*[.,]*\\s+)?';
const hour = '(?:[01]?\\d|2[0-4])';
const timeOfDay =
  `(?:(?:t|,?\\s+)${hour}(?:[:.][0-5]\\d(?:[:.](?:[0-5]\\d|60)(?:[.,]\\d+)?)?(?:\\s*(?:[ap]\\.?m\\.?|uhr|h))?|\\s*(?:uhr|[ap]m))` +
  '\\s*(?:z|[+-]\\d{2}:?\\d{2})?)?';
const sign = `\\s*[${dashes}./-]\\s*`;
const space = '[\\s.-]*';
const ordinal = '(?:st|nd|rd|th)?';

/** A day in lower case, with the groups of `dayGroups`. Also matches days that no month has. */
export const dayShape =
  `^${weekday}(?:(\\d{4})${sign}(\\d{1,2})${sign}(\\d{1,2})` +
  `|(\\d{1,2})${sign}(\\d{1,2})${sign}'?(\\d{4}|\\d{2})` +
  `|(\\d{1,2})${ordinal}${space}(${monthNames})[\\s.,-]*'?(\\d{4}|\\d{2})` +
  `|(${monthNames})${space}(\\d{1,2})${ordinal}(?:,\\s*|\\s+)(\\d{4})` +
  `|((?:19|20)\\d{2})(0\\d|1[0-2])([0-3]\\d)|(\\d{2})(\\d{2})((?:19|20)\\d{2}))${timeOfDay}$`;

/**
 * What the groups of `dayShape` hold. `first` and `second` are day and month, in an order that depends on the column.
 */
export const dayGroups = [
  ...['year1', 'month1', 'day1'],
  ...['first', 'second', 'year2'],
  ...['day3', 'name3', 'year3'],
  ...['name4', 'day4', 'year4'],
  ...['year5', 'month5', 'day5'],
  ...['first6', 'second6', 'year6'],
] as const;

const monthNumber = '0?[1-9]|1[0-2]';

/** A month without a day in lower case, with the groups of `monthGroups`. */
export const monthShape =
  `^(?:(\\d{4})[-/.](${monthNumber})|(${monthNumber})\\s?[-/.]\\s?(\\d{4})` +
  `|(${monthNames})[\\s.,-]*'?(\\d{4}|\\d{2}))$`;
export const monthGroups = ['year1', 'month1', 'month2', 'year2', 'name3', 'year3'] as const;

/** A school year that could be a month: 2010/11. Later ones cannot, and with a hyphen it is a month in ISO 8601. */
export const schoolYearShape = `^20(?:${Array.from({ length: 12 }, (_, i) => schoolYear(i)).join('|')})$`;

function schoolYear(year: number): string {
  return `${String(year).padStart(2, '0')}/0?${year + 1}`;
}

/** A year without month and day. */
export const yearShape = '^(?:19|20)\\d{2}(?:[.,]0*)?$';
