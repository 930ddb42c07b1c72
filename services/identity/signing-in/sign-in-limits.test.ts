import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { openIdentityStore } from '../store/database';
import { loadProviderKeys } from '../store/keys';
import { Browser, type VisitedPage } from '../testing/browser';
import { openSignIn, signInRequest } from '../testing/running-provider';
import { admitPassword, admitNewAddress, type PasswordTry } from './attempt-limits';

const password = 'correct horse battery';
const { database, provider } = await openProvider();
const minuteMs = 60_000;
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  await provider.identity.accounts.add({ email, name: 'A Person', password });
  provider.clock.aheadMs += 25 * 60 * minuteMs;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

/** A browser with this IP address. */
function browserAt(address: string): Browser {
  const browser = new Browser(provider.origin);
  browser.headers = { 'X-Forwarded-For': address };
  return browser;
}

async function signIn(browser: Browser, typed: { email?: string; password?: string } = {}): Promise<VisitedPage> {
  const { page } = await openSignIn(browser);
  return browser.submit(page, { email, password, ...typed });
}

const isIn = (page: VisitedPage) => page.address.includes('code=');

/** Longer than allowed, so it counts as an attempt but is not hashed, which would take long. */
const guessed = 'x'.repeat(201);

/** Sends wrong passwords without cookies, each with the form of one page. */
async function guess(address: string, times: number, of = email): Promise<number[]> {
  const browser = browserAt(address);
  const { page } = await openSignIn(browser);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt++)
    statuses.push((await browser.submit(page, { email: of, password: guessed })).status);
  return statuses;
}

test('ten wrong passwords lock the account only for their own IP address', async () => {
  expect((await guess('203.0.113.1', 11)).slice(-2)).toEqual([400, 429]);
  expect((await signIn(browserAt('203.0.113.1'))).status).toBe(429);
  expect(isIn(await signIn(browserAt('203.0.113.2')))).toBe(true);
});

test('a browser that has signed in before still lets the owner in, even at the IP address of the guesses', async () => {
  const own = browserAt('203.0.113.3');
  expect(isIn(await signIn(own))).toBe(true);
  await guess('203.0.113.3', 11);
  const other = browserAt('203.0.113.3');
  expect((await signIn(other)).status).toBe(429);
  own.forgetSession();
  expect(isIn(await signIn(own))).toBe(true);
});

test('a known browser has its own limit', async () => {
  const own = browserAt('203.0.113.4');
  await signIn(own);
  own.forgetSession();
  for (let attempt = 0; attempt < 10; attempt++) await signIn(own, { password: `slip ${attempt}` });
  expect((await signIn(own)).status).toBe(429);
  provider.clock.aheadMs += 15 * minuteMs;
  expect(isIn(await signIn(own))).toBe(true);
});

test('a browser is known only to the accounts that have signed in with it', async () => {
  const other = `other-${email}`;
  await provider.identity.accounts.add({ email: other, name: 'Other', password });
  const browser = browserAt('203.0.113.5');
  await signIn(browser, { email: other });
  browser.forgetSession();
  await guess('203.0.113.5', 11);
  expect((await signIn(browser)).status).toBe(429);
  expect(isIn(await signIn(browser, { email: other }))).toBe(true);
});

test('the cookie of a known browser is short, hidden from script, limited to the provider, and cannot be forged', async () => {
  const browser = browserAt('203.0.113.6');
  await signIn(browser);
  const [line = ''] = browser.setCookieLines.filter((set) => set.startsWith('known-browser='));
  expect(line).toMatch(/path=\/identity;.*httponly/i);
  expect(line.length).toBeLessThan(300);
  expect(line).not.toContain(email);
  await guess('203.0.113.6', 11);
  const value = line.slice('known-browser='.length).split(';')[0] ?? '';
  const changed = value.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'));
  for (const forged of [changed, value.slice(0, -2), '', '::', '.'.repeat(3000)]) {
    const other = browserAt('203.0.113.6');
    other.setCookie('known-browser', forged, '/identity');
    expect((await signIn(other)).status).toBe(429);
  }
});

test('many accounts in one browser do not make its cookie longer', async () => {
  const browser = browserAt('203.0.113.7');
  for (let index = 0; index < 8; index++) {
    const one = `many-${index}-${email}`;
    await provider.identity.accounts.add({ email: one, name: 'One', password });
    await signIn(browser, { email: one });
    browser.forgetSession();
  }
  const value = browser.cookie('known-browser') ?? '';
  expect([value.split('.').length, value.length < 300]).toEqual([4, true]);
});

