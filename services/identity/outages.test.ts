import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { openProvider } from '../../tests/support/open-provider';
import { Browser, type VisitedPage } from './testing/browser';
import { askForTokens, openSignIn, signInFully, signInRequest } from './testing/running-provider';

const email = 'erika@example.org';
const password = 'correct horse battery';
const { database, provider } = await openProvider();

beforeAll(async () => {
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
afterEach(() => {
  vi.restoreAllMocks();
  provider.errors.length = 0;
});

/** Makes every statement fail, as with a database that is unavailable, read-only or full. */
function breakDatabase(code: string, message = 'the statement failed'): void {
  const fail = () => Promise.reject(Object.assign(new Error(message), { code }));
  vi.spyOn(database.pool, 'query').mockImplementation(fail);
  vi.spyOn(database.pool, 'connect').mockImplementation(fail);
}

function expectUnavailable(page: VisitedPage, again: string): void {
  expect(page.status).toBe(503);
  expect(page.headers.get('Retry-After')).toBe('15');
  expect(page.html).toContain('<h1>Motothek is not answering</h1>');
  expect(page.html).toContain(`<a href="${again.replaceAll('&', '&amp;')}">Try again</a>`);
}

const pathOf = (address: string) => address.slice(provider.origin.length);

test('a sign-in while the database is full gets a page that says so', async () => {
  breakDatabase('53100');
  const page = await new Browser(provider.origin).open(signInRequest(provider.origin).address);
  expect([page.status, page.headers.get('Retry-After')]).toEqual([507, null]);
  expect(page.html).toContain('<h1>There is no space left</h1>');
});

test.each(['ECONNREFUSED', '25006'])(
  'a sign-in that begins while the database fails with %s gets a page that says so',
  async (code) => {
    const { address } = signInRequest(provider.origin);
    breakDatabase(code);
    const browser = new Browser(provider.origin);
    expectUnavailable(await browser.open(address), pathOf(address));
    expect(provider.errors).toEqual([expect.stringContaining('because of an outage')]);
    vi.restoreAllMocks();
    expect((await browser.open(address)).html).toContain('<title>Log in');
  },
);

test('so does one after the right password, and its link completes the sign-in once the database is back', async () => {
  const browser = new Browser(provider.origin);
  const { page } = await openSignIn(browser);
  const form = new URLSearchParams({ email, password });
  const headers = { Origin: provider.origin };
  const entered = await browser.request(page.address, { method: 'POST', body: form, headers });
  const resume = entered.headers.get('location') ?? '';
  breakDatabase('ECONNREFUSED');
  expectUnavailable(await browser.open(resume), pathOf(resume));
  vi.restoreAllMocks();
  expect((await browser.open(resume)).address).toContain('code=');
});

test('a sign-out that cannot be confirmed links to the start page, because its own address accepts no GET', async () => {
  const browser = new Browser(provider.origin);
  await signInFully(browser, email, password);
  breakDatabase('ECONNREFUSED');
  browser.headers = { Origin: provider.origin };
  const page = await browser.post('/identity/session/end/confirm', { logout: 'yes', xsrf: 'x' });
  expectUnavailable(page, `${provider.origin}/`);
});

test.each([
  ['ECONNREFUSED', 503, '15'],
  ['53100', 507, null],
])('a client gets an OAuth error while the database fails with %s', async (code, status, retryAfter) => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  breakDatabase(code);
  const parameters = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const answer = await askForTokens(provider.origin, parameters);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retryAfter]);
  expect(await answer.json()).toMatchObject({ error: 'server_error' });
  expect(provider.errors).toHaveLength(1);
});

test('any other error stays a server error', async () => {
  breakDatabase('42P01');
  const page = await new Browser(provider.origin).open(signInRequest(provider.origin).address);
  expect(page.status).toBe(500);
  expect(page.html).toContain('give support this reference number');
  expect(provider.errors).toEqual(['A request to the provider failed']);
});
