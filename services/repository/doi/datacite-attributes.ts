import { z } from 'zod';

import type { MetadataEntry } from '@domain/api/metadata';
import type { DataciteAttributes } from '@domain/datacite';
import type { Bilingual } from '@domain/language';
import { embargoEnd, isUnderEmbargo } from '@domain/metadata/embargo';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { isoDate, parseDateRange } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

import {
  contributorsOf,
  creatorsOf,
  fundingReferencesOf,
  relatedIdentifiersOf,
  rightsOf,
  type StudySibling,
  unique,
  type VersionPlace,
} from './datacite-terms';
import { descriptionsOf, subjectsOf, titlesOf } from './datacite-texts';

/** Facts that describe the DOI of an upload. Dates are yyyy-MM-dd. */
export interface DoiFacts {
  kind: UploadKind;
  /** Public number; null before acceptance. */
  nr: number | null;
  metadata: readonly MetadataEntry[];
  /** Names of the motor tests to which its columns are mapped. */
  tests: readonly Bilingual[];
  siblings: readonly StudySibling[];
  /** Its place among the versions of the data set, if there are several. */
  versions?: VersionPlace | null;
  /** Media types of the README and codebook files. */
  documentTypes?: readonly string[];
  /** Number of published rows of its tables. */
  rows: number;
  submitted: string | null;
  accepted: string | null;
  /** Day of the last correction of the metadata, if there was one. */
  updated?: string | null;
  /** Day of the call, from which a draft gets its year. */
  today: string;
}

const publisher = 'Motothek';

/**
 * DataCite attributes of an upload (DataCite metadata schema 4.6), which are registered,
 * cited and packed as JSON or XML. docs/metadata.md lists which field becomes which property. Private fields are never
 * included.
 */
export function dataciteAttributes(facts: DoiFacts, origin: string): DataciteAttributes {
  const { metadata, nr } = facts;
  // The contributor's own count may be that of the former version.
  const version = facts.versions ? String(facts.versions.version) : firstValueOf(metadata, fieldIds.version);
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
    formats: unique(['text/csv', 'application/vnd.apache.parquet', ...(facts.documentTypes ?? [])]),
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

/** What everybody is told. Bytes of a file depend on every row, also on those that a licence or the contributor withholds. */
function sizes({ metadata, rows }: DoiFacts): string[] {
  const persons = firstValueOf(metadata, fieldIds.persons);
  return [...(persons ? [`${persons} persons`] : []), `${rows} rows`];
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

/** Days as yyyy-MM-dd. */
interface Days {
  submitted: string | null;
  accepted: string | null;
  /** Day of the last correction. */
  updated?: string | null;
  /** Day of the call. */
  today: string;
}

/** Year of acceptance, or of the end of the embargo if that is later. For a draft it is the current year. */
export function publicationYear(metadata: readonly MetadataEntry[], { accepted, today }: Days): string {
  const year = (accepted ?? today).slice(0, 4);
  const embargo = embargoEnd(metadata).slice(0, 4);
  return embargo > year ? embargo : year;
}

/** Data under an embargo is issued when the embargo ends. */
export function datesOf(
  metadata: readonly MetadataEntry[],
  { submitted, accepted, updated = null }: Days,
): DataciteAttributes['dates'] {
  const embargo = parseDateRange(firstValueOf(metadata, fieldIds.embargo));
  const available = embargo ? isoDate(embargo.end) : '';
  const issued = accepted !== null && isUnderEmbargo(metadata, accepted) ? available : (accepted ?? '');
  const all = [
    { date: collectedRange(firstValueOf(metadata, fieldIds.collection)), dateType: 'Collected' },
    { date: submitted ?? '', dateType: 'Submitted' },
    { date: accepted ?? '', dateType: 'Accepted' },
    { date: issued, dateType: 'Issued' },
    { date: available, dateType: 'Available' },
    { date: updated ?? '', dateType: 'Updated' },
  ];
  return all.filter(({ date }) => date !== '');
}

/**
 * A date, or a range in the form RKMS-ISO8601, each date as exact as it was entered: '2018-03/2019'
 * (https://datacite-metadata-schema.readthedocs.io/en/4.6/properties/date/); '' without a range.
 */
function collectedRange(stored: string): string {
  const range = parseDateRange(stored);
  if (!range) return '';
  const dates = [isoDate(range.begin), isoDate(range.end)].filter((date) => date !== '');
  return [...new Set(dates)].join('/');
}

const TextSchema = z.string().trim().min(1);

/**
 * Properties that DataCite requires before a DOI becomes findable
 * (https://support.datacite.org/docs/how-do-i-make-a-findable-doi-with-the-rest-api). Without one of them DataCite
 * would refuse, or silently keep the DOI as a draft.
 */
const NeededSchema = z.object({
  doi: z.string().regex(/^10\.\d{4,9}\/\S+$/),
  url: z.url({ protocol: /^https?$/ }),
  creators: z.array(z.object({ name: TextSchema })).min(1),
  titles: z.array(z.object({ title: TextSchema })).min(1),
  publisher: z.object({ name: TextSchema }),
  publicationYear: z.string().regex(/^\d{4}$/),
  types: z.object({ resourceTypeGeneral: TextSchema }),
});

/** Names of the missing properties that prevent a DOI from being published; empty if none. */
export function missingForPublication(doi: string, attributes: DataciteAttributes): string[] {
  const { error } = NeededSchema.safeParse({ doi, ...attributes });
  return [...new Set(error?.issues.map(({ path }) => String(path[0])) ?? [])];
}
