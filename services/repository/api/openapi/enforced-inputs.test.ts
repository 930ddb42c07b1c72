import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { routesOf } from '../../../../tests/support/api-routes';
import { actors, bearer, createTestApi, type TestApi } from '../../../../tests/support/test-api';
import { errorStatus } from '@domain/error-codes';
import { knownRoles } from '@domain/roles';

import { areas } from './operations';

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await createTestApi();
  headers = await bearer({ ...actors.expert1, roles: [...knownRoles] });
});
afterAll(() => api.close());

const addresses = new Map(routesOf().map(({ method, path, address }) => [`${method} ${path}`, address]));
const operations = areas.flatMap((area) =>
  Object.entries(area.operations).map(([route, operation]) => ({
    route,
    operation,
    method: route.split(' ')[0] ?? '',
    address: addresses.get(route) ?? '',
  })),
);

const queries = operations.flatMap(({ operation: { query }, ...rest }) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({ ...rest, name, schema: schema as z.ZodType })),
);

/** A value that numbers, lists of numbers and choices do not have. */
const odd = 'no such value!';

test.each(queries)('$route takes ?$name as described', async ({ method, address, name, schema }) => {
  // A window of a group is only read for a group.
  const rest = address.includes('/errors/') && name !== 'group' ? '&group=R03-0' : '';
  const response = await api.api.request(`${address}?${name}=${encodeURIComponent(odd)}${rest}`, { method, headers });
  const problem = response.status === 400 ? ((await response.json()) as { code: string }) : null;
  const isRefused = !schema.safeParse(odd).success && !schema.safeParse([odd]).success;
  expect(problem?.code === 'bad-request').toBe(isRefused);
});

/** Bodies of the wrong kind; each schema refuses most of them. */
const bodies = [17, 'x', null, [], {}, [17], [{}], { id: 17 }];

/** Refused before the body is read. */
const isForWebTiers = (route: string) => route === 'POST /api/search/use';

const bodiesTable = operations.flatMap(({ operation: { body, refusals = [] }, ...rest }) =>
  body instanceof z.ZodType && !isForWebTiers(rest.route) ? [{ ...rest, body, refusals }] : [],
);

test.each(bodiesTable)('$route takes its body as described', async ({ method, address, body, refusals }) => {
  const usual = refusals.filter((code) => errorStatus[code] === 400);
  let refused = 0;
  for (const wrong of bodies.filter((each) => !body.safeParse(each).success)) {
    const response = await api.api.request(address, { method, headers, body: JSON.stringify(wrong) });
    expect(response.status, JSON.stringify(wrong)).toBe(400);
    const { code } = (await response.json()) as { code: never };
    expect(['bad-request', ...usual]).toContain(code);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
});
