import type { MetadataEntry } from '@domain/api/metadata';
import type { Bilingual } from '@domain/language';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import type { UploadKind } from '@domain/upload-id';

import { datesOf, publicationYear } from './datacite-dates';
import { contributorsOf, creatorsOf, fundingReferencesOf } from './datacite-names';
import { relatedIdentifiersOf, type StudyMate } from './datacite-related';
import type { DataciteAttributes } from '@domain/datacite';
import { rightsOf, unique } from './datacite-terms';
import { descriptionsOf, subjectsOf, titlesOf } from './datacite-texts';

/** What the DOI of an upload is described by. Dates are days as yyyy-MM-dd. */
export interface DoiFacts {
  kind: UploadKind;
  /** Public number; null before acceptance. */
  nr: number | null;
  metadata: readonly MetadataEntry[];
  /** Names of the motor tests its columns are mapped to. */
  tests: readonly Bilingual[];
  mates: readonly StudyMate[];
  /** Bytes of the file and rows of its tables. */
  bytes: number;
  rows: number;
  submitted: string | null;
  accepted: string | null;
  /** Day of the call: gives the year of a draft. */
  today: string;
}

const publisher = 'Motothek';

/**
 * DataCite attributes of an upload (domain.md sections 3.2 and 4; DataCite metadata schema 4.6): what is
 * registered, cited and packed, as JSON or XML. docs/metadata.md says which field becomes which property.
 * Private fields never appear in them.
 */
export function dataciteAttributes(facts: DoiFacts, origin: string): DataciteAttributes {
  const { metadata, nr } = facts;
  const version = firstValueOf(metadata, fieldIds.version);
  const language = firstValueOf(metadata, fieldIds.dataLanguage);
  return {
    ...(nr === null ? {} : { url: `${origin}/data-set/${nr}` }),
    creators: creatorsOf(metadata),
    titles: titlesOf(metadata),
    publisher: { name: publisher },
    publicationYear: publicationYear(metadata, facts),
    types: {
      resourceTypeGeneral: 'Dataset',
      resourceType: facts.kind === 'raw' ? 'Raw motor test data' : 'Aggregated motor test data',
    },
    subjects: subjectsOf(metadata, facts.tests, origin),
    contributors: contributorsOf(metadata),
    dates: datesOf(metadata, facts),
    ...(language ? { language } : {}),
    alternateIdentifiers: alternateIdentifiers(metadata),
    relatedIdentifiers: relatedIdentifiersOf(metadata, facts),
    sizes: sizes(facts),
    formats: ['text/csv', 'application/vnd.apache.parquet'],
    ...(version ? { version } : {}),
    rightsList: unique(valuesOf(metadata, fieldIds.licence).map((licence) => rightsOf(licence, origin))),
    descriptions: descriptionsOf(metadata),
    geoLocations: geoLocations(metadata),
    fundingReferences: fundingReferencesOf(metadata),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

function alternateIdentifiers(metadata: readonly MetadataEntry[]) {
  const named = (id: number, alternateIdentifierType: string) =>
    valuesOf(metadata, id).map((alternateIdentifier) => ({ alternateIdentifier, alternateIdentifierType }));
  return unique([...named(fieldIds.studyName, 'Study'), ...named(fieldIds.registerId, 'Study register')]);
}

function sizes({ metadata, bytes, rows }: DoiFacts): string[] {
  const persons = firstValueOf(metadata, fieldIds.persons);
  return unique([...(persons ? [`${persons} persons`] : []), `${rows} rows`, `${bytes} bytes`]);
}

function geoLocations(metadata: readonly MetadataEntry[]) {
  return unique(
    valuesOf(metadata, fieldIds.country).flatMap((country, index) => [
      { geoLocationPlace: country },
      ...nestedValuesOf(metadata, fieldIds.region, index).map((region) => ({
        geoLocationPlace: `${region}, ${country}`,
      })),
      ...nestedValuesOf(metadata, fieldIds.postalArea, index).map((area) => ({
        geoLocationPlace: `Postal code area ${area}, ${country}`,
      })),
    ]),
  );
}
