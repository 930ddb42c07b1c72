import { afterAll, beforeAll, expect, test } from 'vitest';

import { noChoices } from '../../domain/api/readings';
import { beginPart } from '../../services/repository/usecases/begin-part';
import type { Actor } from '../../services/repository/usecases/context';
import { ask } from '../support/ready-uploads';
import { actors } from '../support/test-api';
import { openUploadApi, smallTable, type UploadApi } from '../support/upload-calls';

/** Who asks, in the order of a row's statuses. */
const askers: [name: string, actor: Actor | null][] = [
  ['nobody', null],
  ['owner', actors.contributor],
  ['other user', actors.other],
  ['expert', actors.expert1],
];

/** 'in' = past the guard: whatever the answer then is, it is not a denial. */
type Expected = 401 | 403 | 404 | 'in';

/** Every protected path of the API with what each of the four gets. `:own` = an upload not yet submitted. */
const rows: [method: string, path: string, ...statuses: [Expected, Expected, Expected, Expected]][] = [
  ['GET', '/api/fileupload/user', 401, 'in', 'in', 'in'],
  ['POST', '/api/fileupload/:kind{raw|agg}', 401, 'in', 'in', 'in'],
  ['GET', '/api/fileupload/:id', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/state', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/rows', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/published', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/summary', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/reading', 401, 'in', 404, 404],
  ['POST', '/api/fileupload/:id/reading', 401, 'in', 404, 404],
  ['POST', '/api/fileupload/:id/try-again', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/original', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/review', 401, 'in', 404, 404],
  ['POST', '/api/fileupload/:id/revision', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/:id/correction', 401, 'in', 404, 404],
  ['POST', '/api/fileupload/:id/correction', 401, 'in', 404, 404],
  ['DELETE', '/api/fileupload/:id', 401, 'in', 404, 404],
  ['GET', '/api/fileupload/resumable', 401, 'in', 'in', 'in'],
  ['POST', '/api/fileupload/resumable/:kind{raw|agg}', 401, 'in', 'in', 'in'],
  ['GET', '/api/fileupload/resumable/:part', 401, 'in', 404, 404],
  ['PATCH', '/api/fileupload/resumable/:part', 401, 'in', 404, 404],
  ['DELETE', '/api/fileupload/resumable/:part', 401, 'in', 404, 404],
  ['GET', '/api/mapping/templates', 401, 'in', 'in', 'in'],
  ['PUT', '/api/mapping/templates', 401, 'in', 'in', 'in'],
  ['GET', '/api/mapping/errors/:id/:table', 401, 'in', 404, 404],
  ['GET', '/api/mapping/problems/:id', 401, 'in', 404, 404],
  ['GET', '/api/mapping/problems/:id/:table', 401, 'in', 404, 404],
  ['POST', '/api/mapping/problems/:id/:table', 401, 'in', 404, 404],
  ['POST', '/api/mapping/override/:id/:table', 401, 'in', 404, 404],
  ['POST', '/api/mapping/check/:id', 401, 'in', 404, 404],
  ['GET', '/api/mapping/:kind{raw|agg}/:language{en|de}/:type{[ra]}', 401, 'in', 'in', 'in'],
  ['GET', '/api/mapping/:kind{raw|agg}/:id/:table', 401, 'in', 404, 404],
  ['POST', '/api/mapping/:kind{raw|agg}/:id/:table', 401, 'in', 404, 404],
  ['GET', '/api/mapping/:kind{raw|agg}/:id/:table/suggestions', 401, 'in', 404, 404],
  ['GET', '/api/mapping/:kind{raw|agg}/:id/:table/distributions', 401, 'in', 404, 404],
  ['GET', '/api/metadata/schema/:id', 401, 'in', 404, 404],
  ['GET', '/api/metadata/templates', 401, 'in', 'in', 'in'],
  ['PUT', '/api/metadata/templates', 401, 'in', 'in', 'in'],
  ['GET', '/api/metadata/values/:field', 401, 'in', 'in', 'in'],
  ['POST', '/api/metadata/validate', 401, 'in', 404, 404],
  ['GET', '/api/metadata/:id', 401, 'in', 404, 404],
  ['GET', '/api/metadata/:id/uploads', 401, 'in', 404, 404],
  ['PUT', '/api/metadata/:id/missing-codes', 401, 'in', 404, 404],
  ['POST', '/api/metadata', 401, 'in', 404, 404],
  ['GET', '/api/submit/:id', 401, 'in', 404, 404],
  ['POST', '/api/submit/:id', 401, 'in', 404, 404],
  ['DELETE', '/api/submit/:id', 401, 'in', 404, 404],
  ['GET', '/api/editorial', 401, 403, 403, 'in'],
  ['GET', '/api/editorial/:id', 401, 403, 403, 404],
  ['POST', '/api/editorial/:id', 401, 403, 403, 404],
  ['POST', '/api/search/download', 401, 'in', 'in', 'in'],
  ['GET', '/api/search/downloads/:session', 401, 404, 404, 404],
  ['POST', '/api/search/downloads/:session', 401, 404, 404, 404],
  ['GET', '/api/search/mydownloads', 401, 'in', 'in', 'in'],
  ['GET', '/api/search/mydownloads/', 401, 'in', 'in', 'in'],
  ['GET', '/api/search/mydownloads/rows', 401, 'in', 'in', 'in'],
  ['GET', '/api/search/mydownload/:session/:nr/:fileName', 401, 404, 404, 404],
  ['GET', '/api/search/package/:session', 401, 404, 404, 404],
];

/** Paths that are open to everybody, on purpose. */
const open = [
  'GET /api/search',
  'GET /api/search/stats',
  'GET /api/search/data/:nr',
  'GET /api/search/data/:nr/tables',
  'GET /api/search/data/:nr/rows',
  'GET /api/search/metadata/:nr',
  'GET /api/metadata/schema',
  'GET /api/metadata/countries/:lang',
  'GET /api/licences/:name/:lang',
  'GET /api/samples/:kind{raw|agg}/:lang',
  'GET /api/codebook/:kind{raw|agg}/:lang',
  'POST /api/language',
  'OPTIONS /api/fileupload/resumable',
  'OPTIONS /api/fileupload/resumable/:part',
];

const session = '11111111-2222-4333-8444-555555555555';

let api: UploadApi;
let id: string;
let part: string;

beforeAll(async () => {
  api = await openUploadApi();
  id = await api.take(smallTable('adults.csv'));
  part = await beginPart(actors.contributor, api.repository, {
    kind: 'raw',
    name: 'adults.csv',
    bytes: 100,
    lastModified: null,
  });
});
afterAll(() => api.close());

function address(path: string): string {
  return path
    .replace(/:kind\{[^}]*\}/, 'raw')
    .replace(/:language\{[^}]*\}/, 'en')
    .replace(/:type\{[^}]*\}/, 'r')
    .replace(/:id/, id)
    .replace(/:part/, part)
    .replace(/:table/, 'adults')
    .replace(/:session/, session)
    .replace(/:nr/, '1')
    .replace(/:fileName/, 'x.zip')
    .replace(/\/rows$/, (end) => (path.includes('fileupload') ? `${end}?table=adults` : end));
}

