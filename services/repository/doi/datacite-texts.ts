import type { MetadataEntry } from '@domain/api/metadata';
import { languages, type Bilingual, type Language } from '@domain/language';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readReference } from '@domain/metadata/references';

import { formFields } from '../metadata/schema';
import type { DataciteAttributes } from './datacite-schema';
import { describeMethods } from './describe-methods';
import { unique } from './unique';

/**
 * Language the contributor describes the study in: that of the abstract (field 5.1) counts for title and
 * keywords too. Null where it was not told.
 */
function describedIn(metadata: readonly MetadataEntry[]): Language | null {
  const told = firstValueOf(metadata, fieldIds.abstractLanguage);
  return languages.find((language) => language === told) ?? null;
}

const inLanguage = (lang: Language | null | undefined) => (lang ? { lang } : {});

/** The title, and its translation into the other of the two languages. */
export function titlesOf(metadata: readonly MetadataEntry[]): DataciteAttributes['titles'] {
  const lang = describedIn(metadata);
  const other = lang && languages.find((language) => language !== lang);
  const translated = firstValueOf(metadata, fieldIds.translatedTitle);
  return [
    { title: firstValueOf(metadata, fieldIds.title), ...inLanguage(lang) },
    ...(translated ? [{ title: translated, titleType: 'TranslatedTitle', ...inLanguage(other) }] : []),
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
      // Choices are stored in English, whatever the language of the form.
      .map((subject) => ({ subject, ...inLanguage(isChoice(id, subject) ? 'en' : lang) })),
  );
  const scheme = { subjectScheme: 'Motothek motor tests', schemeUri: `${origin}/info/test-items` };
  const named = tests.flatMap((test) =>
    languages.map((language) => ({ subject: test[language], ...scheme, lang: language })),
  );
  return unique([...typed, ...named]);
}

function isChoice(id: number, value: string): boolean {
  const field = formFields('en').find((candidate) => candidate.id === id);
  return field?.choices.some((choice) => choice.value === value) ?? false;
}

/** Abstract, methods and technical information, and publications that have neither DOI nor address. */
export function descriptionsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['descriptions'] {
  const lang = describedIn(metadata);
  const { methods, technical, label } = describeMethods(metadata, lang ?? 'en');
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
    all
      .filter(({ description }) => description !== '')
      .map((description) => ({ ...description, ...inLanguage(lang) })),
  );
}
