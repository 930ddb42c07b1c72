import type { MetadataEntry } from '@domain/api/metadata';
import { embargoEnd, isUnderEmbargo } from '@domain/metadata/embargo';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange, type DateParts } from '@domain/metadata/storage-forms';

import type { DataciteAttributes } from '@domain/datacite';

/** Days as yyyy-MM-dd. */
interface Days {
  submitted: string | null;
  accepted: string | null;
  /** Day of the call. */
  today: string;
}

/** Year of acceptance, or of the embargo's end where that is later; a draft counts from today. */
export function publicationYear(metadata: readonly MetadataEntry[], { accepted, today }: Days): string {
  const year = (accepted ?? today).slice(0, 4);
  const embargo = embargoEnd(metadata).slice(0, 4);
  return embargo > year ? embargo : year;
}

/** What is published under an embargo is issued when that ends. */
export function datesOf(
  metadata: readonly MetadataEntry[],
  { submitted, accepted }: Days,
): DataciteAttributes['dates'] {
  const embargo = parseDateRange(firstValueOf(metadata, fieldIds.embargo));
  const available = embargo ? isoDate(embargo.end, 3) : '';
  const issued = accepted !== null && isUnderEmbargo(metadata, accepted) ? available : (accepted ?? '');
  const all = [
    { date: collectedRange(firstValueOf(metadata, fieldIds.collection)), dateType: 'Collected' },
    { date: submitted ?? '', dateType: 'Submitted' },
    { date: accepted ?? '', dateType: 'Accepted' },
    { date: issued, dateType: 'Issued' },
    { date: available, dateType: 'Available' },
  ];
  return all.filter(({ date }) => date !== '');
}

/** Range in the form RKMS-ISO8601, both dates as exact as the less exact one; '' without a range. */
function collectedRange(stored: string): string {
  const range = parseDateRange(stored);
  if (!range) return '';
  const { begin, end } = range;
  if (end.year === '') return isoDate(begin, 3);
  const parts = Math.min(knownParts(begin), knownParts(end));
  const [from, to] = [isoDate(begin, parts), isoDate(end, parts)];
  return from === to ? from : `${from}/${to}`;
}

function knownParts({ year, month, day }: DateParts): number {
  if (year === '') return 0;
  return month === '' ? 1 : day === '' ? 2 : 3;
}

/** yyyy, yyyy-MM or yyyy-MM-dd: as far as known, and at most so many parts. */
function isoDate(date: DateParts, parts: number): string {
  const known = [date.year, date.month.padStart(2, '0'), date.day.padStart(2, '0')];
  return known.slice(0, Math.min(parts, knownParts(date))).join('-');
}
