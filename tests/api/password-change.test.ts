import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { addUploadAt } from '../support/ready-uploads';
import type { Browser } from '../../services/identity/testing/browser';
import { openTestProduct, type TestProduct } from '../support/test-product';
import { onPostgresql } from '../support/test-database';

const password = 'correct horse battery';
const newPassword = 'another good password';
const page = '/my-downloads';

let testApi: TestProduct;
let people = 0;
let account: { email: string; password: string };
beforeAll(async () => {
  testApi = await openTestProduct([['the first secret'], ['the first secret']]);
});
afterAll(() => testApi.close());
afterEach(() => expect(testApi.serverErrors()).toEqual([]));
beforeEach(async () => {
  account = { email: `person-${++people}@example.org`, password };
  await testApi.accounts.add({ ...account, name: 'A Person' });
});

async function signedIn(language?: 'EN' | 'DE'): Promise<Browser> {
  const browser = testApi.newBrowser(language);
  await testApi.signIn(browser, account);
  expect(await isSignedIn(browser)).toBe(true);
  return browser;
}
/** Whether a protected page opens without asking for a password. */
const isSignedIn = async (browser: Browser) => (await browser.open(page)).address.endsWith(page);
async function changePassword(browser: Browser) {
  const profile = await browser.open('/identity/profile');
  return browser.submit(profile, { 'current-password': password, 'new-password': newPassword });
}
const accessTokenOf = (browser: Browser) => testApi.tokenOf(browser);

test('a new password ends all other sessions and tokens at once, and the browser that chose it stays signed in', async () => {
  const [here, elsewhere] = [await signedIn(), await signedIn()];
  const copied = here.copy();
  const tokens = [await accessTokenOf(here), await accessTokenOf(elsewhere)];
  for (const token of tokens) expect(await testApi.askApi(token)).toBe(200);

  const saved = await changePassword(here);
  expect(saved.address).toContain('/identity/profile?saved=password');
  expect(saved.html).toContain('Your changes have been saved.');

  for (const token of tokens) expect(await testApi.askApi(token)).toBe(401);
  // Both get the login page, so neither the session at the provider nor that of the web app is valid.
  for (const other of [elsewhere, copied]) {
    const asked = await other.open(page);
    expect(asked.html).toContain('<title>Log in – Motothek</title>');
    expect((await other.open('/identity/profile')).html).toContain('<title>Log in – Motothek</title>');
  }
  const here2 = await here.request(page);
  expect(here2.status).toBe(200);
  expect(await testApi.askApi(await accessTokenOf(here))).toBe(200);
});

test('a password set through a mailed link ends every session and token', async () => {
  const browser = await signedIn('DE');
  const token = await accessTokenOf(browser);
  const stranger = testApi.newBrowser('DE');
  await stranger.submit(await stranger.open('/identity/forgotten-password'), { email: account.email });
  await testApi.settled();
  const link = /https?:\S*new-password\S*/.exec(testApi.mails.at(-1)?.text ?? '')?.[0] ?? '';
  const done = await stranger.submit(await stranger.open(link), { password: newPassword });
  expect(done.html).toContain('<h1>Ihr Passwort wurde geändert</h1>');
  expect(await testApi.askApi(token)).toBe(401);
  expect((await browser.request(page)).status).toBe(302);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a password set by the command ends every session and token', async () => {
  const browser = await signedIn();
  const token = await accessTokenOf(browser);
  await testApi.accounts.setPassword(account.email, newPassword);
  expect(await testApi.askApi(token)).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a removed account has no session and no token', async () => {
  const browser = await signedIn();
  const token = await accessTokenOf(browser);
  await testApi.test.pool.query('delete from identity.accounts where email = $1', [account.email]);
  expect(await testApi.askApi(token)).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a role that is added or removed takes effect at once, without a new sign-in', async () => {
  const browser = await signedIn();
  const board = async () => (await browser.request('/editorial-board')).status;
  expect(await board()).toBe(403);
  await testApi.accounts.setRole(account.email, 'Experts');
  expect(await board()).toBe(200);
  const token = await accessTokenOf(browser);
  await testApi.accounts.removeRole(account.email, 'Experts');
  expect(await testApi.askApi(token)).toBe(401);
  expect(await board()).toBe(403);
  expect((await browser.request(page)).status).toBe(200);
});

test('the session check reports that the session has ended', async () => {
  const browser = await signedIn();
  const look = async () => (await (await browser.request('/authentication/session')).json()) as { state?: string };
  const before = await look();
  await testApi.accounts.setPassword(account.email, newPassword);
  expect(await look()).not.toEqual(before);
  expect(JSON.stringify(before)).not.toContain('ended');
  expect(JSON.stringify(await look())).toContain('ended');
});

test('a form posted after that is shown again only to a user who knows the new password', async () => {
  const browser = await signedIn();
  const subject = decodeJwt(await accessTokenOf(browser)).sub ?? '';
  const { id } = await addUploadAt(testApi.test, 'checked');
  await testApi.test.pool.query('update repository.uploads set owner = $1', [subject]);
  await testApi.accounts.setPassword(account.email, newPassword);
  const posted = await browser.request(`/file-upload/meta/${id}`, {
    method: 'POST',
    body: new URLSearchParams([['f2-0', 'Typed before the end']]),
  });
  expect(posted.status).toBe(303);
  const signIn = await browser.open(posted.headers.get('location') ?? '');
  expect(signIn.html).not.toContain('Typed before the end');
  const again = await browser.submit(signIn, { email: account.email, password: newPassword });
  expect(again.html.includes('value="Typed before the end"')).toBe(true);
});

test('an unfinished sign-in with the previous password fails', async () => {
  const browser = testApi.newBrowser();
  const signIn = await browser.open('/authentication/login');
  // Does not follow the redirect yet; it is valid for a day.
  const answer = await browser.request(signIn.address, { method: 'POST', body: new URLSearchParams(account) });
  expect(answer.status).toBe(303);
  await testApi.accounts.setPassword(account.email, newPassword);
  const after = await browser.open(answer.headers.get('location') ?? '');
  expect(after.status).toBe(400);
  expect(await isSignedIn(browser)).toBe(false);
});

onPostgresql('a password is changed', () => {
  const waiting = async (many: number) => {
    for (;;) {
      const { rows } = await testApi.test.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (rows.length >= many) return;
    }
  };

  test('tokens of a refresh that was running are not valid', async () => {
    const browser = await signedIn();
    await testApi.ageTokens(browser);
    const blocker = await testApi.test.pool.connect();
    await blocker.query('begin');
    await blocker.query(`select 1 from identity.artifacts where model = 'RefreshToken' for update`);
    // Both wait for the lock: the refresh has found its token and will mark it as used, the password change will delete
    // it.
    const refreshing = browser.request(page);
    await waiting(1);
    const changing = testApi.accounts.setPassword(account.email, newPassword);
    await waiting(2);
    await blocker.query('commit');
    blocker.release();
    await Promise.all([refreshing, changing]);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
