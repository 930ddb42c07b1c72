import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser, type VisitedPage } from '../testing/browser';
import { logInOutside } from '../testing/log-in-outside';
import { startOutsideProvider, type OutsideProvider } from '../testing/outside-provider';
import { startProvider } from '../testing/running-provider';
import { AuthenticatorApp } from '../testing/two-steps';

const password = 'correct horse battery';
const database = await openTestDatabase();
const outsiders: OutsideProvider[] = [];
const provider = await startProvider(database.pool, undefined, null, {
  timeZone: 'Europe/Berlin',
  openOutside: async (origin) => {
    const callback = (id: string) => [`${origin}/identity/outside/callback/${id}`];
    outsiders.push(
      await startOutsideProvider(callback('outside'), { claimsIn: 'userinfo' }),
      await startOutsideProvider(callback('trusted'), { clientAuth: 'client_secret_basic', pairwise: false }),
    );
    const [university, trusted] = outsiders as [OutsideProvider, OutsideProvider];
    return [university.settings(), trusted.settings({ id: 'trusted', trustsEmail: true })];
  },
});
const [university, trusted] = outsiders as [OutsideProvider, OutsideProvider];
const { accounts } = provider.identity;
afterAll(async () => {
  await provider.close();
  for (const outside of outsiders) await outside.close();
  await database.close();
});
beforeEach(() => {
  university.person = { sub: 'u', name: 'Uma', email: 'uma@example.org', email_verified: true };
  trusted.person = { sub: 't', name: 'Tom', email: 'tom@example.org', email_verified: true };
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const isCallback = ({ address }: VisitedPage) => address.includes('/authentication/login-callback?code=');
const titleOf = ({ html }: VisitedPage) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];

test('an app that was set up in another window is not replaced, and the second window says what is set up', async () => {
  const email = 'owner@example.org';
  await accounts.add({ email, name: 'Owner', password });
  const browser = new Browser(provider.origin);
  const first = await browser.submit(await browser.open('/identity/two-step/app'), { email, password });
  const second = await browser.open(first.address);
  const app = new AuthenticatorApp(first, provider);
  const entries = { code: app.code(-1), 'current-password': password };
  expect(titleOf(await browser.submit(first, entries))).toBe('Recovery codes');
  const told = await browser.submit(second, entries);
  expect([told.status, titleOf(told)]).toEqual([200, 'Two-step login']);
  expect(told.html).toContain('probably because you went on in another window. Nothing was changed.');
  expect(told.html).toContain('Two-step login is on.');
});

test('a first login goes on as the one that its page names, not as that of another window', async () => {
  const browser = new Browser(provider.origin);
  const [first, second] = [(await logInOutside(browser)).page, (await logInOutside(browser, 'trusted')).page];
  const told = await browser.submit(first, { email: 'uma@example.org', name: 'Uma' });
  expect([told.status, titleOf(told)]).toEqual([400, 'You could not log in with the other provider']);
  expect(told.html).toContain('with another account. Start again here.');
  expect(await accounts.find('uma@example.org')).toBeNull();
  expect(isCallback(await browser.submit(second))).toBe(true);
  expect(await accounts.find('tom@example.org')).toMatchObject({ name: 'Tom' });
});

test('the second window of a first login goes on as whoever has logged in with the first', async () => {
  trusted.person = { ...trusted.person, sub: 'twice', email: 'twice@example.org' };
  const browser = new Browser(provider.origin);
  const [first, second] = [
    (await logInOutside(browser, 'trusted')).page,
    (await logInOutside(browser, 'trusted')).page,
  ];
  expect(isCallback(await browser.submit(first))).toBe(true);
  expect(isCallback(await browser.submit(second, { name: 'Typed later' }))).toBe(true);
});

test('an account is connected with the login that its page names, and its second window goes on as well', async () => {
  const email = 'linked@example.org';
  await accounts.add({ email, name: 'Owner', password });
  trusted.person = { ...trusted.person, sub: 'linked', email };
  const browser = new Browser(provider.origin);
  const first = (await logInOutside(browser, 'trusted')).page;
  const other = (await logInOutside(browser)).page;
  expect(titleOf(first)).toBe('Connect Other University with your account');
  const told = await browser.submit(first, { password });
  expect([told.status, told.html]).toEqual([400, expect.stringContaining('Start again here.')]);
  expect(titleOf(await browser.open(other.address))).toBe('Your first login');
  const [third, fourth] = [
    (await logInOutside(browser, 'trusted')).page,
    (await logInOutside(browser, 'trusted')).page,
  ];
  expect(isCallback(await browser.submit(third, { password }))).toBe(true);
  expect(isCallback(await browser.submit(fourth, { password }))).toBe(true);
});
