import { z } from 'zod';

import type { Language } from '@domain/language';
import { fieldIds } from '@domain/metadata/field-ids';
import type { FacetName } from '@domain/search/filters';

import { readTexts } from '../locale-texts';
import { formFields } from '../metadata/schema';
import { vocabulary } from '../vocabulary';

const FacetTextsSchema = z.object({
  genders: z.record(z.string(), z.string()),
  facets: z.object({ ages: z.string(), agesFrom: z.string(), sizes: z.string(), sizesFrom: z.string() }),
  typesLong: z.record(z.string(), z.string()),
});
type FacetTexts = z.infer<typeof FacetTextsSchema>;

const texts: Record<Language, FacetTexts> = readTexts('home', FacetTextsSchema);

/** Name of a value of a facet in a language; values that are not known are their own names. */
export function facetLabel(facet: FacetName, value: string, language: Language): string {
  const { genders, facets, typesLong } = texts[language];
  switch (facet) {
    case 'test':
      return vocabulary.tests.get(value as never)?.short[language] ?? value;
    case 'type':
      return ownText(typesLong, value) ? `${value} (${ownText(typesLong, value)})` : value;
    case 'sex':
      return ownText(genders, value) ?? value;
    case 'age':
      return bandLabel(value, language, { range: facets.ages, from: facets.agesFrom });
    case 'size':
      return bandLabel(value, language, { range: facets.sizes, from: facets.sizesFrom });
    case 'region':
      return regionLabel(value, language);
    case 'language':
      return nameOf('language', value, language);
    case 'battery':
      return batteryLabels(language).get(value) ?? value;
    case 'licence':
    case 'years':
    case 'published':
      return value;
  }
}

/** The text of a key. The value of an address may also be 'constructor', which every object has. */
function ownText(texts: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function bandLabel(value: string, language: Language, { range, from }: { range: string; from: string }): string {
  const [start = '', end = ''] = value.split('-');
  // The value of an address may be anything.
  const shown = (number: string) => (/^\d{1,9}$/.test(number) ? Number(number).toLocaleString(language) : number);
  return (end === '' ? from : range).replace('{{start}}', () => shown(start)).replace('{{end}}', () => shown(end));
}

/** 'Germany', or 'Germany, 76…' for the postal codes that begin with 76. */
function regionLabel(value: string, language: Language): string {
  const [country = '', area] = value.split('-');
  const name = nameOf('region', country, language);
  return area === undefined ? name : `${name}, ${area}…`;
}

function nameOf(type: 'region' | 'language', code: string, language: Language): string {
  try {
    return displayNames(type, language).of(code) ?? code;
  } catch {
    // The value of an address may be anything.
    return code;
  }
}

const names = new Map<string, Intl.DisplayNames>();

function displayNames(type: 'region' | 'language', language: Language): Intl.DisplayNames {
  const key = `${type} ${language}`;
  const known = names.get(key) ?? new Intl.DisplayNames([language], { type });
  names.set(key, known);
  return known;
}

const labels = new Map<Language, Map<string, string>>();

function batteryLabels(language: Language): Map<string, string> {
  const known = labels.get(language);
  if (known) return known;
  const field = formFields(language).find(({ id }) => id === fieldIds.testBattery);
  const made = new Map(field?.choices.map(({ value, label }) => [value, label]));
  labels.set(language, made);
  return made;
}
