import { z } from 'zod';

import { MetadataEntrySchema } from '@domain/api/metadata';
import type { DataSet } from '@domain/api/search';
import { formatDay } from '@domain/formats';
import type { Language } from '@domain/language';
import { shownValue, type FormField } from '@domain/metadata/directives';
import { type DateParts, parseDateRange, parseName } from '@domain/metadata/storage-forms';
import { describedIn, valueLanguage } from '@domain/metadata/text-language';

import { formFields } from '../metadata/schema';

/** Published metadata with names and values in a language, in schema order. */
export function publishedFields(metadata: unknown, language: Language): DataSet['fields'] {
  const all = z.array(MetadataEntrySchema).parse(metadata);
  const entries = new Map(all.map((entry) => [entry.id, entry]));
  const study = describedIn(all);
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
    return end === '' ? begin : `${begin} – ${end}`;
  }
  return shownValue(field, stored);
}
