import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { attribute, Browser, type VisitedPage } from '../testing/browser';

const password = 'correct horse battery';
const { provider } = await openProvider();
const { accounts } = provider.identity;
const ended = 'This link no longer works';

let number = 0;
let email = '';
let mistyped = '';
let browser: Browser;
beforeEach(async () => {
  email = `changed-${++number}@example.org`;
  mistyped = `stranger-${email}`;
  browser = new Browser(provider.origin);
  // Mails of the test before may still be on their way.
  await provider.settled();
  provider.mails.length = 0;
  await accounts.add({ email, name: 'Erika', password });
  await browser.submit(await browser.open('/identity/sign-in'), { email, password });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const openProfile = () => browser.open('/identity/profile');
const open = (link: string) => new Browser(provider.origin).open(link);

/** Enters another address in the profile, and returns the link that is mailed to it. */
async function change(address: string, entries: Record<string, string> = {}): Promise<string> {
  await browser.submit(await openProfile(), { email: address, 'current-password': password, ...entries });
  await provider.settled();
  return /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
}

/** Presses the button that withdraws the waiting address, which stands beside the field. */
async function withdraw(page: VisitedPage): Promise<VisitedPage> {
  const button = /<button[^>]*form="withdraw-address"[^>]*>/.exec(page.html)?.[0] ?? '';
  const form = /<form[^>]*id="withdraw-address"[\s\S]*?<\/form>/.exec(page.html)?.[0] ?? '';
  expect([button, form].map((part) => part === '')).toEqual([false, false]);
  const entries = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')]);
  return browser.post(attribute(form, 'action'), Object.fromEntries(entries) as Record<string, string>);
}

test('saving the present address again takes a mistyped one back, and says so', async () => {
  const link = await change(mistyped);
  const saved = await browser.submit(await openProfile(), { name: 'Erika Ernst' });
  expect(saved.html).toContain(`The new address is withdrawn, and its link no longer works. You log in with ${email}.`);
  expect(saved.html).not.toContain(mistyped);
  expect((await open(link)).html).toContain(ended);
  expect(await accounts.find(email)).toMatchObject({ name: 'Erika Ernst' });
});

test.each([
  [{ name: 'Erika Ernst' }, 'Your changes have been saved.'],
  [{ 'new-password': 'another password' }, 'Your new password is valid from now on.'],
])('the message about what was saved tells that the address waits, beside %o', async (entries, text) => {
  const typed = { email: mistyped, 'current-password': password, ...entries };
  let saved = await browser.submit(await openProfile(), typed);
  if ('new-password' in entries) saved = await browser.open('/identity/profile?saved=password');
  const message = /<section class="notice notice-success"[\s\S]*?<\/section>/.exec(saved.html)?.[0] ?? '';
  expect([message.includes(text), message.includes(`We have sent an e-mail to ${mistyped}.`)]).toEqual([true, true]);
});

test.each([
  ['en', 'is not confirmed yet', 'Withdraw the new address', 'The new address is withdrawn'],
  ['de', 'ist noch nicht bestätigt', 'Neue Adresse zurückziehen', 'Die neue Adresse ist zurückgezogen'],
])('the waiting address stands beside the field with a button to withdraw it (%s)', async (language, ...texts) => {
  const [waiting, button, withdrawn] = texts;
  const link = await change(mistyped);
  browser.setCookie('language', language);
  const page = await openProfile();
  expect(page.html).toContain(`${mistyped} ${waiting}`);
  expect(page.html).toContain(`>${button}</button>`);
  const done = await withdraw(page);
  expect([done.status, done.html.includes(withdrawn!), done.html.includes(mistyped)]).toEqual([200, true, false]);
  expect((await open(link)).html).toContain(ended);
});

test('the waiting address stands there after an error, too, and an older page withdraws no other one', async () => {
  await change(mistyped);
  const before = await openProfile();
  const refused = await browser.submit(before, { name: '' });
  expect([refused.status, refused.html.includes(`${mistyped} is not confirmed yet`)]).toEqual([400, true]);
  const right = await change(`right-${email}`);
  const told = await withdraw(before);
  expect(told.html).toContain(`right-${email} is not confirmed yet`);
  expect((await open(right)).html).not.toContain(ended);
});

test('a withdrawal whose session has ended changes and keeps nothing', async () => {
  const link = await change(mistyped);
  const page = await openProfile();
  browser.forgetSession();
  const asked = await withdraw(page);
  const back = await browser.submit(asked, { email, password });
  expect(back.html).toContain(`${mistyped} is not confirmed yet`);
  expect(attribute(/<input[^>]*name="name"[^>]*>/.exec(back.html)![0], 'value')).toBe('Erika');
  expect((await open(link)).html).not.toContain(ended);
});

test('whoever has the mailbox alone does not get the account by the link of a new address', async () => {
  const stranger = new Browser(provider.origin);
  const question = await stranger.open(await change(mistyped));
  expect(question.html).toContain('The password of your Motothek account.');
  for (const [typed, said] of [
    ['', 'Enter a password.'],
    ['another password', 'This is not the password of the account in whose profile the address was entered.'],
  ] as const) {
    const refused = await stranger.submit(question, { password: typed });
    expect([refused.status, refused.html.split(said).length]).toEqual([400, 3]);
  }
  expect(await accounts.find(mistyped)).toBeNull();
  expect((await stranger.submit(question, { password })).html).toContain('you log in with your new e-mail address.');
  expect(await accounts.find(mistyped)).not.toBeNull();
});

test('somebody who is logged in to another account is asked for the password, too', async () => {
  await accounts.add({ email: `other-${email}`, name: 'Otto', password: 'the password of Otto' });
  const other = new Browser(provider.origin);
  const login = { email: `other-${email}`, password: 'the password of Otto' };
  await other.submit(await other.open('/identity/sign-in'), login);
  const question = await other.open(await change(mistyped));
  expect((await other.submit(question, { password: login.password })).status).toBe(400);
  expect(await accounts.find(mistyped)).toBeNull();
});

test('whoever is logged in to the account confirms without a password, also after the login that the page offers', async () => {
  const link = await change(mistyped);
  expect((await browser.open(link)).html).not.toContain('type="password"');
  const elsewhere = new Browser(provider.origin);
  const offered = /<a href="([^"]*)">Log in first<\/a>/.exec((await elsewhere.open(link)).html)?.[1] ?? '';
  const back = await elsewhere.submit(await elsewhere.open(offered), { email, password });
  expect([back.address, back.html.includes('type="password"')]).toEqual([link.replace('&language=en', ''), false]);
  await elsewhere.submit(back);
  expect(await accounts.find(mistyped)).not.toBeNull();
});

test('passwords at the link are tried within the limits of a login', async () => {
  const stranger = new Browser(provider.origin);
  const question = await stranger.open(await change(mistyped));
  for (let times = 0; times < 10; times += 1) await stranger.submit(question, { password: 'another password' });
  const refused = await stranger.submit(question, { password });
  expect([refused.status, refused.html.includes('Too many attempts.')]).toEqual([429, true]);
  expect(await accounts.find(mistyped)).toBeNull();
});
