import type { MetadataEntry } from '../api/metadata';
import { addMonths } from '../local-time';
import { firstValueOf } from './entries';
import { fieldIds } from './field-ids';
import { daysOf, parseDateRange } from './storage-forms';

/**
 * Last day of the embargo as yyyy-MM-dd, only for comparisons: if the day is missing it is the 31st, if the month is
 * missing it is December. '' without an embargo.
 */
export function embargoEnd(metadata: readonly MetadataEntry[]): string {
  const end = parseDateRange(firstValueOf(metadata, fieldIds.embargo))?.end;
  if (!end || end.year === '') return '';
  return [end.year, (end.month || '12').padStart(2, '0'), (end.day || '31').padStart(2, '0')].join('-');
}

/** Whether the data is still under embargo on a day, yyyy-MM-dd. On the last day it no longer is. */
export function isUnderEmbargo(metadata: readonly MetadataEntry[], day: string): boolean {
  return embargoDay(metadata) > day;
}

/** Last day of the embargo as a valid calendar date, yyyy-MM-dd, for display; '' without an embargo. */
export function embargoDay(metadata: readonly MetadataEntry[]): string {
  const [year = 0, month = 0, day = 0] = embargoEnd(metadata).split('-').map(Number);
  if (year === 0) return '';
  return new Date(Date.UTC(year, month - 1, Math.min(day, daysOf(year, month)))).toISOString().slice(0, 10);
}

/** Months for which data may be under an embargo. */
const maxEmbargoMonths = 24;

/** Latest end of an embargo that is counted from a day: so many calendar months later, yyyy-MM-dd. */
export function latestEmbargoEnd(start: string): string {
  return addMonths(start, maxEmbargoMonths);
}

/** Whether an embargo ends later than it may if it is chosen on a day, yyyy-MM-dd. */
export function isEmbargoTooLong(metadata: readonly MetadataEntry[], today: string): boolean {
  return embargoDay(metadata) > latestEmbargoEnd(today);
}
