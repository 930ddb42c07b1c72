import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';

import { paths } from '~/paths';

/** What of a data set search engines are told. */
export type Description = Pick<DataSet, 'row' | 'fields' | 'citation'>;

/** Addresses of the open licences; the licence for scientific use has a page of its own. */
const licences: Record<string, string> = {
  'CC-BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
};

const valuesOf = ({ fields }: Description, id: number): string[] =>
  fields.find((field) => field.id === id)?.values ?? [];

/** The abstract; the citation where there is none. */
export function describeDataSet(dataSet: Description): string {
  return valuesOf(dataSet, fieldIds.abstract)[0] ?? dataSet.citation;
}

/** A published data set in the terms of schema.org (https://schema.org/Dataset). */
export function toLinkedData(dataSet: Description, origin: string): object {
  const { row, citation } = dataSet;
  const address = origin + paths.dataSet(row.nr);
  const [name, ...otherNames] = row.titles;
  const [version] = valuesOf(dataSet, fieldIds.version);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': address,
    url: address,
    name: name ?? row.doi,
    ...(otherNames.length > 0 ? { alternateName: otherNames } : {}),
    description: describeDataSet(dataSet),
    // A test DOI leads nowhere: it identifies nothing outside this house.
    ...(row.doiIsTest ? {} : { identifier: row.doiUrl, sameAs: row.doiUrl }),
    // A name of one part alone may be an organisation's.
    creator: row.authors.map((name) => (name.includes(', ') ? { '@type': 'Person', name } : { name })),
    keywords: valuesOf(dataSet, fieldIds.keyword),
    license: row.rights.map((right) => licences[right] ?? origin + paths.info('sufl-licence')),
    ...(version === undefined ? {} : { version }),
    isAccessibleForFree: true,
    citation,
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Motothek', url: `${origin}/` },
  };
}
