import { jwtVerify } from 'jose';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { findAccountByEmail } from '../store/accounts';
import { openIdentityStore } from '../store/database';
import { changeProfile } from '../store/profile';
import { openSignIn, redeem, signInFully, signInRequest } from '../testing/running-provider';

const password = 'correct horse battery';
const hourMs = 60 * 60 * 1000;
const { database, provider } = await openProvider();
let browser: Browser;
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  browser = new Browser(provider.origin);
  // Mails of the test before may still be on their way.
  await provider.settled();
  provider.mails.length = 0;
  provider.clock.aheadMs = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(provider.errors.splice(0)).toEqual([]);
});

const { accounts } = provider.identity;
const linkNamed = (html: string, text: string) =>
  new RegExp(`<a href="([^"]*)">${text}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

async function register(entries: Record<string, string> = {}, form = '/identity/register'): Promise<VisitedPage> {
  return browser.submit(await browser.open(form), { email, name: 'A Person', password, ...entries });
}

async function mailedLink(): Promise<string> {
  await provider.settled();
  return /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
}

async function confirm(by: Browser, link?: string, entries?: Record<string, string>): Promise<VisitedPage> {
  return by.submit(await by.open(link ?? (await mailedLink())), entries);
}

test('registering during a sign-in mails a link, which creates the account and completes the sign-in', async () => {
  const { request, page } = await openSignIn(browser);
  const name = 'Zoë <Müller> & Söhne';
  const sent = await register({ name }, linkNamed(page.html, 'Register'));
  expect([sent.status, sent.html.includes(`We have sent an e-mail to ${email}.`)]).toEqual([200, true]);
  expect(linkNamed(sent.html, 'Back to login')).toBe(new URL(page.address).pathname);
  expect(await accounts.find(email)).toBeNull();

  const question = await browser.open(await mailedLink());
  expect(question.html).toContain(`Is ${email} your e-mail address?`);
  const callback = await browser.submit(question);
  const { payload } = await jwtVerify(
    (await redeem(provider.origin, request, callback.address)).id_token,
    provider.identity.keys,
  );
  expect(payload).toMatchObject({ email, email_verified: true, name, role: [] });
});

test('the mail to a new address contains nothing that was typed', async () => {
  await register({ name: 'Buy at http://spam.example' });
  const token = new URL(await mailedLink()).searchParams.get('token');
  expect(provider.mails).toHaveLength(1);
  expect(provider.mails[0]).toMatchObject({ to: email, subject: 'Confirm your e-mail address for Motothek' });
  expect(provider.mails[0]?.text.replace(token!, '…')).not.toMatch(/spam|person/);
});

test('opening the link changes nothing until its button is pressed, and signing in fails until then', async () => {
  await register();
  for (let opened = 0; opened < 3; opened += 1) await new Browser(provider.origin).open(await mailedLink());
  expect(await accounts.find(email)).toBeNull();
  const refused = await browser.submit((await openSignIn(browser)).page, { email, password });
  expect([refused.status, refused.html.includes('or your address is not confirmed yet.')]).toEqual([400, true]);
  await confirm(browser);
  expect(await accounts.verify(email, password)).not.toBeNull();
});

test('another browser is asked for the password of the registration, and signed in with it', async () => {
  await register();
  const elsewhere = new Browser(provider.origin);
  const question = await elsewhere.open(await mailedLink());
  expect(question.html).toContain('The one that you chose when you registered.');
  for (const [typed, said] of [
    ['', 'Enter a password.'],
    ['another password', 'This is not the password with which you registered.'],
  ] as const) {
    const refused = await elsewhere.submit(question, { password: typed });
    expect([refused.status, refused.html.split(said).length]).toEqual([400, 3]);
  }
  expect(await accounts.find(email)).toBeNull();
  const done = await elsewhere.submit(question, { password });
  expect(done.address).toBe(`${provider.origin}/authentication/login`);
  expect((await signInFully(elsewhere, email, password)).refresh_token).toBeTruthy();
});

test('somebody who registered with the address of others first does not get their account', async () => {
  const thief = new Browser(provider.origin);
  const registered = { email, name: 'Mallory', password: 'the password of a thief' };
  for (let times = 0; times < 3; times += 1) await thief.submit(await thief.open('/identity/register'), registered);
  await provider.settled();
  await register({ name: 'The Owner' });
  // Enough mails were sent to the address, so the newest is one that the thief has caused.
  const link = await mailedLink();
  expect(provider.mails).toHaveLength(3);
  const question = await browser.open(link);
  expect(question.html).not.toContain('type="password"');
  await browser.submit(question);
  expect(await accounts.verify(email, registered.password)).toBeNull();
  expect((await accounts.verify(email, password))?.name).toBe('The Owner');
});

test('in another browser, the password says whose registration is confirmed', async () => {
  const thief = new Browser(provider.origin);
  await thief.submit(await thief.open('/identity/register'), { email, name: 'Mallory', password: 'of a thief 1' });
  await register({ name: 'The Owner' });
  const elsewhere = new Browser(provider.origin);
  await elsewhere.submit(await elsewhere.open(await mailedLink()), { password });
  expect((await accounts.verify(email, password))?.name).toBe('The Owner');
});

test('a new address replaces the one that waits, which may have been a typing error', async () => {
  await accounts.add({ email, name: 'A Person', password });
  await signInFully(browser, email, password);
  const enter = async (address: string) => {
    await browser.submit(await browser.open('/identity/profile'), { email: address, 'current-password': password });
    return mailedLink();
  };
  const mistyped = await enter(`stranger-${email}`);
  const right = await enter(`right-${email}`);
  expect((await new Browser(provider.origin).open(mistyped)).status).toBe(400);
  expect(await accounts.find(`stranger-${email}`)).toBeNull();
  expect((await confirm(new Browser(provider.origin), right, { password })).status).toBe(200);
  expect(await accounts.find(`right-${email}`)).not.toBeNull();
});

test('registering through the link of the web app leads back to its login, which then asks nothing', async () => {
  const back = `${provider.origin}/authentication/login?returnUrl=%2Fmy-downloads`;
  await register({}, `/identity/register?returnUrl=${encodeURIComponent(back)}`);
  expect((await confirm(browser)).address).toBe(back);
  const request = signInRequest(provider.origin);
  const callback = await browser.open(request.address);
  expect((await redeem(provider.origin, request, callback.address)).refresh_token).toBeTruthy();
});

test('a return address on another site is not followed', async () => {
  const others = ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', `blob:${provider.origin}/x`];
  for (const address of others) {
    const own = `odd-${people}-${address.length}@example.org`;
    await register({ email: own }, `/identity/register?returnUrl=${encodeURIComponent(address)}`);
    expect((await confirm(browser)).address).toBe(`${provider.origin}/authentication/login`);
  }
});

test('a used, an old and an invented link say so and lead on', async () => {
  await register();
  const link = await mailedLink();
  await confirm(browser, link);
  await register({ email: `late-${email}` });
  const late = await mailedLink();
  provider.clock.aheadMs = 24 * hourMs + 1000;
  for (const address of [link, late, '/identity/confirm-address?token=invented', '/identity/confirm-address']) {
    const page = await new Browser(provider.origin).open(address);
    expect([address, page.status]).toEqual([address, 400]);
    expect(page.html).toContain('<h1>This link no longer works</h1>');
    expect(linkNamed(page.html, 'Register')).toBe('/identity/register');
    expect((await browser.post(address, { 'form-token': 'x' })).status).toBe(403);
  }
  expect(await accounts.find(`late-${email}`)).toBeNull();
});

test('of two links for one address only one creates an account; the other says so', async () => {
  await register({ name: 'First' });
  const first = await mailedLink();
  await register({ name: 'Second' });
  const second = await mailedLink();
  const browsers = [new Browser(provider.origin), new Browser(provider.origin)];
  const forms = await Promise.all([first, second].map((link, index) => browsers[index]!.open(link)));
  const answers = await Promise.all(forms.map((form, index) => browsers[index]!.submit(form, { password })));
  const isRefused = answers.map(({ html }) => html.includes('This link no longer works'));
  expect(isRefused.sort()).toEqual([false, true]);
  expect((await accounts.list()).filter((account) => account.email === email)).toHaveLength(1);
});

test('an address that got an account in the meantime is refused with the ways on', async () => {
  await register();
  const form = await browser.open(await mailedLink());
  await accounts.add({ email: email.toUpperCase(), name: 'Faster', password });
  const refused = await browser.submit(form);
  expect([
    refused.status,
    refused.html.includes('An account with this address has been created in the meantime.'),
  ]).toEqual([400, true]);
  expect(linkNamed(refused.html, 'Forgot your password\\?')).toBe('/identity/forgotten-password');
});

test('registering a known address tells only its owner, by mail', async () => {
  await accounts.add({ email, name: 'The Owner', password: 'the password of the owner' });
  const unknown = await register({ email: `new-${email}` });
  await provider.settled();
  provider.mails.length = 0;
  const known = await register({ email: ` ${email.toUpperCase()} `, name: 'Whoever Else' });
  expect(known.status).toBe(200);
  const shown = (page: VisitedPage, typed: string) => page.html.replaceAll(typed, '…');
  expect(shown(known, email.toUpperCase())).toBe(shown(unknown, `new-${email}`));
  await provider.settled();
  expect(provider.mails).toMatchObject([{ to: email, subject: 'You already have a Motothek account' }]);
  expect(provider.mails[0]?.text).toContain('Hello The Owner,');
  expect(provider.mails[0]?.text).toContain('/identity/forgotten-password');
  expect(provider.mails[0]?.text).not.toMatch(/Whoever|token/);
});

test.each([false, true])('an address gets at most three mails a day (with an account: %s)', async (hasAccount) => {
  if (hasAccount) await accounts.add({ email, name: 'The Owner', password });
  for (let request = 0; request < 5; request++) {
    expect((await register()).status).toBe(200);
    await provider.settled();
  }
  expect(provider.mails).toHaveLength(3);
  provider.clock.aheadMs = 24 * hourMs + 1000;
  await register();
  await provider.settled();
  expect(provider.mails).toHaveLength(4);
});

test('responses wait for no look at the accounts', async () => {
  await accounts.add({ email, name: 'The Owner', password });
  const forms = [await browser.open('/identity/register'), await browser.open('/identity/forgotten-password')];
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = new WeakSet<object>();
  const hold = (client: { query: unknown }) => {
    // The pool returns the same client again and again.
    if (held.has(client)) return;
    held.add(client);
    const query = (client.query as (...given: unknown[]) => unknown).bind(client);
    vi.spyOn(client as { query(...given: unknown[]): unknown }, 'query').mockImplementation(async (...given) => {
      const text = (given[0] as { text?: string }).text ?? String(given[0]);
      if (text.includes('"identity"."accounts"')) {
        asked.push(text);
        await released;
      }
      return query(...given);
    });
  };
  hold(database.pool);
  // Transactions have a connection of their own. `query` of the pool takes one with a callback.
  const connect = database.pool.connect.bind(database.pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  vi.spyOn(database.pool, 'connect').mockImplementation((async (...given: unknown[]) => {
    const client = await connect(...given);
    if (given.length === 0) hold(client);
    return client;
  }) as never);
  for (const typed of [email, `nobody-${email}`])
    for (const form of forms)
      expect((await browser.submit(form, { email: typed, name: 'A Person', password })).status).toBe(200);
  release();
  await provider.settled();
  expect(asked.length).toBeGreaterThan(0);
  expect(provider.mails.map(({ to }) => to)).toEqual([email, email, `nobody-${email}`]);
});

test('a new address of an account is valid once its link is opened, and the former one is told', async () => {
  await accounts.add({ email, name: 'A Person', password });
  await signInFully(browser, email, password);
  const profile = await browser.open('/identity/profile');
  const saved = await browser.submit(profile, { email: `new-${email}`, 'current-password': password });
  expect(saved.html).toContain(`We have sent an e-mail to new-${email}.`);
  const link = await mailedLink();
  expect(provider.mails.map(({ to }) => to)).toEqual([`new-${email}`]);
  expect(await accounts.verify(email, password)).not.toBeNull();
  const done = await confirm(new Browser(provider.origin), link, { password });
  expect(done.html).toContain('From now on, you log in with your new e-mail address.');
  await provider.settled();
  expect(provider.mails.at(-1)).toMatchObject({ to: email, subject: 'Your Motothek account was changed' });
  expect(await accounts.verify(email, password)).toBeNull();
  expect(await accounts.verify(`new-${email}`, password)).not.toBeNull();
  expect((await browser.open('/identity/profile')).html).not.toContain('We have sent an e-mail');
});

test('saving a profile that was read before a new address was confirmed leaves the new one', async () => {
  await accounts.add({ email, name: 'A Person', password });
  const db = openIdentityStore(database.pool);
  const account = (await findAccountByEmail(db, email))!;
  await signInFully(browser, email, password);
  const typed = { email: `new-${email}`, 'current-password': password };
  await browser.submit(await browser.open('/identity/profile'), typed);
  await confirm(browser);
  const changes = { name: 'Changed', email: email.toUpperCase(), passwordHash: null };
  await changeProfile(db, account, { ...changes, language: 'en', now: new Date() });
  expect(await accounts.find(`new-${email}`)).toMatchObject({ name: 'Changed', email: `new-${email}` });
});

test('a new address that has an account tells its owner only', async () => {
  await accounts.add({ email, name: 'A Person', password });
  await accounts.add({ email: `taken-${email}`, name: 'The Owner', password });
  await signInFully(browser, email, password);
  const page = await browser.open('/identity/profile');
  const typed = { name: 'Changed', email: `TAKEN-${email}`, 'current-password': password };
  expect((await browser.submit(page, typed)).html).toContain('Your changes have been saved.');
  await provider.settled();
  expect(provider.mails).toMatchObject([{ to: `taken-${email}`, subject: 'You already have a Motothek account' }]);
  expect((await accounts.find(email))?.name).toBe('Changed');
});

test('a new password voids the links of a new address that were mailed before', async () => {
  await accounts.add({ email, name: 'A Person', password });
  await signInFully(browser, email, password);
  const profile = await browser.open('/identity/profile');
  await browser.submit(profile, { email: `thief-${email}`, 'current-password': password });
  const link = await mailedLink();
  await accounts.setPassword(email, 'another good password');
  expect((await new Browser(provider.origin).open(link)).html).toContain('This link no longer works');
  expect(await accounts.find(`thief-${email}`)).toBeNull();
});

test('the mail and the pages of a confirmation are in the language of the page', async () => {
  browser.setCookie('language', 'DE-de');
  expect((await register()).html).toContain('<h1>Sehen Sie in Ihrem Postfach nach</h1>');
  const question = await browser.open(await mailedLink());
  expect(provider.mails.find(({ to }) => to === email)?.subject).toBe('E-Mail-Adresse für die Motothek bestätigen');
  expect(question.html).toContain('<h1>Adresse bestätigen</h1>');
});