test('a new password makes all browsers unknown except the one in which it was chosen', async () => {
  const here = browserAt('203.0.113.8');
  const there = browserAt('203.0.113.9');
  await signIn(there);
  there.forgetSession();
  await signIn(here);
  const page = await here.open('/identity/profile');
  const chosen = 'another good password';
  await here.submit(page, { 'current-password': password, 'new-password': chosen });
  here.forgetSession();
  await guess('203.0.113.8', 11);
  await guess('203.0.113.9', 11);
  expect((await signIn(there, { password: chosen })).status).toBe(429);
  expect(isIn(await signIn(here, { password: chosen }))).toBe(true);
});

test('an IP address that tries many accounts is blocked; others, and its known browsers, are not', async () => {
  const known = browserAt('203.0.113.10');
  await signIn(known);
  known.forgetSession();
  for (let account = 0; account < 10; account++) await guess('203.0.113.10', 10, `sprayed-${account}-${email}`);
  expect(await guess('203.0.113.10', 1, `fresh-${email}`)).toEqual([429]);
  expect(await guess('203.0.113.11', 1, `fresh-${email}`)).toEqual([400]);
  expect(isIn(await signIn(known))).toBe(true);
});

test('a right password does not give an IP address new attempts at other accounts', async () => {
  for (let account = 0; account < 10; account++) {
    await guess('203.0.113.12', 9, `spread-${account}-${email}`);
    await signIn(browserAt('203.0.113.12'));
  }
  expect((await guess('203.0.113.12', 11, `spread-more-${email}`)).slice(-2)).toEqual([400, 429]);
});

test('guesses from many IP addresses are blocked after a hundred a day, even for an account that does not exist', async () => {
  const own = browserAt('198.51.100.200');
  await signIn(own);
  own.forgetSession();
  for (const of of [email, `nobody-${email}`]) {
    for (let machine = 1; machine <= 10; machine++) await guess(`198.51.100.${machine}`, 10, of);
    const [status] = await guess('198.51.100.99', 1, of);
    expect([of, status]).toEqual([of, 429]);
  }
  const refused = await signIn(browserAt('198.51.100.98'));
  expect(refused.html).toContain('Too many attempts. Try again in 24 hours.');
  expect(isIn(await signIn(own))).toBe(true);
  provider.clock.aheadMs += 24 * 60 * minuteMs;
  expect(isIn(await signIn(browserAt('198.51.100.98')))).toBe(true);
});

test('guesses at all accounts together are blocked after a thousand, but not in known browsers', async () => {
  let aheadMs = 0;
  const services = {
    db: openIdentityStore(database.pool),
    limitKey: 'secret of all accounts',
    now: () => new Date(Date.now() + aheadMs),
  };
  const admit = (name: string, more: Partial<PasswordTry> = {}) =>
    admitPassword(services, { email: name, account: null, address: `at ${name}`, knownBrowser: null, ...more });
  const keys: string[][] = [];
  for (const name of ['first', 'second']) {
    const verdict = await admit(name);
    keys.push(verdict.allowed ? [...verdict.counted.keys()] : []);
  }
  const shared = keys[0]!.filter((key) => keys[1]!.includes(key));
  expect(shared).toHaveLength(1);
  await database.pool.query(
    'insert into identity.attempts (key, at) select $1, now() from generate_series(1, 997)',
    shared,
  );
  expect((await admit('thousandth')).allowed).toBe(true);
  expect(await admit('next')).toMatchObject({ allowed: false });
  expect((await admit('next', { knownBrowser: 'its id' })).allowed).toBe(true);
  aheadMs = 15 * minuteMs + 1000;
  expect((await admit('next')).allowed).toBe(true);
});

test('the mailed link lets the owner in at once, even in an unknown browser', async () => {
  for (let machine = 1; machine <= 10; machine++) await guess(`198.51.101.${machine}`, 10);
  const browser = browserAt('198.51.101.1');
  const refused = await signIn(browser);
  expect(refused.status).toBe(429);
  const [, way = ''] = /<a href="([^"]*)">Send me a link<\/a>/.exec(refused.html) ?? [];
  await browser.submit(await browser.open(way), { email });
  await provider.settled();
  const link = /https?:\S*new-password\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
  await browser.submit(await browser.open(link), { password: 'chosen by the mailed link' });
  expect(isIn(await signIn(browser, { password: 'chosen by the mailed link' }))).toBe(true);
  const elsewhere = browserAt('198.51.101.99');
  expect(isIn(await signIn(elsewhere, { password: 'chosen by the mailed link' }))).toBe(true);
});

