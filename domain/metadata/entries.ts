import type { MetadataEntry } from '../api/metadata';
import { joinLines } from '../text';
import type { FormField } from './directives';
import { fieldsOutsideTemplates } from './field-ids';
import { normaliseOrcid, normaliseRor } from './identifiers';
import { formatDateRange, formatName, isBlank, parseDateRange, parseName, type DateParts } from './storage-forms';

/** Values of a field in their order. */
export function valuesOf(entries: readonly MetadataEntry[], id: number): string[] {
  return entries.find((entry) => entry.id === id)?.values ?? [];
}

/** First value of a field; '' if it has none. */
export function firstValueOf(entries: readonly MetadataEntry[], id: number): string {
  return valuesOf(entries, id)[0] ?? '';
}

/** Values of a nested field that belong to the value at index `parent` of its parent. */
export function nestedValuesOf(entries: readonly MetadataEntry[], id: number, parent: number): string[] {
  const entry = entries.find((candidate) => candidate.id === id);
  return entry?.values.filter((_, index) => parentOf(entry, index) === parent) ?? [];
}

/** Index of the parent's value that a nested value belongs to. Without `parents` it is the first one. */
export function parentOf(entry: MetadataEntry, index: number): number {
  return entry.parents?.[index] ?? 0;
}

/**
 * Entries as they are stored: trimmed, normalised, without empty values, with parent indexes adjusted, with English
 * field names, in schema order. Expects valid entries; fields that are not in `fields` are dropped.
 */
export function cleanEntries(fields: readonly FormField[], entries: readonly MetadataEntry[]): MetadataEntry[] {
  const kept = new Map<number, number[]>();
  return fields.flatMap((field) => {
    const entry = entries.find((candidate) => candidate.id === field.id);
    const indexes = (entry?.values ?? []).flatMap((value, index) => (isBlank(field.style, value) ? [] : [index]));
    kept.set(field.id, indexes);
    if (!entry || indexes.length === 0) return [];
    const values = indexes.map((index) => cleanValue(field, entry.values[index] ?? ''));
    const cleaned = { id: field.id, name: field.label, values };
    if (field.nestedIn === null) return [cleaned];
    const parents = kept.get(field.nestedIn) ?? [];
    return [{ ...cleaned, parents: indexes.map((index) => Math.max(0, parents.indexOf(parentOf(entry, index)))) }];
  });
}

function cleanValue(field: FormField, typed: string): string {
  if (field.style === 'TextArea') return typed.replace(/\r\n?/g, '\n').trim();
  // Other controls cannot contain line breaks. A browser would remove them and join the words around them.
  const value = joinLines(typed);
  if (field.style === 'Name') return formatName(parseName(value));
  if (field.style === 'DateRangeYMD') return cleanDateRange(value);
  if (field.format === 'orcid') return normaliseOrcid(value);
  if (field.format === 'organisation') return normaliseRor(value);
  if (field.format === 'positive-integer') return String(Number(value));
  return value.trim();
}

function cleanDateRange(value: string): string {
  const range = parseDateRange(value);
  if (!range) return value;
  const bare = (part: string) => part.replace(/^0+(?=\d)/, '');
  const clean = (date: DateParts) => ({ year: date.year, month: bare(date.month), day: bare(date.day) });
  return formatDateRange({ begin: clean(range.begin), end: clean(range.end) });
}

/** Public entries: those of fields that are in the schema and not private. */
export function publicEntries(fields: readonly FormField[], entries: readonly MetadataEntry[]): MetadataEntry[] {
  const open = new Set(fields.filter((field) => !field.private).map(({ id }) => id));
  return entries.filter(({ id }) => open.has(id));
}

/** Entries that a template keeps: all except the title and its translation (spec section 3). */
export function templateEntries(entries: readonly MetadataEntry[]): MetadataEntry[] {
  return entries.filter((entry) => !fieldsOutsideTemplates.includes(entry.id) && entry.values.length > 0);
}

/** Initial value of a field: the only choice of a required select (spec section 5), otherwise ''. */
export function prefilledValue(field: FormField): string {
  const only = field.choices.length === 1 ? field.choices[0] : undefined;
  return field.required && field.style === 'DropDownList' && only ? only.value : '';
}
