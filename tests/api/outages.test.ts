import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { proxyDatabase, type CuttableProxy } from '../support/cuttable-proxy';
import { addUploadAt } from '../support/ready-uploads';
import { actors, bearer, createTestApi, serveTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor } = actors;
let api: TestApi;
let pool: pg.Pool;
let proxy: CuttableProxy;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  const proxied = await proxyDatabase(api);
  proxy = proxied.proxy;
  pool = new pg.Pool({ ...proxied.config, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  web = await createTestWeb({ ...api, pool });
});
afterEach(() => proxy.restore());
afterAll(async () => {
  web?.close();
  await pool?.end();
  await proxy?.close();
  await api?.close();
});

const form = { title: 'Kraft & Ausdauer <6–10 Jahre>', note: 'first line\r\nsecond line', intent: 'save' };
const post = (path: string, init: Parameters<TestWeb['ask']>[1] = {}) =>
  web.ask(path, { method: 'POST', body: new URLSearchParams(form), ...init });
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? '';
const hiddenFields = (html: string) =>
  [...mainOf(html).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);

test.each([
  ['en', 'The repository is not answering', 'Try again'],
  ['de', 'Das Repositorium antwortet nicht', 'Erneut versuchen'],
] as const)('a form posted while the database is away is returned complete, in %s', async (language, title, again) => {
  const cookie = await web.signIn(contributor, language);
  await proxy.cut();
  const response = await post('/file-upload/meta/1r?also=2', { cookie });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(`<button type="submit">${again}</button>`);
  expect(html).toContain('<form method="post" action="/file-upload/meta/1r?also=2">');
  // It is unknown who is signed in, so the page offers no login.
  expect(html).not.toContain('/authentication/login');
  expect(hiddenFields(html)).toEqual([
    ['form-token', expect.stringMatching(/^[\w-]{80,}$/)],
    ['title', 'Kraft &amp; Ausdauer &lt;6–10 Jahre&gt;'],
    ['note', 'first line\r\nsecond line'],
    ['intent', 'save'],
  ]);
  // For copying, so without the value of the button.
  expect(html).toContain('<dt>title</dt>');
  expect(html).not.toContain('<dt>intent</dt>');
  // Script would look for the page that belongs to this address.
  expect(html).not.toContain('<script');
});

test.each([
  '/compare/my-class',
  '/compare/my-class/file',
  '/compare?test=slj',
  '/language?returnTo=/compare/my-class&form=my-class',
  '/file-upload/meta/1r',
])('no browser keeps the page with what was typed at %s', async (path) => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const response = await post(path, { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(hiddenFields(await response.text())).toContainEqual(['note', 'first line\r\nsecond line']);
});

test('a form of another site gets no button that would send it in the name of the user', async () => {
  await proxy.cut();
  const cookie = 'language=EN-X; __Host-session=unknown';
  const cross = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await post('/file-upload/delete/1r', { cookie, headers: cross })).status).toBe(403);
  // Browsers do not send the session cookie with such a form.
  const bare = await (await post('/file-upload/delete/1r', { headers: cross })).text();
  expect(bare).not.toContain('action="/file-upload/delete/1r"');
});

test('a page requested while the database is away says so and links to itself', async () => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const response = await web.ask('/file-upload/meta/1r', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.has('Retry-After')).toBe(true);
  const html = await response.text();
  expect(html).toContain('Your saved work is safe.');
  expect(html).toContain('<a href="/file-upload/meta/1r">Try again</a>');
});

test('script reaches that page, because its requests to the build need no database', async () => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const manifest = await web.ask('/__manifest?p=%2Ffile-upload&version=1', { cookie });
  expect(manifest.status).toBe(200);
  expect(Object.keys((await manifest.json()) as object)).toContain('routes/file-upload/route.tsx');
});

test('script that requests a page is redirected to its address, which says so', async () => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const answer = await (await web.ask('/file-upload.data', { cookie })).text();
  expect(answer).toContain('"SingleFetchRedirect"');
  expect(answer).toContain('"reload",true');
  expect(answer).toContain('"/file-upload"');
});

test('a file sent while the database is away has to be chosen again, and the page says so', async () => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const body = new FormData();
  body.set('file', new File(['a;b'], 'a.csv'));
  const response = await web.ask('/file-upload/receive/raw', { method: 'POST', body, cookie });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('No file was uploaded.');
});

test('script gets the same message with the entries', async () => {
  const cookie = await web.signIn(contributor);
  await proxy.cut();
  const response = await post('/file-upload/meta/1r.data', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('Content-Type')).toContain('text/x-script');
  expect(await response.text()).toContain('Kraft & Ausdauer');
  const page = await web.ask('/file-upload/meta/1r.data', { cookie });
  // The browser loads the page itself, which shows the message.
  expect(await page.text()).toContain('/file-upload/meta/1r');
  expect((await post('/drafts/metadata?object=1r', { cookie })).status).toBe(503);
});

