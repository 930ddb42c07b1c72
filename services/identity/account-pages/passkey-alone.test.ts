import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { PasskeyDevice } from '../testing/passkey-device';
import { AuthenticatorApp, codesOn, setUpTwoSteps } from '../testing/two-steps';

const password = 'correct horse battery';
const { provider } = await openProvider();
const newBrowser = () => new Browser(provider.origin);
const minutes = (count: number) => count * 60 * 1000;

let number = 0;
let email = '';
let device: PasskeyDevice;

beforeEach(async () => {
  email = `passkey-${++number}@example.org`;
  device = new PasskeyDevice(provider.origin);
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
afterEach(() => {
  provider.clock.aheadMs = 0;
  expect(provider.errors.splice(0)).toEqual([]);
});

/** Makes the passkey of this device; returns the browser that has done it, and the recovery codes. */
async function addPasskey(): Promise<{ browser: Browser; codes: string[] }> {
  const browser = newBrowser();
  const proof = await browser.submit(await browser.open('/identity/two-step/add-passkey'), { email, password });
  const page = await browser.submit(proof, { 'current-password': password });
  return { browser, codes: codesOn(await browser.submit(page, { response: device.create(page) })) };
}

/** Logs in with password and passkey on the way to a page of the account. */
async function logIn(browser: Browser, asked: VisitedPage): Promise<VisitedPage> {
  const step = await browser.submit(asked, { email, password });
  expect(step.address).toContain('/sign-in/passkey');
  return browser.submit(step, { response: device.use(step) });
}

const pages = [
  ...['recovery-codes', 'add-passkey', 'app', 'remove-passkey'].map((page) => `/identity/two-step/${page}`),
  '/identity/profile',
];

async function addressOf(browser: Browser, page: string): Promise<string> {
  if (!page.endsWith('remove-passkey')) return page;
  const { html } = await browser.open('/identity/two-step');
  return /href="([^"]*remove-passkey[^"]*)"/.exec(html)?.[1] ?? '';
}

test('a passkey that has just logged in counts as the second step wherever one is asked for', async () => {
  await addPasskey();
  const browser = newBrowser();
  await logIn(browser, await browser.open('/identity/two-step'));
  for (const page of pages) {
    const { html } = await browser.open(await addressOf(browser, page));
    expect([page, html.includes('current-password'), html.includes('current-code')]).toEqual([page, true, false]);
  }
  const form = await browser.open('/identity/two-step/recovery-codes');
  expect(codesOn(await browser.submit(form, { 'current-password': password }))).toHaveLength(10);
  const profile = await browser.open('/identity/profile');
  const moved = await browser.submit(profile, { email: `new-${email}`, 'current-password': password });
  expect(moved.html).toContain(`We have sent an e-mail to new-${email}.`);
});

test('15 minutes later the page asks for a recovery code, or leads to a login with the passkey and back', async () => {
  const { browser, codes } = await addPasskey();
  provider.clock.aheadMs = minutes(16);
  for (const page of pages) {
    const { html } = await browser.open(await addressOf(browser, page));
    expect([page, html]).toEqual([page, expect.stringContaining('<label for="current-code">Recovery code</label>')]);
    expect([page, html]).toEqual([page, expect.stringContaining('Log in again with your passkey')]);
    expect([page, /<main[\s\S]*<\/main>/.exec(html)?.[0].includes('from your authenticator app')]).toEqual([
      page,
      false,
    ]);
  }
  const removal = await browser.open(await addressOf(browser, 'remove-passkey'));
  const refused = await browser.submit(removal, { 'current-password': password });
  expect(refused.html).toContain(
    '<a href="#current-code">Enter a recovery code, or log in again with your passkey.</a>',
  );
  const again = /href="([^"]*)">Log in again with your passkey/.exec(refused.html)?.[1] ?? '';
  const back = await logIn(browser, await browser.open(again.replaceAll('&amp;', '&')));
  expect(back.html).toContain('<h1>Remove passkey</h1>');
  expect(back.html).not.toContain('current-code');
  const removed = await browser.submit(back, { 'current-password': password });
  expect(removed.html).toContain('Two-step login is off.');
  expect(codes).toHaveLength(10);
});

test('what was typed into the profile is there after the login with the passkey that it offers', async () => {
  const { browser } = await addPasskey();
  provider.clock.aheadMs = minutes(16);
  const form = await browser.open('/identity/profile');
  const entered = { name: 'Erika Ernst', email: `new-${email}`, 'current-password': password };
  const refused = await browser.submit(form, entered);
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('or log in again with your passkey.')]);
  for (const page of [form, refused]) {
    const back = await logIn(browser, await browser.submit(page, { ...entered, 'passkey-again': 'yes' }));
    expect(back.html).toContain('value="Erika Ernst"');
    expect(back.html).toContain(`value="new-${email}"`);
    expect(back.html).toContain('This is not saved yet.');
    expect(back.html).not.toContain('current-code');
    provider.clock.aheadMs += minutes(16);
  }
});

test('a new password does not lengthen the time for which the passkey counts', async () => {
  await addPasskey();
  const browser = newBrowser();
  const profile = await logIn(browser, await browser.open('/identity/profile'));
  provider.clock.aheadMs = minutes(10);
  await browser.submit(profile, { 'current-password': password, 'new-password': 'a wholly new password' });
  expect((await browser.open('/identity/two-step/app')).html).not.toContain('current-code');
  provider.clock.aheadMs = minutes(16);
  expect((await browser.open('/identity/two-step/app')).html).toContain('current-code');
});

test('texts name the passkey alone if there is no app, and say so when no code is left', async () => {
  const { browser, codes } = await addPasskey();
  const app = await browser.open('/identity/two-step/app');
  expect(app.html).toMatch(/<button>Set up an authenticator app</);
  expect(app.html).not.toContain('from now on');
  expect((await browser.open('/identity/two-step')).html).toContain('if you do not have the passkey with you.');
  for (const code of codes) {
    const visitor = newBrowser();
    const step = await visitor.submit(await visitor.open('/identity/profile'), { email, password });
    expect(step.html).toContain('I have neither the passkey nor a recovery code');
    expect(step.html).not.toContain('app');
    const path = /href="([^"]*recovery-code[^"]*)"/.exec(step.html)?.[1] ?? '';
    await visitor.submit(await visitor.open(path), { code });
  }
  provider.clock.aheadMs = minutes(16);
  const { html } = await browser.open('/identity/two-step/recovery-codes');
  expect(html).toContain('You have no recovery codes left.');
  expect(html).toContain('Log in again with your passkey');
});

test('whoever has an app as well can use its code, or log in again with the passkey', async () => {
  const browser = newBrowser();
  const { app, codes } = await setUpTwoSteps(browser, provider, { email, password });
  const proof = await browser.open('/identity/two-step/add-passkey');
  expect(proof.html).not.toContain('Log in again with your passkey');
  const page = await browser.submit(proof, { 'current-password': password, 'current-code': app.code() });
  await browser.submit(page, { response: device.create(page) });
  provider.clock.aheadMs = minutes(16);
  const replacing = await browser.open('/identity/two-step/app');
  expect(replacing.html).toContain('A code from the app that is set up now, or a recovery code.');
  expect(replacing.html).toContain('Log in again with your passkey');
  expect((await browser.open('/identity/two-step')).html).toContain(
    'if you do not have the app or the passkey with you.',
  );
  const second = new AuthenticatorApp(replacing, provider);
  const entered = { code: second.code(), 'current-password': password, 'current-code': codes[0]! };
  expect((await browser.submit(replacing, entered)).address).toContain('/authentication/login?again=yes');
});
