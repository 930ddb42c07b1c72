import { z } from 'zod';

import { isLoopbackName, optionalText } from './variables';

/** Account at DataCite, as explained at https://support.datacite.org/docs/api-create-dois. */
export interface DataciteSettings {
  /** Without trailing slash. */
  apiUrl: string;
  repositoryId: string;
  password: string;
  /** '10.' and four to nine digits. */
  prefix: string;
}

/** Must be https, because every call contains the password. */
export const apiUrl = z.url({ protocol: /^https?$/ }).superRefine((value, context) => {
  if (!URL.canParse(value)) return;
  const url = new URL(value);
  const error = (message: string) => context.addIssue({ code: 'custom', message });
  if (url.protocol !== 'https:' && !isLoopbackName(url.hostname)) error('must begin with https://');
  if (url.username || url.password) error('must not contain credentials');
  if (url.search || url.hash) error('must not have a query or a fragment');
});

/** Variables of the account at DataCite. Either all of them are set or none. */
export const dataciteSettings = {
  DATACITE_API_URL: optionalText.pipe(apiUrl.optional()),
  // HTTP Basic ends the name at the first colon.
  DATACITE_REPOSITORY_ID: optionalText.pipe(
    z
      .string()
      .regex(/^[^:\s]+$/, 'is not a repository id')
      .optional(),
  ),
  DATACITE_PASSWORD: optionalText,
  DATACITE_PREFIX: optionalText.pipe(
    z
      .string()
      .regex(/^10\.\d{4,9}$/, "is not a prefix like '10.12345'")
      .optional(),
  ),
};
type DataciteEnvironment = { [name in keyof typeof dataciteSettings]?: z.output<(typeof dataciteSettings)[name]> };
const names = Object.keys(dataciteSettings) as (keyof typeof dataciteSettings)[];

/** The account; undefined if a part of it is not set. */
export function readDatacite(env: DataciteEnvironment): DataciteSettings | undefined {
  const { DATACITE_API_URL: url, DATACITE_REPOSITORY_ID: repositoryId } = env;
  const { DATACITE_PASSWORD: password, DATACITE_PREFIX: prefix } = env;
  if (!url || !repositoryId || !password || !prefix) return undefined;
  // Some operators enter the endpoint as in DataCite's examples: https://api.datacite.org/dois
  return { apiUrl: url.replace(/(\/dois)?\/*$/, ''), repositoryId, password, prefix };
}

/** Errors of the account as a whole. `origin` is the address that its DOIs would lead to. */
export function dataciteErrors(env: DataciteEnvironment, origin: string): string[] {
  const set = names.filter((name) => env[name]);
  if (set.length === 0) return [];
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are';
    return [`${missing.join(', ')}: ${are} required with ${set.join(', ')}; without any of them, DOIs are test DOIs`];
  }
  const { hostname } = new URL(origin);
  if (new URL(env.DATACITE_API_URL ?? '').hostname !== 'api.datacite.org' || !isLoopbackName(hostname)) return [];
  return [
    `DATACITE_API_URL: DOIs of https://api.datacite.org are permanent and would lead to ${origin}; set ORIGIN to an address others can reach`,
  ];
}
