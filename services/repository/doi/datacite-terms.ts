import type { MetadataEntry } from '@domain/api/metadata';
import type { DataciteAttributes, DataciteName } from '@domain/datacite';
import { licenceAddress } from '@domain/licences';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readReference, splitRor } from '@domain/metadata/identifiers';
import { parseName } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

/** DataCite contributorType by stored role (field 4.1). */
export const contributorTypes: Record<string, string> = {
  'Data collector': 'DataCollector',
  'Data curator': 'DataCurator',
  'Data manager': 'DataManager',
  'Project leader': 'ProjectLeader',
  'Project member': 'ProjectMember',
  Researcher: 'Researcher',
  Supervisor: 'Supervisor',
  Sponsor: 'Sponsor',
  Other: 'Other',
};

/** DataCite relationType by stored relation (field 26.1), seen from the data set. */
export const relationTypes: Record<string, string> = {
  'Describes these data': 'IsDescribedBy',
  'Cites these data': 'IsCitedBy',
  'Uses the test manual': 'IsDocumentedBy',
  'Newer version': 'IsPreviousVersionOf',
  'Older version': 'IsNewVersionOf',
};

type Rights = DataciteAttributes['rightsList'][number];

const spdx = { rightsIdentifierScheme: 'SPDX', schemeUri: 'https://spdx.org/licenses/', lang: 'en' };

const openLicences: Record<string, { rights: string; rightsIdentifier: string }> = {
  'CC-BY 4.0': { rights: 'Creative Commons Attribution 4.0 International', rightsIdentifier: 'CC-BY-4.0' },
  'CC-BY-SA 4.0': {
    rights: 'Creative Commons Attribution Share Alike 4.0 International',
    rightsIdentifier: 'CC-BY-SA-4.0',
  },
};

/** DataCite rights of a stored licence (field 20). The Scientific Use File licence is a page of our site. */
export function rightsOf(licence: string, origin: string): Rights {
  const rightsUri = licenceAddress(licence, origin);
  const open = openLicences[licence];
  if (open) return { ...open, rightsUri, ...spdx };
  if (licence !== 'SUFL 1.0') return { rights: licence };
  return { rights: 'Scientific Use File Licence 1.0', rightsUri, lang: 'en' };
}

/** Removes duplicates, which DataCite's lists must not contain. */
export function unique<Item>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Authors in citation order, with ORCID and affiliations. */
export function creatorsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['creators'] {
  return valuesOf(metadata, fieldIds.author).map((stored, index) => {
    const [orcid] = nestedValuesOf(metadata, fieldIds.orcid, index);
    const affiliation = unique(nestedValuesOf(metadata, fieldIds.affiliation, index).map(affiliationOf));
    return {
      ...nameOf(stored, { isPerson: orcid !== undefined }),
      ...(orcid === undefined ? {} : { nameIdentifiers: [orcidOf(orcid)] }),
      affiliation,
    };
  });
}

/** Contact person (without the private e-mail address), other contributors with their role, rights holder. */
export function contributorsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['contributors'] {
  const holder = firstValueOf(metadata, fieldIds.rightsHolder);
  return unique([
    ...valuesOf(metadata, fieldIds.contactPerson).map((stored) => ({
      ...nameOf(stored),
      contributorType: 'ContactPerson',
    })),
    ...valuesOf(metadata, fieldIds.contributor).map((stored, index) => ({
      ...nameOf(stored),
      contributorType: contributorTypes[nestedValuesOf(metadata, fieldIds.role, index)[0] ?? ''] ?? 'Other',
    })),
    ...(holder ? [{ name: holder, contributorType: 'RightsHolder' }] : []),
  ]);
}

/** A name with only one part may be that of an organisation, so it only counts as personal if `isPerson`. */
function nameOf(stored: string, { isPerson = false } = {}): DataciteName {
  const { family, given } = parseName(stored);
  if (given === '') {
    return isPerson ? { name: family, nameType: 'Personal', familyName: family } : { name: family };
  }
  return { name: `${family}, ${given}`, nameType: 'Personal', givenName: given, familyName: family };
}

