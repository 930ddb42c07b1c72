import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { PasskeyDevice } from '../testing/passkey-device';
import { openSignIn, redeem } from '../testing/running-provider';
import { codesOn, setUpTwoSteps } from '../testing/two-steps';

const password = 'correct horse battery';
const { provider } = await openProvider(['Chair']);
const newBrowser = () => new Browser(provider.origin);

let number = 0;
let email = '';
let browser: Browser;
let device: PasskeyDevice;

beforeEach(async () => {
  email = `keys-${++number}@example.org`;
  await provider.identity.accounts.add({ email, name: 'Erika', password });
  [browser, device] = [newBrowser(), new PasskeyDevice(provider.origin)];
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

/** Logs in and enters the password again; the second page asks the browser to make a passkey. */
async function openNewPasskey(code?: string): Promise<VisitedPage> {
  let page = await browser.open('/identity/two-step/add-passkey');
  if (page.html.includes('name="email"')) page = await browser.submit(page, { email, password });
  return browser.submit(page, { 'current-password': password, ...(code && { 'current-code': code }) });
}

async function addPasskey(): Promise<VisitedPage> {
  const page = await openNewPasskey();
  return browser.submit(page, { name: ' Phone\n', response: device.create(page) });
}

/** Enters the password on a new sign-in; the answer is the page of the second step. */
async function enterPassword(visitor: Browser) {
  const { request, page } = await openSignIn(visitor);
  return { request, asked: await visitor.submit(page, { email, password }) };
}

test('a passkey is added after the password, with recovery codes and a mail, and is listed', async () => {
  const page = await openNewPasskey();
  expect(page.html).toContain(`<script type="module" src="${provider.origin}/passkeys.js"></script>`);
  expect(page.headers.get('content-security-policy')).toContain(`script-src ${provider.origin}/passkeys.js`);
  expect(page.html).toContain('<p id="passkey-no-script">Passkeys need JavaScript');
  const without = await browser.submit(page);
  expect(without.html).toContain('<a href="#form-button">Your browser has not sent a passkey.');
  const shown = await browser.submit(without, { name: ' Phone\n', response: device.create(without) });
  expect(codesOn(shown)).toHaveLength(10);
  const overview = await browser.open('/identity/two-step');
  expect(overview.html).toMatch(/Phone: added on .* not used yet\./);
  expect(overview.html).toContain('Two-step login is on.');
  expect(overview.headers.get('content-security-policy')).not.toContain('script-src');
  await provider.settled();
  const told = provider.mails.filter(({ to }) => to === email);
  expect(told.map(({ text }) => text.includes('A passkey was added'))).toEqual([true]);
});

test('a name that is too long is told, and the passkey that was made is saved with a shorter one', async () => {
  const page = await openNewPasskey();
  const refused = await browser.submit(page, { name: 'x'.repeat(101), response: device.create(page) });
  expect([refused.status, refused.html]).toEqual([
    400,
    expect.stringContaining('<a href="#name">The name may have at most 100 characters.</a>'),
  ]);
  expect(refused.html).toContain(`value="${'x'.repeat(101)}"`);
  // The browser is not asked for another passkey, so no script is needed.
  expect(refused.html).not.toContain('data-passkey-options');
  expect(refused.html).not.toContain('passkey-no-script');
  expect((await browser.open('/identity/two-step')).html).toContain('Two-step login is off.');
  const german = await browser.submit(refused, { language: 'de' });
  expect(german.html).toContain('Name des Passkeys');
  expect(codesOn(await browser.submit(german, { name: 'x'.repeat(100) }))).toHaveLength(10);
  expect((await browser.open('/identity/two-step')).html).toContain(`${'x'.repeat(100)}: hinzugefügt am`);
});

test('without script and app, the page names the recovery code alone, and its button does not show', async () => {
  await addPasskey();
  const { asked } = await enterPassword(newBrowser());
  expect(asked.html).toContain('which does not run here. Use a recovery code.</p>');
  expect(asked.html).toContain('<button hidden>Use a passkey</button>');
});

test('the login asks for the passkey after the password, and the token names a key of the device', async () => {
  await addPasskey();
  const visitor = newBrowser();
  const { request, asked } = await enterPassword(visitor);
  expect(asked.address).toMatch(/\/passkey$/);
  const callback = await visitor.submit(asked, { response: device.use(asked) });
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token).amr).toEqual(['pwd', 'hwk', 'mfa']);
  expect((await browser.open('/identity/two-step')).html).toMatch(/last used on/);
});

