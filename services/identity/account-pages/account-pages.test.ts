import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser } from '../testing/browser';
import { askForTokens, openSignIn, signInFully, signInRequest } from '../testing/running-provider';

const password = 'correct horse battery';
const { provider } = await openProvider();
let browser: Browser;
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  browser = new Browser(provider.origin);
  // Mails of the test before may still be on their way.
  await provider.settled();
  provider.mails.length = 0;
  provider.logoutTokens.length = 0;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const addPerson = () => provider.identity.accounts.add({ email, name: 'A Person', password });
const mailedLink = async () => {
  await provider.settled();
  return /https?:\S*new-password\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
};
const linkNamed = (html: string, text: string) =>
  new RegExp(`<a href="([^"]*)">${text.replace('?', '\\?')}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

test('errors of a registration are shown at each field, and the entries are kept', async () => {
  const form = await browser.open('/identity/register');
  const answer = await browser.submit(form, { email: 'no address', name: ' ', password: 'too short' });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('<title>Error: Register – Motothek</title>');
  expect(answer.html).toContain('<a href="#email">Enter an e-mail address in the form name@example.org.</a>');
  expect(answer.html).toContain('<a href="#name">Enter your name.</a>');
  expect(answer.html).toContain('<a href="#password">The password needs at least 10 characters.</a>');
  expect(answer.html).toContain('value="no address"');
  expect(answer.html).not.toContain('too short');
  const long = await browser.submit(form, { email, name: 'A Person', password: 'x'.repeat(201) });
  expect(long.html).toContain('The password may have at most 200 characters.');
});

test('a forgotten password is replaced through the mailed link, once', async () => {
  await addPerson();
  const before = await signInFully(new Browser(provider.origin), email, password);
  const { page } = await openSignIn(browser);
  const form = await browser.open(linkNamed(page.html, 'Forgot your password?'));
  const sent = await browser.submit(form, { email: email.toUpperCase() });
  expect(sent.html).toContain('<h1>Check your e-mail</h1>');
  expect(linkNamed(sent.html, 'Back to login')).toBe(new URL(page.address).pathname);

  const elsewhere = new Browser(provider.origin);
  const address = await mailedLink();
  const choice = await elsewhere.open(address);
  expect(choice.html).toContain('autocomplete="new-password"');
  const short = await elsewhere.submit(choice, { password: 'short' });
  expect(short.status).toBe(400);
  const done = await elsewhere.submit(short, { password: 'another good password' });
  expect(done.html).toContain('<h1>Your password has been changed</h1>');

  expect(await provider.identity.accounts.verify(email, 'another good password')).not.toBeNull();
  expect(await provider.identity.accounts.verify(email, password)).toBeNull();
  expect((await elsewhere.open(address)).html).toContain('This link no longer works');
  const old = await askForTokens(provider.origin, { grant_type: 'refresh_token', refresh_token: before.refresh_token });
  expect(old.status).toBe(400);
  expect((await browser.submit(page, { email, password: 'another good password' })).address).toContain('code=');
});

test.each([
  ['register', { name: 'A Person', password }],
  ['forgotten-password', {}],
])('the page after %s has an address of its own, which sends no second mail', async (page, entries) => {
  if (page === 'forgotten-password') await addPerson();
  const entered = await browser.submit(await browser.open(`/identity/${page}?returnUrl=/help`), { email, ...entries });
  expect(new URL(entered.address).pathname).toBe(`/identity/${page}/sent`);
  const again = await browser.open(entered.address);
  expect([again.status, again.html]).toEqual([200, entered.html]);
  expect(again.html).toContain('<h1>Check your e-mail</h1>');
  expect(again.html.includes(email)).toBe(page === 'register');
  browser.setCookie('language', 'de');
  expect((await browser.open(entered.address)).html).toContain('<h1>Sehen Sie in Ihrem Postfach nach</h1>');
  await provider.settled();
  expect(provider.mails).toHaveLength(1);
});

test('a browser that has not registered finds the form at the address of the page after it', async () => {
  expect((await browser.open('/identity/register/sent')).html).toContain('<h1>Register</h1>');
});

test('a used or old link says so and offers a new one', async () => {
  await addPerson();
  const form = await browser.open('/identity/forgotten-password');
  await browser.submit(form, { email });
  const address = await mailedLink();
  const choice = await browser.open(address);
  provider.clock.aheadMs = 61 * 60 * 1000;
  expect((await browser.submit(choice, { password: 'another good password' })).status).toBe(400);
  const old = await browser.open(address);
  provider.clock.aheadMs = 0;
  expect([old.status, old.html.includes('This link no longer works')]).toEqual([400, true]);
  await browser.submit(choice, { password: 'another good password' });
  expect((await browser.open(address)).status).toBe(400);
});

test('an unknown e-mail address gets the same response as a known one, and no mail is sent', async () => {
  await addPerson();
  const form = await browser.open('/identity/forgotten-password');
  const known = await browser.submit(form, { email });
  await provider.settled();
  provider.mails.length = 0;
  provider.logoutTokens.length = 0;
  const unknown = await browser.submit(form, { email: 'nobody@example.org' });
  await provider.settled();
  expect(unknown.html).toBe(known.html);
  expect(provider.mails).toEqual([]);
});

test('an account gets only a few mails with links', async () => {
  await addPerson();
  const form = await browser.open('/identity/forgotten-password');
  for (let request = 0; request < 5; request++) {
    await browser.submit(form, { email });
    await provider.settled();
  }
  expect(provider.mails).toHaveLength(3);
});

test('the mail is in the language of the page', async () => {
  await addPerson();
  browser.setCookie('language', 'DE-de');
  await browser.submit(await browser.open('/identity/forgotten-password'), { email });
  await provider.settled();
  expect(provider.mails[0]).toMatchObject({ to: email, subject: 'Neues Passwort für die Motothek wählen' });
});

test('the profile asks the user to sign in first, and is shown afterwards', async () => {
  await addPerson();
  const page = await browser.open('/identity/profile');
  expect(page.html).toContain('<title>Log in – Motothek</title>');
  const profile = await browser.submit(page, { email, password });
  expect(profile.html).toContain('<h1>Profile</h1>');
  expect(profile.html).toContain(`value="${email}"`);
});

test('a new name needs no password, and is in the next tokens', async () => {
  await addPerson();
  const tokens = await signInFully(browser, email, password);
  const saved = await browser.submit(await browser.open('/identity/profile'), { name: 'New Name' });
  expect(saved.html).toContain('Your changes have been saved.');
  expect(saved.html).toContain('They appear everywhere within a few minutes.');
  expect(saved.html).toContain('value="New Name"');
  const parameters = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const next = (await (await askForTokens(provider.origin, parameters)).json()) as typeof tokens;
  expect((await jwtVerify(next.access_token, provider.identity.keys)).payload.name).toBe('New Name');
});

test('the profile tells all errors at once', async () => {
  await addPerson();
  await signInFully(browser, email, password);
  const page = await browser.open('/identity/profile');
  const refused = await browser.submit(page, { name: ' ', email: `new-${email}` });
  expect(refused.html).toContain('<a href="#name">Enter your name.</a>');
  expect(refused.html).toContain('<a href="#current-password">Enter your current password to change');
});

test('a new e-mail address or password needs the current password', async () => {
  await addPerson();
  await signInFully(browser, email, password);
  const page = await browser.open('/identity/profile');
  const missing = await browser.submit(page, { email: `new-${email}` });
  expect(missing.status).toBe(400);
  expect(missing.html).toContain('<a href="#current-password">Enter your current password');
  expect(missing.html).toContain(`value="new-${email}"`);
  const wrong = await browser.submit(page, { 'new-password': 'another good password', 'current-password': 'wrong' });
  expect(wrong.html).toContain('The current password is incorrect.');
  const saved = await browser.submit(page, { email: `new-${email}`, 'current-password': password });
  expect(saved.html).not.toContain('Your changes have been saved.');
  expect(saved.html).toContain(`We have sent an e-mail to new-${email}.`);
});

test('a new password ends every session, and this browser is signed in again without a question', async () => {
  await addPerson();
  const elsewhere = await signInFully(new Browser(provider.origin), email, password);
  const here = await signInFully(browser, email, password);
  const page = await browser.open('/identity/profile');
  const copy = browser.copy();
  const saved = await browser.submit(page, { 'current-password': password, 'new-password': 'another good password' });
  expect(saved.address).toBe(
    `${provider.origin}/authentication/login?returnUrl=${encodeURIComponent('/identity/profile?saved=password')}`,
  );
  const said = (await browser.open('/identity/profile?saved=password')).html;
  expect(said).toContain('Your new password is valid from now on.');
  expect(said).toContain('You have been logged out in all other browsers, and your access tokens have ended.');
  expect(said).not.toContain('within a few minutes');
  const refreshed = (refresh_token: string) =>
    askForTokens(provider.origin, { grant_type: 'refresh_token', refresh_token }).then(({ status }) => status);
  expect(await refreshed(elsewhere.refresh_token)).toBe(400);
  // A thief may have a copy of this token and of the cookies.
  expect(await refreshed(here.refresh_token)).toBe(400);
  expect((await copy.open('/identity/profile')).html).toContain('<title>Log in – Motothek</title>');
  expect((await browser.open(signInRequest(provider.origin).address)).address).toContain('code=');
  // Clients in other processes are notified of each session.
  await expect.poll(() => provider.logoutTokens).toHaveLength(2);
});

test('guessing the current password in the profile counts as sign-in attempts', async () => {
  await addPerson();
  await signInFully(browser, email, password);
  const page = await browser.open('/identity/profile');
  const guess = () => browser.submit(page, { 'current-password': 'guess', 'new-password': 'another good password' });
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(400);
  expect((await guess()).status).toBe(429);
});
