import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';

import { paths } from '~/paths';

import type { Cited } from './cited.server';

/** Data about a data set for search engines. */
export type Description = Pick<DataSet, 'row' | 'fields' | 'citation'> & { cited: Cited };

/** Addresses of the open licences. The licence for scientific use has its own page. */
const licences: Record<string, string> = {
  'CC-BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
};

export function licenceAddresses(rights: readonly string[], origin: string): string[] {
  return rights.map((right) => licences[right] ?? origin + paths.info('sufl-licence'));
}

const valuesOf = ({ fields }: Description, id: number): string[] =>
  fields.find((field) => field.id === id)?.values ?? [];

/** The abstract, otherwise the citation. */
export function describeDataSet(dataSet: Description): string {
  return valuesOf(dataSet, fieldIds.abstract)[0] ?? dataSet.citation;
}

/**
 * A published data set in the terms of schema.org (https://schema.org/Dataset), made of the DataCite
 * properties its DOI is registered with (https://support.datacite.org/docs/schemaorg).
 */
export function toLinkedData(dataSet: Description, origin: string): object {
  const { row, citation, cited } = dataSet;
  const address = origin + paths.dataSet(row.nr);
  const [name, ...otherNames] = row.titles;
  const [version] = valuesOf(dataSet, fieldIds.version);
  const dateOf = (type: string) => cited.dates.find(({ dateType }) => dateType === type)?.date;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': row.doiIsTest ? address : row.doiUrl,
    url: address,
    name: name ?? row.doi,
    ...(otherNames.length > 0 ? { alternateName: otherNames } : {}),
    description: describeDataSet(dataSet),
    // A test DOI is not registered, so it is left out.
    ...(row.doiIsTest ? {} : { identifier: row.doiUrl, sameAs: row.doiUrl }),
    creator: creatorsOf(dataSet),
    publisher: { '@type': 'Organization', name: cited.publisher.name || 'Motothek' },
    ...known('datePublished', dateOf('Issued') ?? cited.publicationYear),
    ...known('temporalCoverage', dateOf('Collected')),
    ...known('inLanguage', cited.language),
    ...(cited.geoLocations.length > 0
      ? { spatialCoverage: cited.geoLocations.map(({ geoLocationPlace }) => geoLocationPlace) }
      : {}),
    keywords: valuesOf(dataSet, fieldIds.keyword),
    license: licenceAddresses(row.rights, origin),
    ...known('version', version),
    ...known('isBasedOn', cited.otherForms.find(({ kind }) => kind === 'raw')?.address),
    isAccessibleForFree: true,
    citation,
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Motothek', url: `${origin}/` },
  };
}

const known = (name: string, value: string | undefined) => (value ? { [name]: value } : {});

/** Authors as DataCite knows them; of a data set without a DOI yet by their names alone. */
function creatorsOf({ row, cited }: Description): object[] {
  // A name with only one part may be that of an organisation.
  const named = row.authors.map((name) => ({
    name,
    nameType: name.includes(', ') ? 'Personal' : '',
    orcid: null,
    affiliation: [],
  }));
  const creators: Cited['creators'] = cited.creators.length > 0 ? cited.creators : named;
  return creators.map(({ name, nameType, orcid, affiliation }) => ({
    ...(nameType === 'Personal' ? { '@type': 'Person' } : {}),
    ...known('@id', orcid ?? ''),
    name,
    ...(affiliation.length > 0
      ? { affiliation: affiliation.map((one) => ({ '@type': 'Organization', name: one.name })) }
      : {}),
  }));
}
