import type { MetadataEntry } from '@domain/api/metadata';
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

/** Fields that become DataCite's descriptions Methods and TechnicalInfo, as lines 'Field: values'. */
export function describeMethods(metadata: readonly MetadataEntry[]): { methods: string; technical: string } {
  const line = (id: number, values: string[]) =>
    values.length > 0 ? [`${labelOf(id)}: ${values.join('; ')}`] : [];
  const lines = (ids: number[]) => ids.flatMap((id) => line(id, valuesOf(metadata, id))).join('\n');
  const instruments = valuesOf(metadata, fieldIds.instrument).map((instrument, index) => {
    const model = nestedValuesOf(metadata, fieldIds.instrumentModel, index)[0];
    return model ? `${instrument} (${model})` : instrument;
  });
  return {
    methods: lines(methodFields),
    technical: [
      lines([fieldIds.deviations]),
      ...line(fieldIds.instrument, instruments),
      lines([fieldIds.anonymisation, fieldIds.missingCodes]),
    ]
      .filter((text) => text !== '')
      .join('\n'),
  };
}

function labelOf(id: number): string {
  return formFields('en').find((field) => field.id === id)?.label ?? String(id);
}
