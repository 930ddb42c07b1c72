import { z } from 'zod';

import { type MetadataEntry, MetadataEntrySchema } from '@domain/api/metadata';
import type { SearchRow } from '@domain/api/search';
import type { DataciteAttributes, DataciteName } from '@domain/datacite';
import type { Language } from '@domain/language';
import type { Withdrawn } from '@domain/life/withdrawal';
import { asksForLicenceForm, licenceAddress } from '@domain/licences';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn, type LanguageText, titlesOf } from '@domain/metadata/text-language';
import type { MotorTest } from '@domain/motor-tests';

import type { DataciteRecord } from '../doi/datacite-record';
import type { PublishedTable } from '../store/published-data-sets';
import type { DataSetRecord } from '../store/data-set-records';
import { vocabulary } from '../vocabulary';

/** A person or an organisation, as far as that is known. */
export interface DescribedAgent {
  name: string;
  /** Null for a name with one part, which may be that of a person or of an organisation. */
  isPerson: boolean | null;
  given: string;
  family: string;
  /** ORCID as an address; '' if unknown. */
  orcid: string;
  /** `ror` is an address; '' if unknown. */
  affiliations: { name: string; ror: string }[];
}

/** A file that can be downloaded. */
export interface DescribedFile {
  name: string;
  address: string;
  /** Without parameters. */
  mediaType: string;
  /** Null if the file is made when it is first asked for. */
  bytes: number | null;
  /** In hexadecimal; null if the file has not been made yet. */
  sha256: string | null;
}

/** What linked data says about a data set. Texts of ours are in one language, those of contributors have their own. */
export interface DescribedDataSet {
  /** Its DOI as an address; for a test DOI, which is not registered, its page. */
  id: string;
  page: string;
  origin: string;
  hasDoi: boolean;
  titles: LanguageText[];
  /** The abstract, otherwise the citation. */
  description: LanguageText;
  citation: string;
  creators: DescribedAgent[];
  funders: { name: string; address: string }[];
  publisher: string;
  /** yyyy, yyyy-MM or yyyy-MM-dd; '' if unknown. */
  issued: string;
  /** Day of the last correction, yyyy-MM-dd; '' if there was none. */
  modified: string;
  /** A date or two, separated by '/'; '' if unknown. */
  collected: string;
  /** ISO 639-1 code; '' if unknown. */
  language: string;
  places: string[];
  keywords: LanguageText[];
  licences: string[];
  /** Everybody may have all rows without a form. */
  isOpen: boolean;
  isPublic: boolean;
  isWithdrawn: boolean;
  version: string;
  /** Addresses of its former version and of all versions together. */
  formerVersions: string[];
  allVersions: string[];
  /** Addresses of the data sets from which it was computed, and of works that it names. */
  sources: string[];
  works: string[];
  /** Addresses of works that cite it. */
  citedBy: string[];
  variables: { key: string; label: string; unit: string }[];
  /** How it was measured: motor tests and test batteries. */
  techniques: string[];
  files: DescribedFile[];
}

export interface DescriptionSource {
  record: DataSetRecord;
  row: SearchRow;
  datacite: DataciteRecord | null;
  citation: string;
  tables: readonly Pick<PublishedTable, 'columns'>[];
  files: readonly DescribedFile[];
  isPublic: boolean;
  withdrawn?: Withdrawn | null;
  origin: string;
  language: Language;
}

/** Relations to works that the data set names, and to data sets from which it was computed. */
const workRelations = ['IsDescribedBy', 'IsDocumentedBy', 'References'];
const citedByRelation = 'IsCitedBy';
const sourceRelation = 'IsDerivedFrom';

