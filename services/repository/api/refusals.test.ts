import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ProblemDetailsSchema } from '@domain/api/problem-details';

import { actors, bearer, createTestApi, type TestApi, testToken } from '../../../tests/support/test-api';
import { routesOf } from '../../../tests/support/api-routes';

let testApi: TestApi;
beforeAll(async () => {
  testApi = await createTestApi();
});
afterAll(() => testApi.close());

const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  testApi.api.request(path, { method, headers });

const routes = routesOf();
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** Methods that the routes of an address have. */
function methodsAt(address: string): string[] {
  const found = routes.filter(({ pattern }) => pattern.test(address)).map(({ method }) => method);
  return [...new Set([...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
}

const addresses = [...new Set(routes.map(({ address }) => address)), '/api/docs'];
const docs = ['GET', 'HEAD', 'OPTIONS'];
const table = addresses.map((address) => ({ address, has: address === '/api/docs' ? docs : methodsAt(address) }));
const lacking = table.flatMap(({ address, has }) =>
  methods.filter((method) => !has.includes(method)).map((method) => ({ method, address, has })),
);

test('the table has every route', () => {
  expect(addresses.length).toBeGreaterThan(60);
  expect(lacking.length).toBeGreaterThan(200);
});

test.each(lacking)('$method $address is refused and says what is allowed', async ({ method, address, has }) => {
  const response = await ask(address, method, { 'Accept-Language': 'de' });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe(has.join(', '));
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(response.headers.get('Content-Language')).toBe('de');
  expect(response.headers.get('Vary')).toBe('Accept-Language, Authorization');
  if (method === 'HEAD') return;
  const problem = ProblemDetailsSchema.parse(await response.json());
  expect(problem).toMatchObject({ code: 'method-not-allowed', status: 405 });
  expect(problem.title).toBe(`Diese Adresse lässt solche Anfragen nicht zu. Erlaubt: ${has.join(', ')}`);
});

test.each(table)('OPTIONS $address says what is allowed', async ({ address, has }) => {
  const response = await ask(address, 'OPTIONS');
  expect(response.status).toBe(204);
  // The tus protocol answers OPTIONS itself.
  if (response.headers.has('Tus-Version')) return;
  expect(response.headers.get('Allow')).toBe(has.join(', '));
});

test.each(['/api', '/api/', '/api/nothing', '/api/search/nothing', '/api/fileupload/12r/nothing'])(
  'the unknown address %s is refused',
  async (address) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await ask(address, method);
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      expect(ProblemDetailsSchema.parse(await response.json()).code).toBe('not-found');
    }
  },
);

describe('who is not let in', () => {
  const own = '/api/fileupload/user';

  test('is asked for a token, without an error where there was none', async () => {
    for (const headers of [{}, { Authorization: 'Basic YTpi' }] as Record<string, string>[]) {
      const response = await ask(own, 'GET', headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="Motothek"');
    }
  });

  test('is told that the token is not valid, also at public addresses', async () => {
    const expired = await testToken(actors.contributor, { expiresIn: '-6m' });
    for (const token of [expired, 'nonsense', '']) {
      for (const path of [own, '/api/search/stats']) {
        const response = await ask(path, 'GET', { Authorization: `Bearer ${token}` });
        expect(response.status).toBe(401);
        expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer realm="Motothek", error="invalid_token", /);
      }
    }
  });

  test('is told that the role is missing', async () => {
    const response = await ask('/api/editorial', 'GET', await bearer(actors.contributor));
    expect(response.status).toBe(403);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="Motothek", error="insufficient_scope"');
  });
});

test.each([
  ['de;q=0.2, en;q=0.9', 'en', 'Not found'],
  ['fr, de;q=0.5', 'de', 'Nicht gefunden'],
  ['de-CH', 'de', 'Nicht gefunden'],
  ['*', 'en', 'Not found'],
  ['fr', 'en', 'Not found'],
])('for %j refusals are in %j', async (header, language, title) => {
  const response = await ask('/api/search/metadata/999', 'GET', { 'Accept-Language': header });
  expect(response.headers.get('Content-Language')).toBe(language);
  expect(await response.json()).toMatchObject({ code: 'not-found', title });
});

test('answers name the headers they depend on once', async () => {
  for (const path of ['/api/search/stats', '/api/search', '/api/search/data/999', '/api/metadata/schema']) {
    const names = (await ask(path)).headers.get('Vary')?.split(', ') ?? [];
    expect([...names].sort()).toEqual(['Accept-Language', 'Authorization']);
  }
});
