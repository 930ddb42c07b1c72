import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { openSignIn, signInFully } from '../testing/running-provider';
import { type AuthenticatorApp, goOn, setUpTwoSteps, signInWithCode } from '../testing/two-steps';

const password = 'correct horse battery';
const { provider } = await openProvider();
const newBrowser = () => new Browser(provider.origin);

let number = 0;
let email = '';

beforeEach(async () => {
  email = `owner-${++number}@example.org`;
  await provider.identity.accounts.add({ email, name: 'Erika', password });
  // Nothing is left of the limits of this address.
  provider.clock.aheadMs += 25 * 60 * 60 * 1000;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const setUp = (browser = newBrowser()) => setUpTwoSteps(browser, provider, { email, password });

/** The page that asks for a code, after the password. */
async function codePage(browser: Browser, typed = password): Promise<VisitedPage> {
  browser.forgetSession();
  const { page } = await openSignIn(browser);
  return browser.submit(page, { email, password: typed });
}

/** Sends wrong codes. Returns the statuses of the answers. */
async function guess(browser: Browser, page: VisitedPage, app: AuthenticatorApp, times = 10): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt++) {
    statuses.push((await browser.submit(page, { code: app.code(9) })).status);
  }
  return statuses;
}

const tenWrong = Array.from({ length: 10 }, () => 400);
const isIn = ({ address }: VisitedPage) => address.includes('code=');

test('codes are limited like passwords, and a new password gives no new attempts', async () => {
  const { app } = await setUp();
  const browser = newBrowser();
  const asked = await codePage(browser);
  expect(await guess(browser, asked, app)).toEqual(tenWrong);
  const refused = await browser.submit(asked, { code: app.code() });
  expect(refused.status).toBe(429);
  expect(refused.html).toContain('<a href="#code">Too many attempts.');
  await provider.identity.accounts.setPassword(email, 'a wholly new password');
  const again = await codePage(browser, 'a wholly new password');
  expect((await browser.submit(again, { code: app.code() })).status).toBe(429);
});

test('a new password by a mailed link gives no new attempts either', async () => {
  const { app } = await setUp();
  const browser = newBrowser();
  expect(await guess(browser, await codePage(browser), app)).toEqual(tenWrong);
  provider.mails.length = 0;
  await browser.submit(await browser.open('/identity/forgotten-password'), { email });
  await provider.settled();
  const link = provider.mails.map(({ text }) => /http\S+new-password\S+/.exec(text)?.[0]).find(Boolean) ?? '';
  await browser.submit(await browser.open(link), { password: 'a wholly new password' });
  const again = await codePage(browser, 'a wholly new password');
  expect(again.html).toContain('<h1>Two-step login</h1>');
  expect((await browser.submit(again, { code: app.code() })).status).toBe(429);
});

test('browsers that have logged in with the password alone share the attempts at codes', async () => {
  const browsers = [newBrowser(), newBrowser(), newBrowser()];
  for (const browser of browsers) await signInFully(browser, email, password);
  const { app } = await setUp();
  const [first, ...others] = browsers;
  expect(await guess(first!, await codePage(first!), app)).toEqual(tenWrong);
  for (const other of others) expect(await guess(other, await codePage(other), app, 1)).toEqual([429]);
});

test('attempts elsewhere use up none of a browser that has logged in with a code or set up the app', async () => {
  const [own, other, stranger] = [newBrowser(), newBrowser(), newBrowser()];
  const { app } = await setUp(own);
  await signInWithCode(other, { email, password, code: app.code() });
  expect(await guess(stranger, await codePage(stranger), app, 11)).toEqual([...tenWrong, 429]);
  expect(isIn(await own.submit(await codePage(own), { code: app.code(1) }))).toBe(true);
  provider.clock.aheadMs += 60_000;
  expect(isIn(await other.submit(await codePage(other), { code: app.code() }))).toBe(true);
});

test('with other second factors no browser is known for codes', async () => {
  const [own, stranger] = [newBrowser(), newBrowser()];
  await setUp(own);
  await provider.identity.accounts.removeSecondFactors(email);
  const { app } = await setUp();
  await guess(stranger, await codePage(stranger), app);
  expect((await own.submit(await codePage(own), { code: app.code() })).status).toBe(429);
});

test('all known browsers together have a hundred attempts a day', async () => {
  const last = newBrowser();
  const { app, codes } = await setUp(last);
  const others = codes.map(newBrowser);
  for (const [index, browser] of others.entries()) {
    await goOn(browser, await browser.submit(await codePage(browser), { code: codes[index]! }));
  }
  for (const browser of others) expect(await guess(browser, await codePage(browser), app)).toEqual(tenWrong);
  const refused = await last.submit(await codePage(last), { code: app.code() });
  expect([refused.status, refused.html]).toEqual([429, expect.stringContaining('Try again in 24 hours.')]);
  const elsewhere = newBrowser();
  expect(isIn(await elsewhere.submit(await codePage(elsewhere), { code: app.code() }))).toBe(true);
});