test('an answer works once, and only for its challenge, account and key', async () => {
  await addPasskey();
  const [first, second] = [newBrowser(), newBrowser()];
  const one = await enterPassword(first);
  const two = await enterPassword(second);
  const response = device.use(one.asked);
  const swapped = await second.submit(two.asked, { response });
  expect(swapped.html).toContain('<a href="#form-button">This passkey could not be checked.');
  const stranger = new PasskeyDevice(provider.origin);
  expect((await second.submit(two.asked, { response: stranger.use(two.asked) })).status).toBe(400);
  for (const broken of ['{', '[]', '{"id":1}', JSON.stringify({ ...JSON.parse(response), response: {} })])
    expect((await second.submit(two.asked, { response: broken })).status).toBe(400);
  const elsewhere = new PasskeyDevice('http://evil.example');
  expect((await second.submit(two.asked, { response: elsewhere.use(two.asked) })).status).toBe(400);

  const done = await first.submit(one.asked, { response });
  expect(done.address).toContain('/authentication/login-callback');
  const challenge = /name="challenge" value="([^"]*)"/.exec(one.asked.html)?.[1] ?? '';
  const replayed = await second.submit(two.asked, { response, challenge });
  expect(replayed.status).toBe(400);
});

test('a passkey cannot be added with the challenge of somebody else, or without the password', async () => {
  const page = await openNewPasskey();
  const challenge = /name="challenge" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
  const response = device.create(page);
  const other = newBrowser();
  await provider.identity.accounts.add({ email: `other-${email}`, name: 'Otto', password });
  const theirs = await other.open('/identity/two-step/add-passkey');
  const proof = await other.submit(theirs, { email: `other-${email}`, password });
  const refused = await other.submit(proof, { challenge, response });
  expect(refused.html).toContain('Current password');
  expect((await other.open('/identity/two-step')).html).toContain('Two-step login is off.');
});

test('app and passkey are two ways, and each can be removed while the other stays', async () => {
  const { app } = await setUpTwoSteps(browser, provider, { email, password });
  const page = await openNewPasskey(app.code());
  const added = await browser.submit(page, { response: device.create(page) });
  expect(added.address).toContain('/authentication/login?again=yes');
  const visitor = newBrowser();
  const { asked } = await enterPassword(visitor);
  expect(asked.address).toMatch(/\/code$/);
  const path = /href="([^"]*\/passkey)"/.exec(asked.html)?.[1] ?? '';
  const way = await visitor.open(path);
  expect((await visitor.submit(way, { response: device.use(way) })).address).toContain('/login-callback');

  const overview = await browser.open('/identity/two-step');
  const removal = await browser.open(/href="([^"]*remove-passkey[^"]*)"/.exec(overview.html)?.[1] ?? '');
  const removed = await browser.submit(removal, { 'current-password': password });
  expect(removed.html).toContain('The passkey was removed.');
  expect(removed.html).toContain('Codes left: 10 of 10.');
});

test('the only passkey stays while a role requires two-step login', async () => {
  await addPasskey();
  await provider.identity.accounts.setRole(email, 'Chair');
  const overview = await browser.open('/identity/two-step');
  const removal = await browser.open(/href="([^"]*remove-passkey[^"]*)"/.exec(overview.html)?.[1] ?? '');
  expect([removal.status, removal.html.includes('your only passkey cannot be removed')]).toEqual([403, true]);
});
