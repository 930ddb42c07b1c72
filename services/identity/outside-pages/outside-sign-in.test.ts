import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { runAccountCommand } from '../accounts/account-commands';
import { openIdentityStore } from '../store/database';
import { Browser, type VisitedPage } from '../testing/browser';
import { answerOutside, follow, logInOutside } from '../testing/log-in-outside';
import { startOutsideProvider, type OutsideProvider } from '../testing/outside-provider';
import { openSignIn, redeem, signInFully, startProvider } from '../testing/running-provider';

const password = 'correct horse battery';
const orcid = '0000-0002-1825-0097';
const roles = new Map([
  ['motorik-experts', 'Experts'],
  ['board-chair', 'Chair'],
]);
const database = await openTestDatabase();
const outsiders: OutsideProvider[] = [];
const provider = await startProvider(database.pool, undefined, null, {
  timeZone: 'Europe/Berlin',
  openOutside: async (origin) => {
    const callback = (id: string) => [`${origin}/identity/outside/callback/${id}`];
    const [university, trusted, other] = await Promise.all([
      startOutsideProvider(callback('outside'), { claimsIn: 'userinfo' }),
      startOutsideProvider(callback('trusted'), { clientAuth: 'client_secret_basic', pairwise: false }),
      startOutsideProvider(callback('orcid'), { pairwise: false }),
    ]);
    outsiders.push(university, trusted, other);
    return [
      university.settings({ rolesClaim: 'groups', roles }),
      trusted.settings({ id: 'trusted', trustsEmail: true, rolesClaim: 'realm_access.roles', roles }),
      other.settings({ id: 'orcid', label: { en: 'ORCID', de: 'ORCID' }, scope: 'openid', orcidClaim: 'sub' }),
    ];
  },
});
const [university, trusted, orcidProvider] = outsiders as [OutsideProvider, OutsideProvider, OutsideProvider];
const { accounts } = provider.identity;
let browser: Browser;
let people = 0;
let email: string;

beforeEach(() => {
  email = `person-${++people}@example.org`;
  browser = new Browser(provider.origin);
  provider.mails.length = 0;
  provider.clock.aheadMs = 0;
  university.person = { sub: `u-${people}`, name: 'A Person', email, email_verified: true };
  trusted.person = { sub: `t-${people}`, name: 'A Person', email, email_verified: true };
  orcidProvider.person = { sub: orcid };
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));
afterAll(async () => {
  await provider.close();
  for (const outside of outsiders) await outside.close();
  await database.close();
});

const mailedLink = async () => {
  await provider.settled();
  return /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? 'none';
};
const subjects = async () => {
  await provider.settled();
  return provider.mails.map(({ to, subject }) => `${to} ${subject}`);
};
const titleOf = ({ html }: VisitedPage) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const isCallback = ({ address }: VisitedPage) => address.includes('/authentication/login-callback?code=');
/** Logs in, enters the address if asked, and confirms it. */
async function register(id = 'outside'): Promise<VisitedPage> {
  const { page } = await logInOutside(browser, id);
  if (isCallback(page)) return page;
  const next = await browser.submit(page, { email, name: 'A Person' });
  if (isCallback(next)) return next;
  return browser.submit(await browser.open(await mailedLink()));
}

test('an address that nobody has verified is confirmed by mail before there is an account', async () => {
  const { page } = await logInOutside(browser);
  expect([page.status, titleOf(page)]).toEqual([200, 'Your first login']);
  expect(page.html).toContain(`value="${email}"`);
  const sent = await browser.submit(page);
  expect(titleOf(sent)).toBe('Check your e-mail');
  const again = await browser.open(sent.address);
  expect([again.html, await subjects()]).toEqual([sent.html, [expect.stringContaining(email)]]);
  expect(await accounts.find(email)).toBeNull();
  const question = await browser.open(await mailedLink());
  expect(question.html).toContain('log in with Other University from now on');
  expect(isCallback(await browser.submit(question))).toBe(true);
  expect(await accounts.find(email)).toMatchObject({ name: 'A Person', roles: [] });
  expect(isCallback((await logInOutside(new Browser(provider.origin))).page)).toBe(true);
});

test('tokens after a login with an outside provider are those of the account', async () => {
  await register('trusted');
  const { request, page } = await logInOutside(new Browser(provider.origin), 'trusted');
  const claims = decodeJwt((await redeem(provider.origin, request, page.address)).access_token);
  expect(claims).toMatchObject({ sub: (await accounts.find(email))?.id, email, name: 'A Person', role: [] });
});

