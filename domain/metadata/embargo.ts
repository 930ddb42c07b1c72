import type { MetadataEntry } from '../api/metadata';
import { firstValueOf } from './entries';
import { fieldIds } from './field-ids';
import { parseDateRange } from './storage-forms';

/**
 * Last day of the embargo as yyyy-MM-dd, for comparing only: a month or a year that is given alone ends on
 * its 31st of the (last) month. '' without an embargo.
 */
export function embargoEnd(metadata: readonly MetadataEntry[]): string {
  const end = parseDateRange(firstValueOf(metadata, fieldIds.embargo))?.end;
  if (!end || end.year === '') return '';
  return [end.year, (end.month || '12').padStart(2, '0'), (end.day || '31').padStart(2, '0')].join('-');
}
