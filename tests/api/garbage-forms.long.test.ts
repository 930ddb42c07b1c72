import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { workSeconds } from '../support/work-seconds';

/** A form that none of our pages sends. */
interface Garbage {
  what: string;
  type?: string;
  encoding?: string;
  body: string | Uint8Array;
}

const megabyte = 1024 * 1024;
const plain = 'application/x-www-form-urlencoded';
const entry = (name: string, value: string): Garbage => ({
  what: `${name}=${value.slice(0, 50)}`,
  type: plain,
  body: String(new URLSearchParams([[name, value]])),
});
const deep = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);

/** Forms that are refused before an action uses them. */
const unreadable: Garbage[] = [
  ...['{', '[]', 'null', '"x"', '{"type":"launch"}', deep].map((text) => entry('__intent__', text)),
  entry('__intent__', '{"type":"insert","payload":{"name":"__proto__.x","index":0}}'),
  entry('__intent__', '{"type":"insert","payload":{"name":"x","index":1e9}}'),
  entry('__intent__', '{"type":"reorder","payload":{"name":"x","from":-1,"to":5e8}}'),
  ...['[', '[]', '"x"'].map((text) => entry('__state__', text)),
  ...['__proto__', '__proto__.polluted', 'x[__proto__]', 'constructor.prototype.polluted'].map((name) =>
    entry(name, '1'),
  ),
  ...['x[500000]', 'x[1000000000]', 'x[0][0][0][0][0][0]', 'f'.repeat(400)].map((name) => entry(name, '1')),
  { what: 'a field of 10 MB', type: plain, body: `f5-0=${'x'.repeat(10 * megabyte)}` },
  { what: '100,000 fields', type: plain, body: Array.from({ length: 100_000 }, (_, index) => `f${index}=1`).join('&') },
  { what: 'latin1 in escapes', type: plain, body: 'f2-0=Gr%F6%DFe' },
  { what: 'latin1 declared as utf-8', type: `${plain};charset=utf-8`, body: Buffer.from('f2-0=Größe', 'latin1') },
  { what: 'utf-16', type: `${plain};charset=utf-16`, body: Buffer.from('\ufefff2-0=Größe', 'utf16le') },
  { what: 'gzip', type: plain, encoding: 'gzip', body: gzipSync('f2-0=x') },
  { what: 'half a character', type: plain, body: 'f2-0=%ED%A0%80' },
  { what: 'broken escapes', type: plain, body: 'f2-0=100%&f3-0=%zz' },
  { what: 'JSON', type: 'application/json', body: '{"f2-0":"x"}' },
  { what: 'multipart with another boundary', type: 'multipart/form-data; boundary=a', body: '--b\r\n\r\nx\r\n--b--' },
  { what: 'multipart without boundary', type: 'multipart/form-data', body: '--b\r\n\r\nx\r\n--b--' },
  { what: 'no content type', body: Buffer.from('f2-0=x') },
];

/** Forms that can be parsed but make little sense. */
const strange: Garbage[] = [
  entry('', ''),
  entry('__state__', deep),
  entry('__intent__', '{"type":"validate"}'),
  ...[
    'save',
    'add:NaN',
    'add:99-99',
    'add:1-',
    'remove:f99-0',
    'remove:',
    'confirm:f20_1-0-0',
    'page:-1',
    ':',
    'x:y:z',
    '\0',
  ].map((intent) => entry('intent', intent)),
  entry('f5-0', `${'x'.repeat(megabyte)}\0\u202e\u0301`),
  {
    what: '4,500 values of one field',
    type: plain,
    body: Array.from({ length: 4500 }, (_, index) => `f6-${index % 900}=x`).join('&'),
  },
  {
    what: '4,500 nested values',
    type: plain,
    body: Array.from({ length: 4500 }, (_, index) => `f1_2-${Math.floor(index / 90)}-${index % 90}=x`).join('&'),
  },
  {
    what: '9,000 fields',
    type: plain,
    body: Array.from({ length: 9000 }, (_, index) => `columns[${index % 900}].target=x`).join('&'),
  },
];

/** Actions that ignore the form. */
const formless = [
  '/authentication/logout',
  '/authentication/:action',
  '/authentication/session',
  '/file-upload/delete/:id',
  '/file-upload/part/:id',
  '/file-upload/try-again/:id',
];
/** Actions called by the identity provider, so the response needs no message. */
const silent = ['/authentication/backchannel-logout'];