test('an address that a trusted provider has verified needs no mail, another one does', async () => {
  const { page } = await logInOutside(browser, 'trusted');
  expect(titleOf(await browser.submit(page, { email: `other-${email}` }))).toBe('Check your e-mail');
  expect(isCallback(await browser.submit(page))).toBe(true);
  expect(await subjects()).toEqual([
    `other-${email} Confirm your e-mail address for Motothek`,
    `${email} Your Motothek account was changed`,
  ]);
});

test('an address that a trusted provider has not verified is confirmed', async () => {
  for (const email_verified of [false, undefined, 'true']) {
    trusted.person = { ...trusted.person, email_verified };
    const { page } = await logInOutside(new Browser(provider.origin), 'trusted');
    expect(titleOf(page)).toBe('Your first login');
  }
});

test('an account with the verified address is linked only with its password', async () => {
  await accounts.add({ email, name: 'Owner', password });
  const { page } = await logInOutside(browser, 'trusted');
  expect(titleOf(page)).toBe('Connect Other University with your account');
  const wrong = await browser.submit(page, { password: 'not the password' });
  expect([wrong.status, wrong.html.match(/is incorrect/g)?.length]).toEqual([400, 2]);
  expect(isCallback(await browser.submit(page, { password }))).toBe(true);
  expect(await subjects()).toEqual([`${email} Your Motothek account was changed`]);
  expect(isCallback((await logInOutside(new Browser(provider.origin), 'trusted')).page)).toBe(true);
});

test('an account is linked by a mailed link in the browser that has logged in, and in no other one', async () => {
  await accounts.add({ email, name: 'Owner', password });
  const { page } = await logInOutside(browser);
  await browser.submit(page);
  const link = await mailedLink();
  expect(await subjects()).toEqual([`${email} Connect a login with your Motothek account`]);
  const elsewhere = new Browser(provider.origin);
  const refused = await elsewhere.open(link);
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('in which you logged in')]);
  const forced = await elsewhere.post('/identity/confirm-address', { token: new URL(link).searchParams.get('token')! });
  expect(forced.status).toBe(403);
  elsewhere.headers = { Origin: provider.origin };
  expect(
    (await elsewhere.post('/identity/confirm-address', { token: new URL(link).searchParams.get('token')! })).status,
  ).toBe(400);
  expect(isCallback(await browser.submit(await browser.open(link)))).toBe(true);
  expect((await accounts.find(email))?.name).toBe('Owner');
  expect(isCallback((await logInOutside(new Browser(provider.origin))).page)).toBe(true);
});

test('a page does not tell whether an unverified address has an account', async () => {
  await accounts.add({ email, name: 'Owner', password });
  const known = await browser.submit((await logInOutside(browser)).page);
  const unknown = await browser.submit((await logInOutside(browser)).page, { email: `un${email}` });
  const told = ({ html }: VisitedPage) =>
    html.replaceAll(`un${email}`, email).replace(/interaction(\/|%2F)[\w-]+/g, '');
  expect(told(unknown)).toBe(told(known));
});

test('an account without a password is not entered with any, and needs none in the profile until it has one', async () => {
  await register();
  for (const given of [' ', 'x'.repeat(12)]) {
    const stranger = new Browser(provider.origin);
    const { page } = await openSignIn(stranger);
    expect((await stranger.submit(page, { email, password: given })).status).toBe(400);
  }
  expect(await accounts.verify(email, '')).toBeNull();
  const profile = await browser.open('/identity/profile');
  expect(profile.html).toContain('Ways to log in');
  const refused = await browser.submit(profile, { email: `new-${email}` });
  expect(refused.html).toContain('Your account has no password yet.');
});

test('the subject of ORCID is the confirmed iD of the account', async () => {
  const { page } = await logInOutside(browser, 'orcid');
  await browser.submit(page, { email, name: 'A Person' });
  await browser.submit(await browser.open(await mailedLink()));
  const again = new Browser(provider.origin);
  const { request, page: done } = await logInOutside(again, 'orcid');
  const tokens = await redeem(provider.origin, request, done.address);
  expect(decodeJwt(tokens.access_token).orcid).toBe(orcid);
  expect(decodeJwt(tokens.id_token).orcid).toBe(orcid);
  const ways = await again.open('/identity/ways-to-log-in');
  expect(ways.html).toContain(orcid);
  expect(ways.html).toContain('(confirmed by ORCID)');
});

