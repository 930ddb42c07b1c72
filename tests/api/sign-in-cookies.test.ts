import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { testBrowser } from '../support/test-browser';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

const loginTo = (page: string) => `/authentication/login?returnUrl=${encodeURIComponent(page)}`;
const setCookies = (response: Response) => response.headers.getSetCookie();
/** Incompressible text, by default 3.7 KB. */
const noise = (length = 3700) =>
  Array.from({ length: Math.ceil(length / 32) }, () => crypto.randomUUID().replaceAll('-', '')).join('');

test('sign-in attempts, however many and long, leave one short cookie for the addresses of sign-in', async () => {
  const browser = testBrowser(web);
  for (let link = 0; link < 40; link++) {
    const lines = setCookies(await browser.ask(loginTo(`/?q=${noise()}`)));
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/authentication; HttpOnly; SameSite=Lax/);
      expect(line.length).toBeLessThan(200);
    }
  }
  expect(browser.cookies.size).toBe(1);
});

test('a long list of ticked results is restored completely, even by the first of many sign-ins', async () => {
  const browser = testBrowser(web);
  const ticks = Array.from({ length: 500 }, (_, index) => `nr=${100_000_000 + 7919 * index}`);
  const page = `/?q=Gr%C3%B6%C3%9Fe&${ticks.join('&')}`;
  const started = await browser.ask(loginTo(page));
  for (let other = 0; other < 20; other++) await browser.ask(loginTo('/info/terms'));
  const state = new URL(started.headers.get('Location') ?? '').searchParams.get('state') ?? '';
  const query = new URLSearchParams({ state, code: actors.contributor.subject });
  const answer = await browser.ask(`/authentication/login-callback?${query}`);
  expect(answer.headers.get('Location')).toBe(page);
});

test.each([
  ['', 'The page address was too long to keep while you logged in. Please search and choose again.'],
  [
    'DE-de',
    'Die Adresse der Seite war zu lang, um sie während der Anmeldung zu behalten. Bitte suchen und wählen Sie noch einmal.',
  ],
])('a return address that is too long loses its query, and a message says so (%s)', async (language, message) => {
  const browser = testBrowser(web);
  browser.cookies.set('language', language);
  const page = await browser.signInAt(loginTo(`/info/terms?q=${noise(9000)}`), actors.contributor);
  expect(page.address).toBe('/info/terms');
  expect(page.page).toContain(message);
});

test('tabs that start at the same time all return to their own page', async () => {
  const browser = testBrowser(web);
  const tabs = await Promise.all(
    ['/info/terms', '/info/privacy'].map(async (page) => ({ page, answer: await web.ask(loginTo(page)) })),
  );
  // The cookie of the last response overwrites the others.
  for (const { answer } of tabs)
    for (const line of setCookies(answer)) browser.cookies.set(...(line.split(';')[0]?.split('=') as [string, string]));
  for (const { page, answer } of tabs) {
    let address = answer.headers.get('Location') ?? '';
    while (address.startsWith('https://identity.example')) {
      const state = new URL(address).searchParams.get('state') ?? '';
      const query = new URLSearchParams({ state, code: actors.contributor.subject });
      address = (await browser.ask(`/authentication/login-callback?${query}`)).headers.get('Location') ?? '';
    }
    expect(address).toBe(page);
  }
});

test.each(['image', 'iframe', 'script', 'empty', 'style'])(
  'a page of another site that loads sign-in as %s starts nothing',
  async (dest) => {
    const headers = { 'Sec-Fetch-Dest': dest, 'Sec-Fetch-Site': 'cross-site' };
    const answer = await web.ask(loginTo('/'), { headers });
    expect([answer.status, setCookies(answer)]).toEqual([403, []]);
  },
);

test('a link on another site may lead to sign-in', async () => {
  const headers = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site' };
  expect((await web.ask(loginTo('/'), { headers })).headers.get('Location')).toContain('identity.example');
});

test('cookies of earlier sign-in attempts are removed, a few at a time', async () => {
  const browser = testBrowser(web);
  for (let index = 0; index < 30; index++) browser.cookies.set(`return-${String(index).padStart(12, 'x')}`, 'x');
  browser.cookies.set(`sign-in:${crypto.randomUUID()}`, 'state=a&a=b');
  browser.cookies.set('returned', 'of another page of the host');
  const first = setCookies(await browser.ask('/info/terms'));
  expect(first.length).toBeLessThanOrEqual(20);
  for (const line of first) expect(line).toMatch(/^(return-|sign-in:)[^=]*=; Path=\/; .*Max-Age=0/);
  await browser.ask('/info/terms');
  expect([...browser.cookies.keys()]).toEqual(['returned']);
});