test('a database that goes away during a post loses nothing either', async () => {
  const cookie = await web.signIn(contributor);
  await api.pool.query('alter table web.drafts rename to drafts_away');
  const broken = await post('/file-upload/meta/1r?x=1', { cookie });
  await api.pool.query('alter table web.drafts_away rename to drafts');
  // A server error has a different page from an outage.
  expect(broken.status).toBe(500);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const failing = await createTestWeb({ ...api, pool }, () => Promise.reject(away));
  const response = await failing.ask('/file-upload/meta/1r?x=1', {
    method: 'POST',
    body: new URLSearchParams(form),
    cookie,
  });
  failing.close();
  expect(response.status).toBe(503);
  expect(hiddenFields(await response.text())).toContainEqual(['note', 'first line\r\nsecond line']);
});

test('once the database is back, pressing the button completes the request', async () => {
  const cookie = await web.signIn(contributor, 'en');
  await proxy.cut();
  const away = await (await post('/language', { cookie })).text();
  await proxy.restore();
  const fields = hiddenFields(away).map(([name = '', value = '']): [string, string] => [name, value]);
  const body = new URLSearchParams([...fields, ['language', 'de']]);
  const response = await web.ask('/language?returnTo=/info/imprint', { method: 'POST', body, cookie });
  expect(response.status).toBe(303);
});

test('a token that cannot be checked while the database is away is not refused', async () => {
  const asked = serveTestApi(api, async () => (await pool.query('select 1')).rowCount === 1);
  const headers = await bearer(contributor);
  expect((await asked.api.request('/api/search', { headers })).status).toBe(200);
  await proxy.cut();
  const response = await asked.api.request('/api/search', { headers });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '15']);
});

test('the API answers 503 with problem details', async () => {
  const { createApi } = await import('../../services/repository/api/app');
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const db = new Proxy(api.repository.db, {
    get() {
      throw away;
    },
  });
  const { fetch } = createApi({
    repository: { ...api.repository, db },
    verifyToken: () => Promise.reject(new Error('nobody')),
    openBody: () => {
      throw new Error('no body');
    },
    reportError: () => {},
  });
  const response = await fetch(new Request('https://motothek.example/api/search'));
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('15');
  expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503 });
});

test.each(['/compare?test=slj', '/data-set/1', '/compare'])(
  'a visitor who asks for %s waits once for what is away',
  async (path) => {
    const asked: string[] = [];
    const waiting = await createTestWeb(api, async ({ url }) => {
      const { pathname, search } = new URL(url);
      asked.push(pathname + search);
      return new Response(null, { status: 503 });
    });
    const response = await waiting.ask(path);
    expect(response.status).toBe(503);
    expect(response.headers.has('Retry-After')).toBe(true);
    expect(asked).toEqual([...new Set(asked)]);
    waiting.close();
  },
);

test.each([
  ['en', 'Reject', 'Try again'],
  ['de', 'Ablehnen', 'Erneut versuchen'],
] as const)(
  'a vote during whose saving the database dies is shown in words, and can be sent again, in %s',
  async (language, rating, again) => {
    const { expert1 } = actors;
    const { id } = await addUploadAt(api, 'submitted');
    const dying = await createTestWeb({ ...api, pool }, async (request) => {
      if (request.method === 'POST') await proxy.cut();
      return api.api.fetch(request);
    });
    const cookie = await dying.signIn(expert1, language);
    const fields = { email: expert1.email, isImpartial: 'on', rating: '2', note: 'A whole thought.', version: '0' };
    const body = new URLSearchParams({ ...fields, intent: 'save' });
    const address = `/editorial-board/vote/${id}?panel=1`;
    const response = await dying.ask(address, { method: 'POST', cookie, body });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain(`<form method="post" action="${address}">`);
    expect(html).toContain(`<button type="submit">${again}</button>`);
    expect(hiddenFields(html)).toContainEqual(['rating', '2']);
    expect(html).toContain(`<dd lang="">${rating}</dd>`);
    expect(html).toContain('A whole thought.');
    expect(html).not.toContain('<dt>rating</dt>');
    await proxy.restore();
    const sent = hiddenFields(html).map(([name = '', value = '']): [string, string] => [name, value]);
    const once = await web.ask(address, { method: 'POST', cookie, body: new URLSearchParams(sent) });
    expect([200, 303, 409]).toContain(once.status);
    dying.close();
  },
);