/** Collects what linked data says about a data set, from its DataCite properties and its published tables. */
export function collectDescription(source: DescriptionSource): DescribedDataSet {
  const { row, datacite, citation, origin, isPublic, files } = source;
  const metadata = z.array(MetadataEntrySchema).parse(source.record.metadata);
  const page = `${origin}/data-set/${row.nr}`;
  return {
    id: row.doiIsTest ? page : iriOf(row.doiUrl),
    page,
    origin,
    hasDoi: !row.doiIsTest,
    ...textsOf(metadata, row, citation),
    citation,
    creators: (datacite ? datacite.creators : namesOf(row)).map(agentOf),
    funders: (datacite?.fundingReferences ?? []).map(({ funderName, funderIdentifier = '' }) => ({
      name: funderName,
      address: funderIdentifier,
    })),
    publisher: datacite?.publisher.name || 'Motothek',
    issued: dateOf(datacite, 'Issued') || (datacite?.publicationYear ?? ''),
    modified: dateOf(datacite, 'Updated'),
    collected: dateOf(datacite, 'Collected'),
    language: datacite?.language ?? '',
    places: (datacite?.geoLocations ?? []).map(({ geoLocationPlace }) => geoLocationPlace),
    licences: row.rights.map((right) => licenceAddress(right, origin)),
    isOpen: isPublic && !asksForLicenceForm(row.rights),
    isPublic,
    isWithdrawn: Boolean(source.withdrawn),
    version: datacite?.version ?? firstValueOf(metadata, fieldIds.version),
    formerVersions: relatedAddresses(datacite, ['IsNewVersionOf']),
    allVersions: relatedAddresses(datacite, ['IsVersionOf']),
    sources: relatedAddresses(datacite, [sourceRelation]),
    works: relatedAddresses(datacite, workRelations),
    citedBy: relatedAddresses(datacite, [citedByRelation]),
    variables: variablesOf(source),
    techniques: [...testsOf(row, source.language), ...valuesOf(metadata, fieldIds.testBattery)],
    files: [...files],
  };
}

function textsOf(metadata: readonly MetadataEntry[], { titles, doi }: SearchRow, citation: string) {
  const language = describedIn(metadata);
  const abstract = firstValueOf(metadata, fieldIds.abstract);
  const stored = titlesOf(metadata);
  return {
    titles: stored.length > 0 ? stored : [{ text: titles[0] ?? doi, language: '' as const }],
    description: abstract === '' ? { text: citation, language: '' as const } : { text: abstract, language },
    keywords: valuesOf(metadata, fieldIds.keyword).map((text) => ({ text, language })),
  };
}

/** Authors of a data set without a DOI yet. A name with only one part may be that of an organisation. */
function namesOf({ authors }: SearchRow): DataciteName[] {
  return authors.map((name) => {
    const [familyName = '', givenName] = name.split(', ');
    return givenName === undefined ? { name } : { name, nameType: 'Personal', familyName, givenName };
  });
}

function agentOf({
  name,
  nameType,
  givenName,
  familyName,
  nameIdentifiers,
  affiliation,
}: DataciteName): DescribedAgent {
  const orcid = nameIdentifiers?.find(({ nameIdentifierScheme }) => nameIdentifierScheme === 'ORCID');
  return {
    name,
    isPerson: nameType === undefined ? null : nameType === 'Personal',
    given: givenName ?? '',
    family: familyName ?? '',
    orcid: orcid?.nameIdentifier ?? '',
    affiliations: (affiliation ?? []).map((one) => ({ name: one.name, ror: one.affiliationIdentifier ?? '' })),
  };
}

function dateOf(datacite: DataciteAttributes | null, type: string): string {
  return datacite?.dates.find(({ dateType }) => dateType === type)?.date ?? '';
}

function relatedAddresses(datacite: DataciteAttributes | null, relations: readonly string[]): string[] {
  return (datacite?.relatedIdentifiers ?? [])
    .filter(({ relationType }) => relations.includes(relationType))
    .map(({ relatedIdentifier, relatedIdentifierType }) =>
      iriOf(relatedIdentifierType === 'DOI' ? `https://doi.org/${relatedIdentifier}` : relatedIdentifier),
    );
}

/** Published columns, each variable and unit once. A key may have left the vocabulary since it was published. */
function variablesOf({ record, tables, language }: DescriptionSource): DescribedDataSet['variables'] {
  const targets = vocabulary.targets[record.kind];
  const all = tables.flatMap(({ columns }) =>
    columns.map(({ key, unit }) => ({ key, unit, label: targets.get(key)?.label[language] ?? key })),
  );
  return [...new Map(all.map((variable) => [`${variable.key}|${variable.unit}`, variable])).values()];
}

function testsOf({ exercises }: SearchRow, language: Language): string[] {
  return exercises.map((test) => vocabulary.tests.get(test as MotorTest)?.long[language] ?? test);
}

/** A valid IRI for an address. DOIs may contain characters that IRIs may not. */
export function iriOf(address: string): string {
  const { href } = new URL(address);
  return href.replace(/[\s<>"{}|\\^`]/g, encodeURIComponent);
}
