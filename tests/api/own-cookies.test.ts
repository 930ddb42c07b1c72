import { afterAll, beforeAll, expect, test } from 'vitest';

import { isOwnCookie } from '../../app/auth/own-cookies';
import { sharedPageKey } from '../../app/page-cache';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
/** Cookies that the app sets for pages, keyed by name. */
const set = new Map<string, string>();
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  await walk();
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

async function ask(...[path, init]: Parameters<TestWeb['ask']>): Promise<Response> {
  const response = await web.ask(path, init);
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/';
    if (path === '/' && value !== '') set.set(name, value);
  }
  return response;
}

/** Visits everything that sets a cookie: sign-in, language, a message. */
async function walk(): Promise<void> {
  const start = await ask('/authentication/login?returnUrl=/file-upload');
  const state = new URL(start.headers.get('Location') ?? '').searchParams.get('state');
  const [begun = ''] = (start.headers.get('Set-Cookie') ?? '').split(';');
  const callback = `/authentication/login-callback?code=${actors.contributor.subject}&state=${state}`;
  await ask(callback, { cookie: begun });
  const cookie = await web.signIn(actors.contributor);
  const { id } = await addUploadAt(api, 'checked');
  await ask(`/file-upload/delete/${id}`, { method: 'POST', cookie });
  await ask('/language', { method: 'POST', cookie, body: new URLSearchParams({ language: 'de' }) });
}

/** A page rendered for this user, without its nonce. */
async function pageFor(cookie: string): Promise<string> {
  // Pages requested with credentials are never shared.
  const response = await web.ask('/', { cookie, headers: { Authorization: 'none' } });
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? '';
  return (await response.text()).replaceAll(nonce, '');
}

test('the walk has found the cookies of the session, the language and a message', () => {
  expect([...set.keys()]).toEqual(expect.arrayContaining(['__Host-session', 'language', 'flash']));
});

test('the page cache knows every cookie that the app sets for its pages', () => {
  expect([...set.keys()].filter((name) => !isOwnCookie(name))).toEqual([]);
});

test('a user whose cookie changes a page does not get the page of a user without it', async () => {
  const keyFor = (cookie: string) => {
    const request = new Request('https://motothek.example/', { headers: { Cookie: cookie } });
    return sharedPageKey(request, cookie.startsWith('language=DE') ? 'de' : 'en');
  };
  const bare = await pageFor('');
  expect(await pageFor('_ga=GA1.1.2')).toBe(bare);
  const wrong: string[] = [];
  for (const [name, value] of set) {
    const cookie = `${name}=${value}`;
    if ((await pageFor(cookie)) !== bare && keyFor(cookie) === keyFor('')) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});
