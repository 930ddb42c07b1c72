import { Hono, type MiddlewareHandler } from 'hono';

import { reportSecretName, type UseKind, useMarkName, UseReportSchema, writeUseMark } from '@domain/api/use';
import { Refusal } from '@domain/error-codes';
import { isSecret } from '@domain/secrets';

import { countUses, findUse } from '../usecases/publication/use-of-data-set';
import { type ApiEnvironment, callerOf, checkInput, readJson } from './environment';
import { DataSetNumberSchema } from './search';

/** How long caches may keep the numbers of a data set, in seconds. */
const keptSeconds = 3600;

/** Calls that use the data set whose number they contain. The first one that matches decides. */
const usingCalls: readonly (readonly [path: RegExp, kind: UseKind])[] = [
  [/^\/api\/search\/(?:metadata|quality)\/(\d+)/, 'view'],
  [/^\/api\/search\/data\/(\d+)\/(?:tables|rows|files|distributions)$/, 'view'],
  // A digest of the first rows alone is marked where it is sent, and so are packages.
  [/^\/api\/search\/data\/(\d+)(?:$|\/files\/)/, 'download'],
];

/** Marks the responses of all calls whose address names the data set that they use. */
export const markUses: MiddlewareHandler<ApiEnvironment> = async (c, next) => {
  await next();
  if (c.req.method !== 'GET' || c.res.headers.has(useMarkName)) return;
  for (const [path, kind] of usingCalls) {
    const nr = path.exec(c.req.path)?.[1];
    if (nr !== undefined) return void markUse(c.res, kind, [Number(nr)]);
  }
};

/** Names in a response which data sets it uses, and how. The server in front of the API counts it (services/http). */
export function markUse(response: Response, kind: UseKind, numbers: readonly number[]): Response {
  response.headers.set(useMarkName, writeUseMark(kind, numbers));
  return response;
}

/** Use of data sets. Web tiers report it with the secret; nobody does without one. */
export function useRoutes(reportSecret: string | undefined): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();

  routes.get('/api/search/use/:nr', async (c) => {
    callerOf(c, 'findUse');
    const use = await findUse(c.get('repository'), checkInput(c.req.param('nr'), DataSetNumberSchema));
    c.header('Cache-Control', `public, max-age=${keptSeconds}`);
    return c.json(use);
  });

  routes.post('/api/search/use', async (c) => {
    callerOf(c, 'countUses');
    if (!isSecret(c.req.header(reportSecretName), reportSecret)) throw new Refusal('forbidden');
    await countUses(c.get('repository'), await readJson(c, UseReportSchema));
    return c.body(null, 204);
  });
  return routes;
}
