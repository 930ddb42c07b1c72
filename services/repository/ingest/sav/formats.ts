import type { ColumnInfo } from '../parsers/protocol';

/** Formats a number, which must not be missing, as the text of its cell. */
export type WriteNumber = (value: number) => string;

/** Start of 14 October 1582, from which SPSS counts seconds, in Unix milliseconds. */
const epochMs = Date.UTC(1582, 9, 14);
const secondsPerDay = 86_400;
/** Range of years with four digits in ISO 8601. */
const firstMs = new Date('0001-01-01T00:00:00Z').getTime();
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Kinds of print formats, keyed by their numbers in a variable record. Others are plain numbers. */
const kinds: Record<number, ColumnInfo['kind']> = {
  20: 'date', // DATE
  21: 'time', // TIME
  22: 'datetime', // DATETIME
  23: 'date', // ADATE
  24: 'date', // JDATE
  25: 'duration', // DTIME
  28: 'date', // MOYR
  29: 'date', // QYR
  30: 'date', // WKYR
  38: 'date', // EDATE
  39: 'date', // SDATE
  40: 'duration', // MTIME
  41: 'datetime', // YMDHMS
};
const weekdayFormat = 26;
const monthFormat = 27;

/** Kind of a numeric variable, from the number of its print format. */
export function kindOfFormat(format: number): ColumnInfo['kind'] {
  return kinds[format] ?? 'number';
}

/**
 * Returns the formatter for a kind: dates as 'yyyy-mm-dd', date and time as 'yyyy-mm-ddThh:mm:ss', times and
 * durations as 'hh:mm:ss' with hours beyond 24, with fractions of seconds if there are any. Dates outside the
 * years 1 to 9999 and plain numbers are formatted as their shortest decimal.
 */
export function numberWriter(kind: ColumnInfo['kind']): WriteNumber {
  if (kind === 'date') return dateText;
  if (kind === 'datetime') return dateTimeText;
  if (kind === 'time' || kind === 'duration') return timeText;
  return String;
}

/**
 * Names that SPSS shows for the numbers of WKDAY (1 is Sunday) and MONTH, and that are not in the file; empty
 * for other formats.
 */
export function wordsOfFormat(format: number): [text: string, words: string][] {
  // The year 2023 begins on a Sunday.
  if (format === weekdayFormat) return words(7, (day) => Date.UTC(2023, 0, day), { weekday: 'long' });
  if (format === monthFormat) return words(12, (month) => Date.UTC(2023, month - 1, 1), { month: 'long' });
  return [];
}

function words(
  count: number,
  timeOf: (number: number) => number,
  form: Intl.DateTimeFormatOptions,
): [text: string, words: string][] {
  const names = new Intl.DateTimeFormat('en', { ...form, timeZone: 'UTC' });
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return numbers.map((number) => [String(number), names.format(timeOf(number))]);
}

/** A time of day after the date is left out, as in SPSS. */
function dateText(seconds: number): string {
  const ms = epochMs + Math.floor(seconds / secondsPerDay) * secondsPerDay * 1000;
  return isCalendarTime(ms) ? new Date(ms).toISOString().slice(0, 10) : String(seconds);
}

/** To the millisecond. The precision of a double of seconds since 1582 is about two microseconds. */
function dateTimeText(seconds: number): string {
  const ms = epochMs + Math.round(seconds * 1000);
  if (!isCalendarTime(ms)) return String(seconds);
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? text.slice(0, 19) : text.slice(0, 23).replace(/0+$/, '');
}

function isCalendarTime(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}

/** To the microsecond. */
function timeText(seconds: number): string {
  const micro = Math.round(Math.abs(seconds) * 1e6);
  if (!Number.isSafeInteger(micro)) return String(seconds);
  const whole = Math.floor(micro / 1e6);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const text = `${two(whole / 3600)}:${two((whole / 60) % 60)}:${two(whole % 60)}`;
  const rest = micro % 1e6;
  const sign = seconds < 0 && micro > 0 ? '-' : '';
  return rest === 0 ? sign + text : `${sign}${text}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
}
