import type { MetadataEntry } from '@domain/api/metadata';
import { nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import type { DataciteAttributes } from './datacite-schema';
import { relationTypes } from './datacite-terms';
import { unique } from './unique';

/**
 * Publications by their relation, manuals of test batteries, instruments: whatever is named by a DOI or an
 * address. What is not stands in the descriptions and subjects.
 */
export function relatedIdentifiersOf(
  metadata: readonly MetadataEntry[],
): DataciteAttributes['relatedIdentifiers'] {
  const publications = valuesOf(metadata, fieldIds.publication).flatMap((text, index) => {
    const relation = nestedValuesOf(metadata, fieldIds.relation, index)[0] ?? '';
    return related(text, relationTypes[relation] ?? 'References');
  });
  const manuals = valuesOf(metadata, fieldIds.testBattery).flatMap((text) => related(text, 'IsDocumentedBy'));
  const instruments = [fieldIds.instrument, fieldIds.instrumentModel]
    .flatMap((id) => valuesOf(metadata, id))
    .flatMap((text) => related(text, 'IsCollectedBy', 'Instrument'));
  return unique([...publications, ...manuals, ...instruments]);
}

function related(text: string, relationType: string, resourceTypeGeneral?: string) {
  const identifier = identify(text);
  if (!identifier) return [];
  return [{ ...identifier, relationType, ...(resourceTypeGeneral ? { resourceTypeGeneral } : {}) }];
}

/** The DOI or address that a text is; null for any other text. */
export function identify(
  text: string,
): { relatedIdentifier: string; relatedIdentifierType: 'DOI' | 'URL' } | null {
  const doi = /^(?:https?:\/\/(?:(?:dx|www)\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i.exec(text)?.[1];
  if (doi) return { relatedIdentifier: doi, relatedIdentifierType: 'DOI' };
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) {
    return { relatedIdentifier: text, relatedIdentifierType: 'URL' };
  }
  return null;
}
