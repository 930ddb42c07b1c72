import type { JWK } from 'jose';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser, type VisitedPage } from '../testing/browser';
import { answerOutside, follow, goOutside } from '../testing/log-in-outside';
import { newKey, startOutsideProvider, type OutsideProvider } from '../testing/outside-provider';
import { openSignIn, startProvider } from '../testing/running-provider';

const [email, password] = ['owner@example.org', 'correct horse battery'];
const database = await openTestDatabase();
let university!: OutsideProvider;
const provider = await startProvider(database.pool, undefined, null, {
  openOutside: async (origin) => {
    university = await startOutsideProvider([`${origin}/identity/outside/callback/outside`], { claimsIn: 'userinfo' });
    return [university.settings()];
  },
});
await provider.identity.accounts.add({ email, name: 'Owner', password });
let browser: Browser;

beforeEach(() => {
  browser = new Browser(provider.origin);
  provider.clock.aheadMs = 0;
  university.away = null;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));
afterAll(async () => {
  await provider.close();
  await university.close();
  await database.close();
});

const titleOf = ({ html }: VisitedPage) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const isCallback = ({ address }: VisitedPage) => address.includes('/authentication/login-callback?code=');

test('an ID token that was signed with another key than the published ones is refused', async () => {
  const { kty, n, e, alg, use, kid } = await newKey();
  const { away } = await goOutside(browser);
  const callback = await answerOutside(away);
  university.publishedKeys = [{ kty, n, e, alg, use, kid } as JWK];
  const page = await browser.open(callback);
  university.publishedKeys = null;
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('could not be used')]);
  expect(provider.errors.splice(0)).toHaveLength(1);
});

test('a provider that is away leads back to the password with nothing lost', async () => {
  const { away } = await goOutside(browser);
  const callback = await answerOutside(away);
  university.away = 503;
  const [atStart, atEnd] = [(await goOutside(browser)).away, await browser.open(callback)];
  for (const page of [atStart, atEnd]) {
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '15']);
    expect(page.html).toContain('Other University is not answering.');
    expect(page.html).toContain('Try again with Other University');
  }
  expect(provider.errors.splice(0)).toHaveLength(2);
  const back = /href="([^"]*)">Log in another way</.exec(atStart.html)?.[1] ?? '';
  expect(isCallback(await browser.submit(await browser.open(back), { email, password }))).toBe(true);
});

test('a failed login is logged without a secret', async () => {
  const { away } = await goOutside(browser);
  const callback = await answerOutside(away);
  await university.rotateKeys();
  const page = await browser.open(callback);
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('took too long')]);
  const logged = provider.errors.splice(0).join();
  expect(logged).toContain('A login with the outside provider outside failed: expired');
  for (const secret of ['a-secret-at', new URL(callback).searchParams.get('code')!])
    expect(logged).not.toContain(secret);
});

test.each([
  ['refused', 403, 'did not allow the login', (callback: string) => callback],
  ['broken', 400, 'could not be used', (callback: string) => callback.replace(/state=[^&]*/, 'state=other')],
])('a login that was %s is told in words', async (kind, status, text, change) => {
  const { away } = await goOutside(browser);
  const page = await browser.open(change(await answerOutside(away, kind === 'refused' ? 'no' : 'yes')));
  expect([page.status, page.html]).toEqual([status, expect.stringContaining(text)]);
  expect(page.html).toContain('Log in another way');
});

test('an answer works once, in the browser that has asked, within an hour', async () => {
  const { away } = await goOutside(browser);
  const callback = await answerOutside(away);
  const elsewhere = await new Browser(provider.origin).open(callback);
  expect([elsewhere.status, elsewhere.html]).toEqual([400, expect.stringContaining('in another browser')]);
  provider.clock.aheadMs = 61 * 60 * 1000;
  expect((await browser.open(callback)).html).toContain('took too long');
  provider.clock.aheadMs = 0;
  expect(titleOf(await browser.open(callback))).toBe('Your first login');
  const again = await browser.open(callback);
  expect([again.status, again.html]).toEqual([400, expect.stringContaining('already used once')]);
});

test('a page of another site starts nothing, and unknown providers are not found', async () => {
  const { page } = await openSignIn(browser);
  browser.headers = { 'Sec-Fetch-Dest': 'image' };
  expect((await follow(browser, page)).status).toBe(403);
  browser.headers = {};
  expect((await browser.open('/identity/outside/start/nobody')).status).toBe(404);
  expect((await browser.open('/identity/outside/callback/nobody')).status).toBe(404);
});

test('the log names the error of the provider', async () => {
  const { away } = await goOutside(browser);
  const page = await browser.open((await answerOutside(away)).replace(/([?&]code=)[^&]*/, '$1unknown'));
  expect(page.status).toBe(400);
  expect(provider.errors.splice(0)).toEqual([expect.stringContaining('(invalid_grant)')]);
});
