import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';

import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { ownCountName, type Use, useMarkName } from '@domain/api/use';

import { networkTransport } from '../../app/repository-client/network-transport';
import type { RepositoryTransport } from '../../app/repository-client/transport';
import { reportUses } from '../../app/repository-client/uses';
import { countUses } from '../../services/http/count-uses';
import { createUseBatch } from '../../services/http/use-batch';
import { openBody, webListener } from '../../services/http/web-listener';
import { createApi } from '../../services/repository/api/app';
import { recentUses } from '../../services/repository/store/schema';
import { insertSession } from '../../services/repository/store/download-sessions';
import { publishForTest } from '../support/published-data-sets';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** A web tier and a repository API on two machines, put together as in server.ts. */

const secret = 'a secret of web tier and repository in these tests';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
let api: TestApi;
let web: TestWeb;
let transport: RepositoryTransport;
const servers: Server[] = [];
const counted: { web: Use[]; api: Use[] } = { web: [], api: [] };
const addresses = { web: '', api: '' };

function counting(where: 'web' | 'api') {
  const known = where === 'api' ? secret : undefined;
  const parts = { key: Buffer.alloc(32), trustedProxies: new BlockList(), secret: known };
  return countUses({ ...parts, note: (use) => void counted[where].push(use) });
}

type App = { fetch: (request: Request, bindings: object) => Response | Promise<Response> };

async function listen(where: 'web' | 'api', app: App): Promise<void> {
  const server = createServer(webListener('http://localhost', (request, incoming) => app.fetch(request, { incoming })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addresses[where] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.push(server);
}

beforeAll(async () => {
  api = await createTestApi();
  const columns = [{ key: 'handgrip', unit: 'kg', source: 'grip' }];
  const tables = [{ name: 'adults', select: 'select 1.5 as handgrip', columns }];
  for (const nr of [1, 2]) await publishForTest(api.repository, { nr, title: `Grip ${nr}`, tables });
  const verifyToken = () => Promise.resolve(actors.other);
  const { repository } = api;
  const routes = createApi({ repository, verifyToken, openBody, reportError: () => {}, useReportSecret: secret });
  const apiServer = new Hono().use('*', counting('api'));
  apiServer.all('*', (c) => routes.fetch(c.req.raw));
  await listen('api', apiServer);
  transport = networkTransport(addresses.api, openBody, secret);
  web = await createTestWeb(api, transport);
  const webServer = new Hono().use('*', counting('web'));
  webServer.all('/api/*', (c) => transport(c.req.raw));
  webServer.all('*', (c) => web.handle(c.req.raw));
  await listen('web', webServer);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  web?.close();
  await api?.close();
});
beforeEach(() => {
  counted.web.length = 0;
  counted.api.length = 0;
});

async function ask(where: 'web' | 'api', path: string, init: RequestInit = {}) {
  const response = await fetch(addresses[where] + path, {
    ...init,
    redirect: 'manual',
    headers: { 'User-Agent': browser, ...(init.headers as Record<string, string>) },
  });
  await response.arrayBuffer();
  expect(response.headers.has(useMarkName)).toBe(false);
  return response;
}
const namesOf = (where: 'web' | 'api') => counted[where].map(({ nr, kind }) => `${kind} ${nr}`);

test('the page of a data set counts once for every visitor, also from the cache, and its calls do not', async () => {
  for (let visitor = 0; visitor < 3; visitor += 1) {
    expect((await ask('web', '/data-set/1', { headers: { 'User-Agent': `${browser} ${visitor}` } })).status).toBe(200);
  }
  expect(namesOf('web')).toEqual(['view 1', 'view 1', 'view 1']);
  expect(new Set(counted.web.map(({ visitor }) => visitor)).size).toBe(3);
  expect(namesOf('api')).toEqual([]);
});

test('the data of the page for the client router counts, other pages and unknown data sets do not', async () => {
  await ask('web', '/data-set/2.data');
  expect(namesOf('web')).toEqual(['view 2']);
  for (const path of ['/', '/?q=grip', '/data-set/99', '/data-set/x', '/info/privacy']) await ask('web', path);
  await ask('web', '/data-set/1', { method: 'HEAD' });
  expect(namesOf('web')).toEqual(['view 2']);
});

test('a call of the API is counted where it arrives from its caller', async () => {
  await ask('web', '/api/search/data/1/rows?table=adults');
  expect([namesOf('web'), namesOf('api')]).toEqual([['view 1'], []]);
  await ask('api', '/api/search/data/2');
  expect([namesOf('web'), namesOf('api')]).toEqual([['view 1'], ['download 2']]);
});

test('nobody but the web tier switches counting off', async () => {
  const headers = { [ownCountName]: 'yes' };
  await ask('web', '/data-set/1', { headers });
  await ask('web', '/api/search/data/2/rows?table=adults', { headers });
  await ask('api', '/api/search/data/2', { headers });
  expect([namesOf('web'), namesOf('api')]).toEqual([['view 1', 'view 2'], ['download 2']]);
});

test('the calls of a web tier without the secret are those of a robot, whatever its visitors send', async () => {
  const poor = networkTransport(addresses.api, openBody);
  await poor(new Request('http://localhost/api/search/data/1/tables'));
  const headers = { 'User-Agent': browser, [ownCountName]: secret };
  await poor(new Request('http://localhost/api/search/data/2/tables', { headers }));
  expect(namesOf('api')).toEqual(['view 2']);
});

test('the package of a session counts for all its data sets', async () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const now = new Date();
  const cookie = await web.signIn(actors.other);
  await ask('web', '/my-downloads', { headers: { Cookie: cookie } });
  const session = { id, subject: actors.other.subject, createdAt: now, openedAt: now };
  await insertSession(api.repository.db, session, [1, 2]);
  const response = await ask('web', `/my-downloads/${id}/all/motothek.zip`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  expect([namesOf('web'), namesOf('api')]).toEqual([['download 1', 'download 2'], []]);
});

test('the web tier reports its uses to the API, which stores them', async () => {
  await ask('web', '/data-set/1');
  const reporting = { repository: transport, origin: 'https://motothek.example', secret };
  const batch = createUseBatch({ report: reportUses(reporting), warn: () => {} });
  for (const use of counted.web) batch.note(use);
  await batch.close();
  expect(await api.repository.db.$count(recentUses)).toBe(1);
  const denied = { ...reporting, secret: 'another secret' };
  await expect(reportUses(denied)(counted.web)).rejects.toMatchObject({ status: 403 });
});
