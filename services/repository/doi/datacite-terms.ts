import type { DataciteAttributes } from '@domain/datacite';

/** DataCite contributorType by the stored role (field 4.1). */
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

/** DataCite relationType by the stored relation (field 26.1), seen from the data set. */
export const relationTypes: Record<string, string> = {
  'Describes these data': 'IsDescribedBy',
  'Cites these data': 'IsCitedBy',
  'Uses the test manual': 'IsDocumentedBy',
  'Newer version': 'IsPreviousVersionOf',
  'Older version': 'IsNewVersionOf',
};

type Rights = DataciteAttributes['rightsList'][number];

const spdx = { rightsIdentifierScheme: 'SPDX', schemeUri: 'https://spdx.org/licenses/', lang: 'en' };

const openLicences: Record<string, Rights> = {
  'CC-BY 4.0': {
    rights: 'Creative Commons Attribution 4.0 International',
    rightsUri: 'https://creativecommons.org/licenses/by/4.0/',
    rightsIdentifier: 'CC-BY-4.0',
    ...spdx,
  },
  'CC-BY-SA 4.0': {
    rights: 'Creative Commons Attribution Share Alike 4.0 International',
    rightsUri: 'https://creativecommons.org/licenses/by-sa/4.0/',
    rightsIdentifier: 'CC-BY-SA-4.0',
    ...spdx,
  },
};

/** DataCite rights of a stored licence (field 20); the Scientific Use File licence is a page of ours. */
export function rightsOf(licence: string, origin: string): Rights {
  const open = openLicences[licence];
  if (open) return open;
  if (licence !== 'SUFL 1.0') return { rights: licence };
  return { rights: 'Scientific Use File Licence 1.0', rightsUri: `${origin}/info/sufl-licence`, lang: 'en' };
}

/** The items, each once: DataCite's lists hold nothing twice. */
export function unique<Item>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
