import { Readable } from 'node:stream';

import { createApi } from '../../services/repository/api/app';
import type { RepositoryContext } from '../../services/repository/context/context';

/** A route of the API, with an address that it answers. */
export interface ApiRoute {
  method: string;
  /** As it is registered, with the patterns of its parameters. */
  path: string;
  address: string;
  /** Matches the addresses that it answers. */
  pattern: RegExp;
}

const parameter = /:(\w+)(?:\{((?:[^{}]|\{[^}]*\})*)\})?/g;

/** Values for the parameters of an address that have no pattern of their own. */
const values: Record<string, string> = {
  id: '12r',
  nr: '1',
  lang: 'en',
  language: 'en',
  kind: 'raw',
  type: 'r',
  field: '6',
  member: '1',
};

/** Id of a download session. */
const session = '00000000-0000-4000-8000-000000000000';

/** Every registered route of the API, without its middleware. */
export function routesOf(): ApiRoute[] {
  const api = createApi({
    repository: { tables: {} } as RepositoryContext,
    verifyToken: () => Promise.reject(new Error('nobody asks')),
    openBody: () => Readable.from([]),
    reportError: () => undefined,
  });
  return api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({
      method,
      path,
      address: path.replace(parameter, (_, name: string) =>
        name === 'id' && path.startsWith('/api/search/') ? session : (values[name] ?? 'x'),
      ),
      pattern: new RegExp(`^${path.replace(parameter, (_, _name, pattern: string) => `(?:${pattern ?? '[^/]+'})`)}$`),
    }));
}
