import type { MetadataEntry } from '../api/metadata';
import { firstValueOf } from './entries';
import { fieldIds } from './field-ids';
import { daysOf, parseDateRange } from './storage-forms';

/**
 * Last day of the embargo as yyyy-MM-dd, for comparing only: a month or a year that is given alone ends on
 * its 31st of the (last) month. '' without an embargo.
 */
export function embargoEnd(metadata: readonly MetadataEntry[]): string {
  const end = parseDateRange(firstValueOf(metadata, fieldIds.embargo))?.end;
  if (!end || end.year === '') return '';
  return [end.year, (end.month || '12').padStart(2, '0'), (end.day || '31').padStart(2, '0')].join('-');
}

/** Whether the data wait for the end of the embargo on a day, yyyy-MM-dd: on its last day they no longer do. */
export function isUnderEmbargo(metadata: readonly MetadataEntry[], day: string): boolean {
  return embargoDay(metadata) > day;
}

/** Last day of the embargo as a day of the calendar, yyyy-MM-dd, for showing it; '' without an embargo. */
export function embargoDay(metadata: readonly MetadataEntry[]): string {
  const [year = 0, month = 0, day = 0] = embargoEnd(metadata).split('-').map(Number);
  if (year === 0) return '';
  return new Date(Date.UTC(year, month - 1, Math.min(day, daysOf(year, month)))).toISOString().slice(0, 10);
}
