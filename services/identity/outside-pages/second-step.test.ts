import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser, type VisitedPage } from '../testing/browser';
import { answerOutside, follow, logInOutside } from '../testing/log-in-outside';
import { startOutsideProvider, type OutsideProvider } from '../testing/outside-provider';
import { redeem, startProvider } from '../testing/running-provider';
import { type AuthenticatorApp, setUpTwoSteps } from '../testing/two-steps';

const password = 'correct horse battery';
const database = await openTestDatabase();
let outsider: OutsideProvider | undefined;
const provider = await startProvider(database.pool, undefined, null, {
  requiredFactorRoles: ['Experts'],
  openOutside: async (origin) => {
    outsider = await startOutsideProvider([`${origin}/identity/outside/callback/outside`]);
    return [outsider.settings({ trustsEmail: true, rolesClaim: 'groups', roles: new Map([['experts', 'Experts']]) })];
  },
});
const outside = outsider!;
const newBrowser = () => new Browser(provider.origin);
let people = 0;
let email: string;

beforeEach(() => {
  email = `person-${++people}@example.org`;
  outside.person = { sub: `s-${people}`, name: 'A Person', email, email_verified: true };
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));
afterAll(async () => {
  await provider.close();
  await outside.close();
  await database.close();
});

const isCallback = ({ address }: VisitedPage) => address.includes('/authentication/login-callback?code=');
const linkedMails = async () => {
  await provider.settled();
  return provider.mails.filter(({ to, text }) => to === email && text.includes('Other University'));
};
const withApp = async (): Promise<{ app: AuthenticatorApp; codes: string[] }> => {
  await provider.identity.accounts.add({ email, name: 'Owner', password });
  return setUpTwoSteps(newBrowser(), provider, { email, password });
};

test('a login is linked to an account with two steps only after the second one', async () => {
  const { app } = await withApp();
  const browser = newBrowser();
  const { page } = await logInOutside(browser);
  const asked = await browser.submit(page, { password });
  expect(asked.html).toContain('<h1>Two-step login</h1>');
  expect(await linkedMails()).toEqual([]);
  expect((await logInOutside(newBrowser())).page.html).toContain('Connect Other University with your account');

  expect(isCallback(await browser.submit(asked, { code: app.code() }))).toBe(true);
  expect(await linkedMails()).toHaveLength(1);
  expect((await logInOutside(newBrowser())).page.html).toContain('<h1>Two-step login</h1>');
});

test('linking in the profile asks for the code, too', async () => {
  await provider.identity.accounts.add({ email, name: 'Owner', password });
  const browser = newBrowser();
  const { app } = await setUpTwoSteps(browser, provider, { email, password });
  const ways = await browser.open('/identity/ways-to-log-in');
  const question = await browser.open(await answerOutside(await follow(browser, ways)));
  const asked = await browser.submit(question, { 'current-password': password });
  expect([asked.status, asked.html]).toEqual([400, expect.stringContaining('Enter a code.')]);
  const linked = await browser.submit(question, { 'current-password': password, 'current-code': app.code() });
  expect(linked.html).toContain('The login is connected.');
});

test('an account without a password is told so wherever one is asked for, with the way to choose one', async () => {
  const browser = newBrowser();
  await browser.submit((await logInOutside(browser)).page);
  for (const path of ['two-step/app', 'two-step/add-passkey']) {
    const form = await browser.open(`/identity/${path}`);
    const entered = { code: '123456', 'current-password': 'anything at all' };
    const told = await browser.submit(form, entered);
    expect([path, told.status, told.html]).toEqual([
      path,
      400,
      expect.stringContaining('<a href="#current-password">Your account has no password yet.'),
    ]);
    expect(told.html).toMatch(/id="current-password-hint"><a href="[^"]*ways-to-log-in">Ways to log in<\/a>/);
  }
});

test('an account with an app is asked for its code after a login outside, whatever the provider has asked for', async () => {
  const { app } = await withApp();
  const owner = newBrowser();
  const { page: first } = await logInOutside(owner);
  await owner.submit(await owner.submit(first, { password }), { code: app.code() });
  outside.person.amr = ['pwd', 'otp', 'mfa'];
  const browser = newBrowser();
  const { request, page } = await logInOutside(browser);
  expect(page.html).toContain('<h1>Two-step login</h1>');
  expect(page.html).toContain('You have logged in with the other provider. Now enter the code');
  expect(page.html).not.toContain('Your password is correct');
  const callback = await browser.submit(page, { code: app.code(1) });
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token).amr).toEqual(['mfa', 'otp']);
});