function orcidOf(orcid: string) {
  return {
    nameIdentifier: `https://orcid.org/${orcid}`,
    nameIdentifierScheme: 'ORCID',
    schemeUri: 'https://orcid.org',
  };
}

function affiliationOf(text: string) {
  const { name, ror } = splitRor(text);
  if (ror === null) return { name };
  return { name, affiliationIdentifier: ror, affiliationIdentifierScheme: 'ROR', schemeUri: 'https://ror.org' };
}

export function fundingReferencesOf(metadata: readonly MetadataEntry[]): DataciteAttributes['fundingReferences'] {
  return unique(
    valuesOf(metadata, fieldIds.funder).map((text, index) => {
      const { name, ror } = splitRor(text);
      const awardNumber = nestedValuesOf(metadata, fieldIds.awardNumber, index)[0];
      const awardTitle = nestedValuesOf(metadata, fieldIds.awardTitle, index)[0];
      return {
        funderName: name,
        ...(ror === null ? {} : { funderIdentifier: ror, funderIdentifierType: 'ROR' }),
        ...(awardNumber ? { awardNumber } : {}),
        ...(awardTitle ? { awardTitle } : {}),
      };
    }),
  );
}

/** Another accepted data set of the same study. */
export interface StudySibling extends RelatedRecord {
  kind: UploadKind;
}

/** Where another DOI or page is found: a DOI, or an address if the DOI is not registered. */
export interface RelatedRecord {
  identifier: string;
  type: 'DOI' | 'URL';
}

/** The place of a data set among its versions. */
export interface VersionPlace {
  /** Number of the version. */
  version: number;
  /** All versions together. */
  concept: RelatedRecord;
  previous: RelatedRecord | null;
  next: RelatedRecord | null;
}

/** Relation of a record to another data set of this site. */
export function relatedDataSet(relationType: string, { identifier, type }: RelatedRecord) {
  const resourceTypeGeneral = 'Dataset';
  return { relatedIdentifier: identifier, relatedIdentifierType: type, relationType, resourceTypeGeneral };
}

/** Relations to the other versions, in the sense of DataCite: the earlier one IsPreviousVersionOf the later one. */
function versionRelations(place: VersionPlace | null) {
  if (!place) return [];
  const { concept, previous, next } = place;
  return [
    relatedDataSet('IsVersionOf', concept),
    ...(previous ? [relatedDataSet('IsNewVersionOf', previous)] : []),
    ...(next ? [relatedDataSet('IsPreviousVersionOf', next)] : []),
  ];
}

/**
 * The other versions, the raw or aggregated counterpart of the study, publications with their relation, manuals of test batteries, and
 * instruments, if they are given as DOI or URL. Otherwise they are part of the descriptions and subjects.
 */
export function relatedIdentifiersOf(
  metadata: readonly MetadataEntry[],
  {
    kind,
    siblings,
    versions = null,
  }: { kind: UploadKind; siblings: readonly StudySibling[]; versions?: VersionPlace | null },
): DataciteAttributes['relatedIdentifiers'] {
  // For two files of the same kind, the relation is unknown.
  const otherForm = siblings
    .filter((sibling) => sibling.kind !== kind)
    .map((sibling) => relatedDataSet(kind === 'agg' ? 'IsDerivedFrom' : 'IsSourceOf', sibling));
  const publications = valuesOf(metadata, fieldIds.publication).flatMap((text, index) => {
    const relation = nestedValuesOf(metadata, fieldIds.relation, index)[0] ?? '';
    return related(text, relationTypes[relation] ?? 'References');
  });
  const manuals = valuesOf(metadata, fieldIds.testBattery).flatMap((text) => related(text, 'IsDocumentedBy'));
  const instruments = [fieldIds.instrument, fieldIds.instrumentModel]
    .flatMap((id) => valuesOf(metadata, id))
    .flatMap((text) => related(text, 'IsCollectedBy', 'Instrument'));
  return unique([...versionRelations(versions), ...otherForm, ...publications, ...manuals, ...instruments]);
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
