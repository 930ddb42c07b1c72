import type { MetadataEntry } from '@domain/api/metadata';
import { languages, type Bilingual } from '@domain/language';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readReference } from '@domain/metadata/references';
import { describedIn, otherLanguage, valueLanguage, type TextLanguage } from '@domain/metadata/text-language';

import { formFields } from '../metadata/schema';
import type { DataciteAttributes } from './datacite-schema';
import { describeMethods } from './describe-methods';
import { unique } from './unique';

/** Where a language was not told, none is claimed. */
const inLanguage = (lang: TextLanguage) => (lang ? { lang } : {});

/** The title, and its translation into the other of the two languages. */
export function titlesOf(metadata: readonly MetadataEntry[]): DataciteAttributes['titles'] {
  const lang = describedIn(metadata);
  const translated = firstValueOf(metadata, fieldIds.translatedTitle);
  return [
    { title: firstValueOf(metadata, fieldIds.title), ...inLanguage(lang) },
    ...(translated ? [{ title: translated, titleType: 'TranslatedTitle', ...inLanguage(otherLanguage(lang)) }] : []),
  ];
}

/** Keywords, target groups and test batteries, then the names of the motor tests in both languages. */
export function subjectsOf(
  metadata: readonly MetadataEntry[],
  tests: readonly Bilingual[],
  origin: string,
): DataciteAttributes['subjects'] {
  const lang = describedIn(metadata);
  const typed = [fieldIds.keyword, fieldIds.targetGroup, fieldIds.testBattery].flatMap((id) =>
    valuesOf(metadata, id)
      .filter((subject) => id !== fieldIds.testBattery || !readReference(subject))
      .map((subject) => ({ subject, ...inLanguage(subjectLanguage(id, subject, lang)) })),
  );
  const scheme = { subjectScheme: 'Motothek motor tests', schemeUri: `${origin}/info/test-items` };
  const named = tests.flatMap((test) =>
    languages.map((language) => ({ subject: test[language], ...scheme, lang: language })),
  );
  return unique([...typed, ...named]);
}

function subjectLanguage(id: number, subject: string, study: TextLanguage): TextLanguage {
  const field = formFields('en').find((candidate) => candidate.id === id);
  // Choices are stored in English, whatever the language of the form.
  return field ? (valueLanguage(field, subject, study) ?? 'en') : study;
}

/** Abstract, methods and technical information, and publications that have neither DOI nor address. */
export function descriptionsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['descriptions'] {
  const lang = describedIn(metadata);
  const { methods, technical, label } = describeMethods(metadata, lang || 'en');
  const unidentified = valuesOf(metadata, fieldIds.publication).filter((text) => !readReference(text));
  const all = [
    { description: firstValueOf(metadata, fieldIds.abstract), descriptionType: 'Abstract' },
    { description: methods, descriptionType: 'Methods' },
    { description: technical, descriptionType: 'TechnicalInfo' },
    ...unidentified.map((text) => ({
      description: `${label(fieldIds.publication)}: ${text}`,
      descriptionType: 'Other',
    })),
  ];
  return unique(
    all.filter(({ description }) => description !== '').map((description) => ({ ...description, ...inLanguage(lang) })),
  );
}