test('the refusal says in German when to try again, offers the link, and keeps the entries', async () => {
  await guess('203.0.113.20', 10);
  const browser = browserAt('203.0.113.20');
  browser.setCookie('language', 'DE-de');
  const refused = await signIn(browser);
  expect(refused.html).toContain('Zu viele Versuche. Versuchen Sie es in 15 Minuten wieder.');
  expect(refused.html).toMatch(/<a href="[^"]*forgotten-password">Link schicken lassen<\/a>/);
  expect(refused.html).toContain(`value="${email}"`);
});

test('guesses in the profile count for the browser in which they are made', async () => {
  const browser = browserAt('203.0.113.21');
  await signIn(browser);
  const page = await browser.open('/identity/profile');
  const typed = { 'current-password': 'guess', 'new-password': 'another good password' };
  for (let attempt = 0; attempt < 10; attempt++) expect((await browser.submit(page, typed)).status).toBe(400);
  const refused = await browser.submit(page, typed);
  expect(refused.status).toBe(429);
  expect(refused.html).toContain('Send me a link');
});

test('registrations and new addresses share a limit of an IP address; forgotten passwords have their own', async () => {
  const insider = browserAt('203.0.113.22');
  await signIn(insider);
  const page = await insider.open('/identity/profile');
  const db = openIdentityStore(database.pool);
  const { limits: limitKey } = await loadProviderKeys(db, ['secret-of-the-test']);
  const services = { db, limitKey, now: () => new Date(Date.now() + provider.clock.aheadMs) };
  for (let attempt = 0; attempt < 100; attempt++)
    expect((await admitNewAddress(services, '203.0.113.22')).allowed).toBe(true);
  const stranger = browserAt('203.0.113.22');
  const form = await stranger.open('/identity/register');
  expect((await stranger.submit(form, { email: `new-${email}`, name: 'A', password })).status).toBe(429);
  const typed = { email: 'person-1@example.org', 'current-password': password };
  expect((await insider.submit(page, typed)).status).toBe(429);
  const forgotten = await stranger.open('/identity/forgotten-password');
  for (let attempt = 0; attempt < 100; attempt++)
    expect((await stranger.submit(forgotten, { email: `nobody-${attempt}@example.org` })).status).toBe(200);
  expect((await stranger.submit(forgotten, { email })).status).toBe(429);
});

test('registrations from one IP address do not use up those of another', async () => {
  const services = { db: openIdentityStore(database.pool), limitKey: 'secret', now: () => new Date() };
  for (let index = 0; index < 100; index++)
    expect((await admitNewAddress(services, '203.0.113.30')).allowed).toBe(true);
  expect((await admitNewAddress(services, '203.0.113.30')).allowed).toBe(false);
  expect((await admitNewAddress(services, '203.0.113.31')).allowed).toBe(true);
});

test('the table of attempts contains neither IP nor e-mail addresses, only hashes', async () => {
  await guess('203.0.113.40', 3);
  const { rows } = await database.pool.query<{ key: string }>('select key from identity.attempts');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});

test('starts of sign-ins are limited in size and number, because they are stored', async () => {
  const browser = browserAt('203.0.113.70');
  const { address } = signInRequest(provider.origin);
  const stored = async () =>
    (await database.pool.query<{ count: number }>('select count(*)::int as count from identity.artifacts')).rows[0]
      ?.count;
  const before = await stored();
  const long = await browser.open(`${address}&padding=${'x'.repeat(9000)}`);
  expect([long.status, long.html.includes('<h1>The form is too large</h1>')]).toEqual([414, true]);
  const body = new URLSearchParams({ state: 'x'.repeat(9000) });
  expect((await browser.request('/identity/auth', { method: 'POST', body })).status).toBe(413);
  expect(await stored()).toBe(before);
  expect((await browser.open(address)).status).toBe(200);
  const many = `insert into identity.attempts (key, at) select key, at from identity.attempts, generate_series(1, 1000)
    where id = (select max(id) from identity.attempts)`;
  await database.pool.query(many);
  const full = await stored();
  const refused = await browser.open(address);
  expect([refused.status, refused.html.includes('<h1>Too many logins</h1>')]).toEqual([429, true]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await stored()).toBe(full);
  expect((await browserAt('203.0.113.71').open(address)).status).toBe(200);
});
