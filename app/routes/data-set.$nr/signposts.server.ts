import type { DataSet } from '@domain/api/search';

import { paths } from '~/paths';

import type { Cited } from './cited.server';
import { licenceAddresses } from './linked-data';

/**
 * `Link` header of a landing page by the FAIR Signposting profile, level 1 (https://signposting.org/FAIR/):
 * what the data set is cited as, its authors, licences, kind, and where programs find its description.
 */
export function signposts({ row, cited }: { row: DataSet['row']; cited: Cited }, origin: string): string {
  const links: [address: string, relation: string, type?: string][] = [
    // A test DOI must not be cited.
    ...(row.doiIsTest ? [] : [[row.doiUrl, 'cite-as'] as [string, string]]),
    ...cited.creators.flatMap(({ orcid }): [string, string][] => (orcid ? [[orcid, 'author']] : [])),
    ['https://schema.org/Dataset', 'type'],
    ['https://schema.org/AboutPage', 'type'],
    ...licenceAddresses(row.rights, origin).map((address): [string, string] => [address, 'license']),
    ...(row.doi === ''
      ? []
      : (['json', 'xml'] as const).map((format): [string, string, string] => [
          origin + paths.datacite(row.nr, format),
          'describedby',
          `application/vnd.datacite.datacite+${format}`,
        ])),
  ];
  return links
    .map(([address, relation, type]) =>
      [`<${new URL(address).href}>`, `rel="${relation}"`, ...(type ? [`type="${type}"`] : [])].join('; '),
    )
    .join(', ');
}
