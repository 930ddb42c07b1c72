import type { MetadataFaultCode } from './faults';
import { fieldIds } from './field-ids';
import { parseDateRange, type DateParts } from './storage-forms';

/** Years a date may name (spec section 5). */
const yearPattern = /^(19[5-9]\d|20\d\d)$/;

/** First fault of a stored date range that is not blank; null when it holds. */
export function dateRangeFault(field: number, stored: string): MetadataFaultCode | null {
  const range = parseDateRange(stored);
  if (!range) return 'date';
  // An embargo counts by its end, everything else by its begin; the other date may stay open.
  const needed = field === fieldIds.embargo ? 'end' : 'begin';
  if (isEmptyDate(range[needed])) return `${needed}-year-missing`;
  return dateFault('begin', range.begin) ?? dateFault('end', range.end) ?? orderFault(range.begin, range.end);
}

function isEmptyDate({ year, month, day }: DateParts): boolean {
  return year === '' && month === '' && day === '';
}

function dateFault(which: 'begin' | 'end', date: DateParts): MetadataFaultCode | null {
  if (isEmptyDate(date)) return null;
  if (date.year === '') return `${which}-year-missing`;
  if (!yearPattern.test(date.year)) return `${which}-year`;
  if (date.month === '') return date.day === '' ? null : `${which}-month-missing`;
  if (!isWholeNumber(date.month, 12)) return `${which}-month`;
  if (date.day === '') return null;
  return isWholeNumber(date.day, daysOf(Number(date.year), Number(date.month))) ? null : `${which}-day`;
}

function isWholeNumber(text: string, max: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

/** Days of a month (1 to 12), leap years counted. */
export function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Compares as far as both dates are known. */
function orderFault(begin: DateParts, end: DateParts): MetadataFaultCode | null {
  for (const part of ['year', 'month', 'day'] as const) {
    if (begin[part] === '' || end[part] === '') return null;
    const difference = Number(end[part]) - Number(begin[part]);
    if (difference !== 0) return difference < 0 ? 'end-before-begin' : null;
  }
  return null;
}
