import { z } from 'zod';

import { withoutSlash } from '@domain/issuer-address';

import { apiUrl } from './datacite';

/** Public services that are asked when a user looks something up, and their addresses. */
const publicServices = {
  orcid: 'https://pub.orcid.org',
  ror: 'https://api.ror.org',
  crossref: 'https://api.crossref.org',
  datacite: 'https://api.datacite.org',
} as const;

const service = (address: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text) => (text === '' ? address : text))
    .pipe(z.union([z.literal('off'), apiUrl]));

/** Variables with the addresses of the services; 'off' switches one off. */
export const lookupSettings = {
  LOOKUP_ORCID_URL: service(publicServices.orcid),
  LOOKUP_ROR_URL: service(publicServices.ror),
  LOOKUP_CROSSREF_URL: service(publicServices.crossref),
  LOOKUP_DATACITE_URL: service(publicServices.datacite),
};
type LookupEnvironment = { [name in keyof typeof lookupSettings]?: z.output<(typeof lookupSettings)[name]> };

/** The addresses without slashes at their ends; null: the service is never asked. */
export function readLookups(env: LookupEnvironment) {
  const address = (url = 'off') => (url === 'off' ? null : withoutSlash(url));
  return {
    orcid: address(env.LOOKUP_ORCID_URL),
    ror: address(env.LOOKUP_ROR_URL),
    crossref: address(env.LOOKUP_CROSSREF_URL),
    datacite: address(env.LOOKUP_DATACITE_URL),
  };
}
