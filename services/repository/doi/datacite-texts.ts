import type { MetadataEntry } from '@domain/api/metadata';
import { type Bilingual, type Language, languages } from '@domain/language';
import { shownValue } from '@domain/metadata/directives';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readReference } from '@domain/metadata/identifiers';
import { describedIn, otherLanguage, type TextLanguage, valueLanguage } from '@domain/metadata/text-language';

import { formFields } from '../metadata/schema';
import type { DataciteAttributes } from '@domain/datacite';
import { unique } from './datacite-terms';

/** Without a known language, no language is stated. */
const inLanguage = (lang: TextLanguage) => (lang ? { lang } : {});

/** The title, and its translation into the other language. */
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

/** Abstract, methods and technical information, and publications without DOI or URL. */
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

const methodFields = [
  fieldIds.studyDesign,
  fieldIds.setting,
  fieldIds.sampling,
  fieldIds.criteria,
  fieldIds.responseRate,
  fieldIds.testers,
  fieldIds.ethicsVote,
  fieldIds.ethicsCommittee,
  fieldIds.processing,
];

/**
 * DataCite's descriptions Methods and TechnicalInfo, as lines 'Field: values' in a language. `label` returns the name
 * of a field in it.
 */
export function describeMethods(
  metadata: readonly MetadataEntry[],
  language: Language,
): { methods: string; technical: string; label: (id: number) => string } {
  const fields = new Map(formFields(language).map((field) => [field.id, field]));
  const label = (id: number) => fields.get(id)?.label ?? String(id);
  const shown = (id: number) =>
    valuesOf(metadata, id).map((value) => {
      const field = fields.get(id);
      return field ? shownValue(field, value) : value;
    });
  const line = (id: number, values: string[]) => (values.length > 0 ? [`${label(id)}: ${values.join('; ')}`] : []);
  const lines = (ids: number[]) => ids.flatMap((id) => line(id, shown(id))).join('\n');
  const instruments = valuesOf(metadata, fieldIds.instrument).map((instrument, index) => {
    const model = nestedValuesOf(metadata, fieldIds.instrumentModel, index)[0];
    return model ? `${instrument} (${model})` : instrument;
  });
  const technical = [
    lines([fieldIds.deviations]),
    ...line(fieldIds.instrument, instruments),
    lines([fieldIds.anonymisation, fieldIds.missingCodes]),
  ];
  return { methods: lines(methodFields), technical: technical.filter((text) => text !== '').join('\n'), label };
}
