import type { MetadataEntry } from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { shownValue } from '@domain/metadata/directives';
import { nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import { formFields } from '../metadata/schema';

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
 * Fields that become DataCite's descriptions Methods and TechnicalInfo, as lines 'Field: values', named and
 * worded in a language; `label` gives the name of a field in it.
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