let api: TestApi;
let web: TestWeb;
const addresses = new Map<string, string>();
const cookies = { contributor: '', expert: '' };
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookies.contributor = await web.signIn(actors.contributor);
  cookies.expert = await web.signIn(actors.expert1);
  const { id } = await addUploadAt(api, 'checked');
  const submitted = await addUploadAt(api, 'submitted');
  for (const path of web.actions) {
    const own = path.startsWith('/editorial-board') ? submitted.id : id;
    const session = '11111111-2222-4333-8444-555555555555';
    const values: Record<string, string> = {
      id: path.startsWith('/file-download') ? session : own,
      kind: 'raw',
      form: 'metadata',
    };
    addresses.set(path, `${path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')}?object=${own}`);
  }
  pageSeconds = await workOfPage(addresses.get('/file-upload/meta/:id') ?? '');
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

/** Work of rendering the metadata form: the least of five measurements. */
let pageSeconds = 0;
async function workOfPage(address: string): Promise<number> {
  const works: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const open = async () => (await web.ask(address, { cookie: cookies.contributor })).text();
    works.push(await workSeconds(async () => expect(await open()).toContain('metadata-form')));
  }
  return Math.min(...works);
}

/**
 * The form that took the most work. Seconds of a whole page are halved, because React's development build takes twice
 * the work here.
 */
let slowest = { call: '', seconds: 0 };

async function send(path: string, { what, type, encoding, body }: Garbage) {
  const headers = { ...(type ? { 'Content-Type': type } : {}), ...(encoding ? { 'Content-Encoding': encoding } : {}) };
  const cookie = path.startsWith('/editorial-board') ? cookies.expert : cookies.contributor;
  let response = new Response();
  let html = '';
  const seconds = await workSeconds(async () => {
    const init = { method: 'POST', cookie, headers, body: body as BodyInit };
    response = await web.ask(addresses.get(path) ?? path, init);
    html = await response.text();
  });
  const call = `POST ${path} with ${what}`;
  const counted = html.includes('metadata-form') ? seconds / 2 : seconds;
  if (counted > slowest.seconds) slowest = { call, seconds: counted };
  return { call, status: response.status, html };
}

test('every action that reads a form refuses an unreadable one with a message', async () => {
  const wrong: string[] = [];
  for (const path of web.actions) {
    if (formless.includes(path)) continue;
    for (const garbage of unreadable) {
      const { call, status, html } = await send(path, garbage);
      if (status < 400 || status >= 500) wrong.push(`${call}: ${status}`);
      else if (!silent.includes(path) && !/<h1[^>]*>[^<]+<\/h1>/.test(html) && !/"message":"[^"]/.test(html))
        wrong.push(`${call}: ${status} without a message`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no form makes an action fail', async () => {
  const failed: string[] = [];
  for (const path of web.actions) {
    for (const garbage of [...strange, ...(formless.includes(path) ? unreadable : [])]) {
      const { call, status } = await send(path, garbage);
      if (status >= 500) failed.push(`${call}: ${status}`);
    }
  }
  expect(failed).toEqual([]);
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  { Host: '' },
  { Host: 'elsewhere.example' },
  { 'X-Forwarded-Host': 'elsewhere.example' },
  { 'X-Forwarded-Host': ',' },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'garbage' },
  { Origin: 'null' },
])('a form without a session that comes with %j does not fail', async (headers: Record<string, string | undefined>) => {
  const body = new URLSearchParams({ language: 'de' });
  const answer = await web.ask('/language?returnTo=/info/imprint', {
    method: 'POST',
    body,
    headers: headers as Record<string, string>,
  });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/info/imprint']);
});

test('a metadata form with more values than can be saved is not rendered', async () => {
  const body = Array.from({ length: 9000 }, (_, index) => `f1_2-${index % 90}-${index % 99}=x`).join('&');
  for (const path of ['/file-upload/meta/:id', '/drafts/:form']) {
    expect((await send(path, { what: 'nine thousand values', type: plain, body })).status).toBe(400);
  }
});

test('no garbage takes as much work as 30 pages of the metadata form', () => {
  expect(slowest.call).not.toBe('');
  // Rendering 4,500 values takes four times the work of a page.
  expect(slowest.seconds / pageSeconds, slowest.call).toBeLessThan(30);
});

test('fifty fields of 10 MB do not increase the memory', async () => {
  const large = { what: 'a field of 10 MB', type: plain, body: Buffer.alloc(10 * megabyte, 'f5-0=x') };
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 50; count += 1) {
    expect((await send('/file-upload/meta/:id', large)).status).toBe(413);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * megabyte);
});
