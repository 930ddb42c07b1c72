import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.contributor);
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

const warnings = vi.spyOn(console, 'warn');
beforeEach(() => {
  web.serverErrors.splice(0);
  warnings.mockClear();
});

const pages = ['/', '/info/privacy', '/file-upload', '/data-set/1', '/nothing/here'];
const long = 'a'.repeat(15_000);

test.each(['_data', '_data=', '_data=x', '_data=root', '_data=__proto__', '_data=home&_data=x&q=1'])(
  'a page requested with ?%s, as an earlier version of the router did, is the same page',
  async (query) => {
    for (const page of pages) {
      const plain = await web.ask(page, { cookie });
      const asked = await web.ask(`${page}?${query}`, { cookie });
      expect([page, asked.status, asked.headers.get('Content-Type')]).toEqual([
        page,
        plain.status,
        plain.headers.get('Content-Type'),
      ]);
    }
    expect(web.serverErrors).toEqual([]);
  },
);

test('a form posted with ?_data is read like any other', async () => {
  const post = (query: string) =>
    web.ask(`/language${query}`, { method: 'POST', cookie, body: new URLSearchParams({ language: 'de' }) });
  const [plain, asked] = [await post(''), await post('?_data=x')];
  expect(asked.status).toBe(plain.status);
  expect(asked.headers.get('Set-Cookie')).toBe(plain.headers.get('Set-Cookie'));
  expect(web.serverErrors).toEqual([]);
});

test('nonsensical addresses, parameters, cookies and types cause no server error', async () => {
  const failed: string[] = [];
  const ask = async (path: string, init: Parameters<TestWeb['ask']>[1] = {}) => {
    const { status } = await web.ask(path, init);
    if (status >= 500) failed.push(`${init.method ?? 'GET'} ${path.slice(0, 60)}: ${status}`);
  };
  const parameters = ['_routes=', '_routes=x,__proto__', '_routes=%00', 'index', 'q=%E0%A4%A', 'q=%00'];
  const segments = ['%E0%A4%A', '%ff', '%00', '%ZZ', '__proto__', '..%2f', '%ED%A0%80', '%5C', '%5C%5C', long];
  for (const page of ['/', '/file-upload', '/file-upload.data', '/_root.data', '/.data', '/__manifest']) {
    for (const parameter of parameters) await ask(`${page}?${parameter}`, { cookie });
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST']) await ask(page, { method, cookie });
  }
  for (const segment of segments) {
    for (const page of ['/', '/file-upload/data', '/file-upload/part', '/my-downloads/1/1']) {
      await ask(`${page}/${segment}`.replace('//', '/'), { cookie });
      await ask(`${page}/${segment}.data`.replace('//', '/'), { cookie });
    }
  }
  const cookies = [
    'language=%',
    '__Host-session=%E0%A4%A',
    'flash=a.b',
    '=;;; a',
    `sign-in:x=%; return-x=%%`,
    '__Host-session=\u00ff',
  ];
  for (const header of cookies) await ask('/file-upload', { cookie: header });
  await ask('/authentication/login-callback?code=1&state=x', { cookie: 'sign-in:x=%; return-x=%%' });
  for (const type of ['', ';;;', '///', 'garbage', 'multipart/form-data; boundary=', '\u00ff']) {
    const headers = { 'Content-Type': type };
    for (const page of ['/', '/language', '/drafts/x', '/file-upload.data', '/file-upload/receive/raw'])
      await ask(page, { method: 'POST', cookie, headers, body: Buffer.from('abc') });
  }
  expect(failed).toEqual([]);
  expect(web.serverErrors).toEqual([]);
  expect(warnings.mock.calls).toEqual([]);
});