/** Bodies that get past the reading of the request, so that the guard alone decides. */
function bodyOf(method: string, path: string): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (/^\/api\/metadata(\/validate)?$/.test(path)) return { id: [id], metadata: [] };
  if (path.startsWith('/api/editorial')) {
    return { nr: 1, email: 'expert1@example.org', rating: 1, note: '', version: 0 };
  }
  if (path === '/api/submit/:id') return undefined;
  if (path === '/api/fileupload/:id/reading') return noChoices;
  if (path === '/api/mapping/problems/:id/:table') return { comments: [], confirmed: true };
  if (path === '/api/search/downloads/:session') {
    return { session, institution: 'I', country: 'Germany', purpose: 'P', accurate: true, licence: true };
  }
  return [];
}

for (const [askerIndex, [name, actor]] of askers.entries()) {
  // Deleting comes last: it takes away what the other rows ask for.
  const ordered = [...rows].sort((a, b) => Number(a[0] === 'DELETE') - Number(b[0] === 'DELETE'));
  test(`${name} gets what the table says on every protected path`, async () => {
    const wrong: string[] = [];
    for (const [method, path, ...statuses] of ordered) {
      if (method === 'DELETE' && name === 'owner') id = await api.take(smallTable('adults.csv'));
      const response = await ask(api, actor, address(path), { method, body: bodyOf(method, path) });
      const expected = statuses[askerIndex];
      const isIn = ![401, 403, 404].includes(response.status) && response.status < 500;
      if (expected === 'in' ? !isIn : response.status !== expected) {
        wrong.push(`${method} ${path}: ${response.status}, not ${expected}`);
      }
      await response.body?.cancel();
    }
    if (name === 'owner') id = await api.take(smallTable('adults.csv'));
    expect(wrong).toEqual([]);
  });
}

test('the table names every path the API has', () => {
  const parameter = (path: string) => path.replaceAll(/:\w+(\{[^/]*\})?/g, ':x');
  const registered = api.api.routes
    .filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    .map(({ method, path }) => parameter(`${method} ${path}`));
  const named = [...rows.map(([method, path]) => `${method} ${path}`), ...open].map(parameter);
  expect(registered.filter((path) => !named.includes(path))).toEqual([]);
  expect(
    rows.map(([method, path]) => parameter(`${method} ${path}`)).filter((path) => !registered.includes(path)),
  ).toEqual([]);
});

test('a token of another issuer, another audience, another type or past its time is nobody', async () => {
  const { testToken } = await import('../support/test-api');
  for (const faults of [
    { issuer: 'https://elsewhere.example' },
    { audience: 'https://elsewhere.example/api' },
    { type: 'JWT' },
    { expiresIn: '-10m' },
  ]) {
    const token = await testToken(actors.contributor, faults);
    const response = await api.api.request('/api/fileupload/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  }
});
