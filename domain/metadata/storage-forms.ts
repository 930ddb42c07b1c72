import { monthOfName } from '../month-names';
import type { FieldStyle } from './directives';

/** Parts of a Name, stored as 'family||given' (spec section 3: 'first||second'). */
export interface NameParts {
  family: string;
  given: string;
}

export function formatName({ family, given }: NameParts): string {
  return family.trim() === '' && given.trim() === '' ? '' : `${family.trim()}||${given.trim()}`;
}

/** Parses a stored name. A text without '||' is the family name. */
export function parseName(stored: string): NameParts {
  const bars = stored.indexOf('||');
  if (bars < 0) return { family: stored.trim(), given: '' };
  return { family: stored.slice(0, bars).trim(), given: stored.slice(bars + 2).trim() };
}

/** Year, month and day as typed; '' if unknown. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
}

export interface DateRange {
  begin: DateParts;
  end: DateParts;
}

/**
 * Stored form of a date range, 'y-m-d-y-m-d' with unknown parts empty: '2018-3--2019--'. Names of months become their
 * numbers.
 */
export function formatDateRange({ begin, end }: DateRange): string {
  const parts = [begin, end].flatMap(({ year, month, day }) => [year, numbered(month), day]).map((part) => part.trim());
  return parts.every((part) => part === '') ? '' : parts.join('-');
}

/** Parses a stored date range; null if it does not have six parts. */
export function parseDateRange(stored: string): DateRange | null {
  const parts = stored.split('-').map((part) => part.trim());
  if (stored.trim() === '') return { begin: emptyDate, end: emptyDate };
  if (parts.length !== 6) return null;
  const [y1 = '', m1 = '', d1 = '', y2 = '', m2 = '', d2 = ''] = parts;
  return { begin: { year: y1, month: numbered(m1), day: d1 }, end: { year: y2, month: numbered(m2), day: d2 } };
}

/** A month as its number, if it is a name: 'März' as '3'. */
function numbered(month: string): string {
  return String(monthOfName(month) ?? month);
}

/** Date as yyyy, yyyy-MM or yyyy-MM-dd, as exact as it is known; '' if the year is unknown. */
export function isoDate({ year, month, day }: DateParts): string {
  if (year === '') return '';
  const parts = month === '' ? [year] : [year, month, day];
  return parts
    .filter((part) => part !== '')
    .map((part) => part.padStart(2, '0'))
    .join('-');
}

/** Number of days of a month (1 to 12). */
export function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const emptyDate: DateParts = { year: '', month: '', day: '' };

/** Stored value of a ticked Checkbox; an unticked one stores ''. */
export const checkedValue = 'yes';

/** Stored value of a SUFL field once 'Confirm' was pressed. */
export const confirmedValue = 'confirmed';

/** Whether a stored value is empty. */
export function isBlank(style: FieldStyle, stored: string): boolean {
  if (style === 'Name') return Object.values(parseName(stored)).every(isBlankText);
  if (style === 'DateRangeYMD') return isBlankRange(parseDateRange(stored));
  return isBlankText(stored);
}

/** Whether a text shows nothing: only spaces, control characters and invisible formatting characters. */
export function isBlankText(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** A text that cannot be parsed as a range is not empty, so that it gets an error instead of being dropped. */
function isBlankRange(range: DateRange | null): boolean {
  return range !== null && formatDateRange(range) === '';
}

/** Missing-value codes in one text: '-9; 99', '-9, NA'. A comma without a space after it is a decimal comma. */
export function splitMissingCodes(text: string): string[] {
  return text
    .split(/[;,]\s+|;/)
    .map((code) => code.trim().replace('−', '-'))
    .filter((code) => code !== '');
}
