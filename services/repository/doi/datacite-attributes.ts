import type { MetadataEntry } from '@domain/api/metadata';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange, parseName, type DateParts } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

import { describeMethods } from './describe-methods';
import type { DataciteAttributes } from './doi-registrar';
import { contributorTypes, relationTypes, rightsOf } from './datacite-terms';

/** What the DOI of an upload is described by. Dates are days as yyyy-MM-dd. */
export interface DoiFacts {
  kind: UploadKind;
  /** Public number; null before acceptance. */
  nr: number | null;
  metadata: readonly MetadataEntry[];
  /** English names of the motor tests its columns are mapped to. */
  tests: readonly string[];
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
 * DataCite attributes of an upload (domain.md sections 3.2 and 4; DataCite metadata schema 4.5): what
 * is registered, cited and packed. Private fields never appear in them.
 */
export function dataciteAttributes(facts: DoiFacts, origin: string): DataciteAttributes {
  const { metadata, nr } = facts;
  const version = firstValueOf(metadata, fieldIds.version);
  const language = firstValueOf(metadata, fieldIds.dataLanguage);
  return {
    ...(nr === null ? {} : { url: `${origin}/data-set/${nr}` }),
    creators: creators(metadata),
    titles: titles(metadata),
    publisher: { name: publisher },
    publicationYear: publicationYear(facts),
    types: {
      resourceTypeGeneral: 'Dataset',
      resourceType: facts.kind === 'raw' ? 'Raw motor test data' : 'Aggregated motor test data',
    },
    subjects: subjects(facts),
    contributors: contributors(metadata),
    dates: dates(facts),
    ...(language ? { language } : {}),
    alternateIdentifiers: alternateIdentifiers(metadata),
    relatedIdentifiers: relatedIdentifiers(metadata),
    sizes: sizes(facts),
    formats: ['text/csv', 'application/vnd.apache.parquet'],
    ...(version ? { version } : {}),
    rightsList: unique(valuesOf(metadata, fieldIds.licence).map((licence) => rightsOf(licence, origin))),
    descriptions: descriptions(metadata),
    geoLocations: geoLocations(metadata),
    fundingReferences: fundingReferences(metadata),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

function person(stored: string) {
  const { family, given } = parseName(stored);
  return {
    name: given === '' ? family : `${family}, ${given}`,
    nameType: 'Personal',
    ...(given === '' ? {} : { givenName: given }),
    familyName: family,
  };
}

function creators(metadata: readonly MetadataEntry[]) {
  return valuesOf(metadata, fieldIds.author).map((stored, index) => {
    const orcids = nestedValuesOf(metadata, fieldIds.orcid, index);
    const affiliations = nestedValuesOf(metadata, fieldIds.affiliation, index);
    return {
      ...person(stored),
      ...(orcids.length === 0
        ? {}
        : {
            nameIdentifiers: orcids.map((orcid) => ({
              nameIdentifier: `https://orcid.org/${orcid}`,
              nameIdentifierScheme: 'ORCID',
              schemeUri: 'https://orcid.org',
            })),
          }),
      affiliation: unique(affiliations.map((name) => ({ name }))),
    };
  });
}

function titles(metadata: readonly MetadataEntry[]) {
  const translated = firstValueOf(metadata, fieldIds.translatedTitle);
  return [
    { title: firstValueOf(metadata, fieldIds.title) },
    ...(translated ? [{ title: translated, titleType: 'TranslatedTitle' }] : []),
  ];
}

function publicationYear({ metadata, accepted, today }: DoiFacts): string {
  const year = (accepted ?? today).slice(0, 4);
  const embargo = parseDateRange(firstValueOf(metadata, fieldIds.embargo))?.end.year ?? '';
  return embargo > year ? embargo : year;
}

function subjects({ metadata, tests }: DoiFacts) {
  const ids = [fieldIds.keyword, fieldIds.targetGroup, fieldIds.testBattery];
  const terms = [...ids.flatMap((id) => valuesOf(metadata, id)), ...tests];
  return unique(terms.map((subject) => ({ subject })));
}

function contributors(metadata: readonly MetadataEntry[]) {
  const holder = firstValueOf(metadata, fieldIds.rightsHolder);
  return [
    ...valuesOf(metadata, fieldIds.contactPerson).map((stored) => ({
      ...person(stored),
      contributorType: 'ContactPerson',
    })),
    ...valuesOf(metadata, fieldIds.contributor).map((stored, index) => ({
      ...person(stored),
      contributorType: contributorTypes[nestedValuesOf(metadata, fieldIds.role, index)[0] ?? ''] ?? 'Other',
    })),
    ...(holder ? [{ name: holder, contributorType: 'RightsHolder' }] : []),
  ];
}

function dates({ metadata, submitted, accepted }: DoiFacts) {
  const collected = collectedRange(firstValueOf(metadata, fieldIds.collection));
  const embargo = parseDateRange(firstValueOf(metadata, fieldIds.embargo));
  const available = embargo ? isoDate(embargo.end, 3) : '';
  const all = [
    { date: collected, dateType: 'Collected' },
    { date: submitted ?? '', dateType: 'Submitted' },
    { date: accepted ?? '', dateType: 'Accepted' },
    { date: accepted ?? '', dateType: 'Issued' },
    { date: available, dateType: 'Available' },
  ];
  return all.filter(({ date }) => date !== '');
}

/** Range in the form RKMS-ISO8601, both dates as exact as the less exact one; '' without a range. */
function collectedRange(stored: string): string {
  const range = parseDateRange(stored);
  if (!range) return '';
  const { begin, end } = range;
  if (end.year === '') return isoDate(begin, 3);
  const parts = Math.min(knownParts(begin), knownParts(end));
  return `${isoDate(begin, parts)}/${isoDate(end, parts)}`;
}

function knownParts({ month, day }: DateParts): number {
  return month === '' ? 1 : day === '' ? 2 : 3;
}

/** yyyy, yyyy-MM or yyyy-MM-dd: as far as known, and at most so many parts. */
function isoDate(date: DateParts, parts: number): string {
  const known = [date.year, date.month.padStart(2, '0'), date.day.padStart(2, '0')];
  return known.slice(0, Math.min(parts, knownParts(date))).join('-');
}

function alternateIdentifiers(metadata: readonly MetadataEntry[]) {
  const named = (id: number, alternateIdentifierType: string) =>
    valuesOf(metadata, id).map((alternateIdentifier) => ({ alternateIdentifier, alternateIdentifierType }));
  return unique([...named(fieldIds.studyName, 'Study'), ...named(fieldIds.registerId, 'Study register')]);
}

/** Publications with a DOI or an address; others are named in the descriptions. */
function relatedIdentifiers(metadata: readonly MetadataEntry[]) {
  return unique(
    valuesOf(metadata, fieldIds.publication).flatMap((text, index) => {
      const identifier = identify(text);
      const relation = nestedValuesOf(metadata, fieldIds.relation, index)[0] ?? '';
      return identifier ? [{ ...identifier, relationType: relationTypes[relation] ?? 'References' }] : [];
    }),
  );
}

function identify(text: string): { relatedIdentifier: string; relatedIdentifierType: 'DOI' | 'URL' } | null {
  const doi = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i.exec(text)?.[1];
  if (doi) return { relatedIdentifier: doi, relatedIdentifierType: 'DOI' };
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) {
    return { relatedIdentifier: text, relatedIdentifierType: 'URL' };
  }
  return null;
}

function sizes({ metadata, bytes, rows }: DoiFacts): string[] {
  const persons = firstValueOf(metadata, fieldIds.persons);
  return unique([...(persons ? [`${persons} persons`] : []), `${rows} rows`, `${bytes} bytes`]);
}

function descriptions(metadata: readonly MetadataEntry[]) {
  const lang = firstValueOf(metadata, fieldIds.abstractLanguage);
  const { methods, technical } = describeMethods(metadata);
  const unidentified = valuesOf(metadata, fieldIds.publication).filter((text) => !identify(text));
  const all = [
    {
      description: firstValueOf(metadata, fieldIds.abstract),
      descriptionType: 'Abstract',
      ...(lang ? { lang } : {}),
    },
    { description: methods, descriptionType: 'Methods' },
    { description: technical, descriptionType: 'TechnicalInfo' },
    ...unidentified.map((text) => ({
      description: `Related publication: ${text}`,
      descriptionType: 'Other',
    })),
  ];
  return unique(all.filter(({ description }) => description !== ''));
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

function fundingReferences(metadata: readonly MetadataEntry[]) {
  return unique(
    valuesOf(metadata, fieldIds.funder).map((funderName, index) => {
      const awardNumber = nestedValuesOf(metadata, fieldIds.awardNumber, index)[0];
      const awardTitle = nestedValuesOf(metadata, fieldIds.awardTitle, index)[0];
      return { funderName, ...(awardNumber ? { awardNumber } : {}), ...(awardTitle ? { awardTitle } : {}) };
    }),
  );
}

/** DataCite's lists hold nothing twice. */
function unique<Item>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