test('a second factor of the provider is enough for a role, if there is none here', async () => {
  outside.person = { ...outside.person, groups: ['experts'], amr: ['pwd', 'mfa'] };
  const browser = newBrowser();
  const { request, page } = await logInOutside(browser);
  const callback = await browser.submit(page);
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['mfa'], role: ['Experts'] });

  outside.person.amr = ['pwd'];
  expect((await logInOutside(newBrowser())).page.html).toContain('<h1>Set up two-step login</h1>');
});

test('a login that is connected with a passkey to be added is connected', async () => {
  const added = { email, name: 'Owner', password, roles: ['Experts'] };
  await provider.identity.accounts.add(added);
  const browser = newBrowser();
  const { page } = await logInOutside(browser);
  const setUp = await browser.submit(page, { password });
  expect(setUp.html).toContain('<h1>Set up two-step login</h1>');
  await browser.submit(setUp, { instead: 'passkey' });
  expect(await linkedMails()).toHaveLength(1);
  expect((await logInOutside(newBrowser())).page.html).toContain('<h1>Set up two-step login</h1>');
});

test('a login that was connected elsewhere in the meantime says so and logs nobody in', async () => {
  const { app } = await withApp();
  const browser = newBrowser();
  const { page } = await logInOutside(browser);
  const asked = await browser.submit(page, { password });
  const other = `other-${email}`;
  await provider.identity.accounts.add({ email: other, name: 'Other', password });
  const second = newBrowser();
  await second.submit((await logInOutside(second)).page, { email: other, password });
  const told = await browser.submit(asked, { code: app.code() });
  expect([told.status, told.html]).toEqual([
    409,
    expect.stringContaining('already belongs to another Motothek account'),
  ]);
  expect((await browser.open('/identity/profile')).html).toContain('<h1>Log in</h1>');
});

test('a first login whose role requires two steps goes on with their set-up', async () => {
  outside.person.groups = ['experts'];
  const browser = newBrowser();
  const { page } = await logInOutside(browser);
  expect((await browser.submit(page)).html).toContain('<h1>Set up two-step login</h1>');
});

test('whoever confirms the address of a first login is told so if the login has a second step to go', async () => {
  outside.person = { ...outside.person, email_verified: false, groups: ['experts'] };
  const confirmIn = async (browser: Browser) => {
    const { page } = await logInOutside(browser);
    await browser.submit(page, { email, name: 'A Person' });
    await provider.settled();
    const mail = provider.mails.findLast(({ to }) => to === email)?.text ?? '';
    return browser.submit(await browser.open(/https?:\S*confirm-address\S*/.exec(mail)?.[0] ?? ''));
  };
  const first = newBrowser();
  const told = await confirmIn(first);
  expect(told.html).toContain('<h1>Your address is confirmed</h1>');
  expect(told.html).toContain('Your role requires two-step login, which you then set up.');
  expect((await first.open(told.address)).html).toContain('Your role requires two-step login');
  const next = /<main[\s\S]*<a href="([^"]*)">Log in</.exec(told.html)?.[1] ?? 'none';
  expect((await first.open(next.replaceAll('&amp;', '&'))).html).toContain('<h1>Log in</h1>');
  expect((await logInOutside(newBrowser())).page.html).toContain('<h1>Set up two-step login</h1>');

  email = `owner-${email}`;
  outside.person = { ...outside.person, sub: `${outside.person.sub}-own`, email, groups: [] };
  await withApp();
  const second = newBrowser();
  const linked = await confirmIn(second);
  expect(linked.html).toContain('<h1>Your address is confirmed</h1>');
  second.setCookie('language', 'de-DE');
  expect((await second.open(linked.address)).html).toContain('<h1>Ihre Adresse ist bestätigt</h1>');
  expect(linked.html).toContain('You will be asked for your second step, too.');
});

test('a link for a login that belongs to another account meanwhile says so, also when it is opened again', async () => {
  outside.person.email_verified = false;
  const linkFor = async (address: string) => {
    const browser = newBrowser();
    await browser.submit((await logInOutside(browser)).page, { email: address, name: 'A Person' });
    await provider.settled();
    const mail = provider.mails.findLast(({ to }) => to === address)?.text ?? '';
    return { browser, question: await browser.open(/https?:\S*confirm-address\S*/.exec(mail)?.[0] ?? '') };
  };
  const { browser, question } = await linkFor(email);
  const other = await linkFor(`other-${email}`);
  expect(isCallback(await other.browser.submit(other.question))).toBe(true);
  const told = await browser.submit(question);
  for (const { status, html } of [told, await browser.open(told.address)]) {
    expect([status, html]).toEqual([409, expect.stringContaining('already belongs to another Motothek account')]);
    expect(html).toContain('<h1>You could not log in with Other University</h1>');
  }
});