test('roles come from mapped groups alone, are renewed at each login, and are apart from those of the operator', async () => {
  university.person.groups = 'staff, motorik-experts Experts Chair';
  await register();
  const rolesNow = async () => (await accounts.find(email))?.roles;
  expect(await rolesNow()).toEqual(['Experts']);
  expect(await provider.identity.roleHolders(openIdentityStore(database.pool))).toMatchObject([
    { email, roles: ['Experts'] },
  ]);
  await accounts.setRole(email, 'Experts');
  expect(await rolesNow()).toEqual(['Experts']);
  university.person.groups = 'board-chair';
  await logInOutside(new Browser(provider.origin));
  expect(await rolesNow()).toEqual(['Experts', 'Chair']);
  await accounts.removeRole(email, 'Experts');
  expect(await rolesNow()).toEqual(['Chair']);
  let written = '';
  const parts = { accounts, write: (text: string) => (written += text), readLine: async () => '' };
  expect(await runAccountCommand(['role', email, '--remove', 'Chair'], parts)).toBe(1);
  expect(written).toContain('an outside provider gives it');
  expect(await rolesNow()).toEqual(['Chair']);
  delete university.person.groups;
  await logInOutside(new Browser(provider.origin));
  expect(await rolesNow()).toEqual([]);
});

test('a token ends with the role that a provider no longer gives', async () => {
  trusted.person.realm_access = { roles: ['board-chair'] };
  const { request, page } = await logInOutside(browser, 'trusted');
  const done = await browser.submit(page);
  const token = (await redeem(provider.origin, request, done.address)).access_token;
  expect(decodeJwt(token).role).toEqual(['Chair']);
  expect(await provider.identity.tokenHolds(token)).toBe(true);
  trusted.person.realm_access = { roles: [] };
  await logInOutside(new Browser(provider.origin), 'trusted');
  expect(await provider.identity.tokenHolds(token)).toBe(false);
});

test('keys that were replaced between two logins are read again', async () => {
  await register();
  await university.rotateKeys();
  expect(isCallback((await logInOutside(new Browser(provider.origin))).page)).toBe(true);
});

test('an owner who is logged in links and unlinks a provider, and gets mails', async () => {
  await accounts.add({ email, name: 'Owner', password });
  await signInFully(browser, email, password);
  const ways = await browser.open('/identity/ways-to-log-in');
  const question = await browser.open(await answerOutside(await follow(browser, ways)));
  expect(question.html).toContain(`with Other University (${email}) from now on?`);
  expect((await browser.submit(question, { 'current-password': 'wrong one here' })).status).toBe(400);
  const linked = await browser.submit(question, { 'current-password': password });
  expect(linked.html).toContain('The login is connected.');
  expect(isCallback((await logInOutside(new Browser(provider.origin))).page)).toBe(true);
  const unlinked = await browser.submit(linked);
  expect(unlinked.html).toContain('The login is disconnected.');
  expect(await subjects()).toEqual(Array(2).fill(`${email} Your Motothek account was changed`));
  expect(titleOf((await logInOutside(new Browser(provider.origin))).page)).toBe('Your first login');
  const twice = await browser.submit(linked);
  expect([twice.status, twice.html]).toEqual([404, expect.stringContaining('no longer connected')]);
});

test('the days of a login are those of the time zone', async () => {
  await register();
  await database.pool.query(
    `update identity.outside_identities set linked_at = '2026-01-09T23:30:00Z', used_at = '2026-07-09T22:30:00Z'
    where account_id = (select id from identity.accounts where email = $1)`,
    [email],
  );
  const { html } = await browser.open('/identity/ways-to-log-in');
  expect([html.includes('10 January 2026'), html.includes('10 July 2026')]).toEqual([true, true]);
});

test('the last way to log in stays', async () => {
  await register();
  const refused = await browser.submit(await browser.open('/identity/ways-to-log-in'));
  expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('your only way to log in')]);
  expect(isCallback((await logInOutside(new Browser(provider.origin))).page)).toBe(true);
});

test('an identity of another account is not linked, and the page says so', async () => {
  await register();
  const other = `other-${email}`;
  await accounts.add({ email: other, name: 'Other', password });
  const second = new Browser(provider.origin);
  await signInFully(second, other, password);
  const page = await second.open(
    await answerOutside(await follow(second, await second.open('/identity/ways-to-log-in'))),
  );
  expect([page.status, page.html]).toEqual([
    409,
    expect.stringContaining('already belongs to another Motothek account'),
  ]);
});

test('the pages of the account lead to the login without a session', async () => {
  for (const page of ['ways-to-log-in', 'ways-to-log-in/link/outside'])
    expect((await browser.open(`/identity/${page}`)).address).toContain('/identity/sign-in?returnUrl=');
});

test('a locked account is told so after a login outside, with the ways to support and to another login', async () => {
  await register();
  await accounts.lock(email);
  const { page } = await logInOutside(browser);
  expect([page.status, page.html]).toEqual([403, expect.stringContaining('This account is locked.')]);
  expect(page.html).toContain(`<a href="${provider.origin}/info/support">Support</a>`);
  expect(page.html).toMatch(/href="\/identity\/interaction\/[\w-]+">Log in another way</);
});
