import type { MetadataEntry } from '@domain/api/metadata';
import { nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readReference } from '@domain/metadata/references';
import type { UploadKind } from '@domain/upload-id';

import type { DataciteAttributes } from '@domain/datacite';
import { relationTypes, unique } from './datacite-terms';

/** Another accepted data set of the same study. */
export interface StudyMate {
  kind: UploadKind;
  /** Its DOI, or the address of its page where the DOI is none to others. */
  identifier: string;
  type: 'DOI' | 'URL';
}

/**
 * The other form of a study that is published raw and aggregated, publications by their relation, manuals
 * of test batteries, instruments: whatever is named by a DOI or an address. What is not stands in the
 * descriptions and subjects.
 */
export function relatedIdentifiersOf(
  metadata: readonly MetadataEntry[],
  { kind, mates }: { kind: UploadKind; mates: readonly StudyMate[] },
): DataciteAttributes['relatedIdentifiers'] {
  // Two files of the same kind belong together in a way that the metadata do not tell.
  const otherForm = mates
    .filter((mate) => mate.kind !== kind)
    .map(({ identifier, type }) => ({
      relatedIdentifier: identifier,
      relatedIdentifierType: type,
      relationType: kind === 'agg' ? 'IsDerivedFrom' : 'IsSourceOf',
      resourceTypeGeneral: 'Dataset',
    }));
  const publications = valuesOf(metadata, fieldIds.publication).flatMap((text, index) => {
    const relation = nestedValuesOf(metadata, fieldIds.relation, index)[0] ?? '';
    return related(text, relationTypes[relation] ?? 'References');
  });
  const manuals = valuesOf(metadata, fieldIds.testBattery).flatMap((text) => related(text, 'IsDocumentedBy'));
  const instruments = [fieldIds.instrument, fieldIds.instrumentModel]
    .flatMap((id) => valuesOf(metadata, id))
    .flatMap((text) => related(text, 'IsCollectedBy', 'Instrument'));
  return unique([...otherForm, ...publications, ...manuals, ...instruments]);
}

function related(text: string, relationType: string, resourceTypeGeneral?: string) {
  const reference = readReference(text);
  if (!reference) return [];
  const { identifier, type } = reference;
  return [
    {
      relatedIdentifier: identifier,
      relatedIdentifierType: type,
      relationType,
      ...(resourceTypeGeneral ? { resourceTypeGeneral } : {}),
    },
  ];
}
