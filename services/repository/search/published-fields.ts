import { z } from 'zod';

import { type MetadataEntry, MetadataEntrySchema } from '@domain/api/metadata';
import type { DataSet } from '@domain/api/search';
import { formatDay } from '@domain/formats';
import type { Language } from '@domain/language';
import { shownValue, type FormField } from '@domain/metadata/directives';
import { type DateParts, parseDateRange, parseName } from '@domain/metadata/storage-forms';
import { describedIn, type TextLanguage, valueLanguage } from '@domain/metadata/text-language';

import { formFields } from '../metadata/schema';

/** Published metadata with names and values in a language, in schema order. */
export function publishedFields(metadata: unknown, language: Language): DataSet['fields'] {
  const entries = z.array(MetadataEntrySchema).parse(metadata);
  return readableFields(entries, { language, study: describedIn(entries) });
}

/** The public ones of some entries with names and values in a language; `study` is that in which it is described. */
export function readableFields(
  some: readonly MetadataEntry[],
  { language, study }: { language: Language; study: TextLanguage },
): DataSet['fields'] {
  const entries = new Map(some.map((entry) => [entry.id, entry]));
  return formFields(language).flatMap((field) => {
    const stored = entries.get(field.id)?.values ?? [];
    if (field.private || stored.length === 0) return [];
    return {
      id: field.id,
      name: field.label,
      values: stored.map((value) => readableValue(field, value, language)),
      languages: stored.map((value) => valueLanguage(field, value, study)),
    };
  });
}

const untilDate: Record<Language, string> = { en: 'until', de: 'bis' };

function readableDay({ year, month, day }: DateParts, language: Language): string {
  return year === '' ? '' : formatDay([year, month, day], language);
}

function readableValue(field: FormField, stored: string, language: Language): string {
  if (field.style === 'Name') {
    const { family, given } = parseName(stored);
    return [family, given].filter((part) => part !== '').join(', ');
  }
  if (field.style === 'DateRangeYMD') {
    const range = parseDateRange(stored);
    if (!range) return stored;
    const begin = readableDay(range.begin, language);
    const end = readableDay(range.end, language);
    if (begin === '') return `${untilDate[language]} ${end}`;
    return end === '' || end === begin ? begin : `${begin} – ${end}`;
  }
  return shownValue(field, stored);
}
