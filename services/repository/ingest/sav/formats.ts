import type { ColumnInfo } from '../parsers/table-sink';

/** Writes a number that is not missing as the text of its cell. */
export type WriteNumber = (value: number) => string;

/** Midnight before 14 October 1582, from which SPSS counts seconds, in Unix milliseconds. */
const epochMs = Date.UTC(1582, 9, 14);
const secondsPerDay = 86_400;
/** Years that ISO 8601 writes with four digits. */
const firstMs = new Date('0001-01-01T00:00:00Z').getTime();
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Print formats by their numbers in a variable record, as far as they are no plain number. */
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

/** What the numbers of a variable mean, by the number of its print format. */
export function kindOfFormat(format: number): ColumnInfo['kind'] {
  return kinds[format] ?? 'number';
}

/**
 * Writer of the numbers of a kind: dates as 'yyyy-mm-dd', date and time as 'yyyy-mm-ddThh:mm:ss', times and
 * durations as 'hh:mm:ss' with hours beyond 24, fractions of seconds where there are any. A number that is
 * no date of the years 1 to 9999 stays a number. Numbers are written as their shortest decimal.
 */
export function numberWriter(kind: ColumnInfo['kind']): WriteNumber {
  if (kind === 'date') return dateText;
  if (kind === 'datetime') return dateTimeText;
  if (kind === 'time' || kind === 'duration') return timeText;
  return String;
}

/**
 * Words of the numbers of WKDAY (1 is Sunday) and MONTH, which SPSS shows in place of them and which the
 * file does not hold; none for any other format.
 */
export function wordsOfFormat(format: number): [text: string, words: string][] {
  // The year 2023 begins on a Sunday.
  if (format === weekdayFormat) return words(7, (day) => Date.UTC(2023, 0, day), { weekday: 'long' });
  if (format === monthFormat) return words(12, (month) => Date.UTC(2023, month - 1, 1), { month: 'long' });
  return [];
}

function words(
  count: number,
  timeOf: (place: number) => number,
  form: Intl.DateTimeFormatOptions,
): [text: string, words: string][] {
  const names = new Intl.DateTimeFormat('en', { ...form, timeZone: 'UTC' });
  const places = Array.from({ length: count }, (_, i) => i + 1);
  return places.map((place) => [String(place), names.format(timeOf(place))]);
}

/** As SPSS shows it: a time of day that stands behind the date is not part of it. */
function dateText(seconds: number): string {
  const ms = epochMs + Math.floor(seconds / secondsPerDay) * secondsPerDay * 1000;
  return isCalendarTime(ms) ? new Date(ms).toISOString().slice(0, 10) : String(seconds);
}

/** To the millisecond: a double holds seconds since 1582 to about two microseconds. */
function dateTimeText(seconds: number): string {
  const ms = epochMs + Math.round(seconds * 1000);
  if (!isCalendarTime(ms)) return String(seconds);
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? text.slice(0, 19) : text.slice(0, 23).replace(/0+$/, '');
}

function isCalendarTime(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}

/** To the microsecond; a negative time has its sign in front. */
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
