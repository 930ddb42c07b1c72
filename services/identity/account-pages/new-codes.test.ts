import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { PasskeyDevice } from '../testing/passkey-device';
import { openSignIn, redeem } from '../testing/running-provider';
import { AuthenticatorApp, codesOn, goOn, setUpTwoSteps } from '../testing/two-steps';

const password = 'correct horse battery';
const { provider } = await openProvider(['Experts']);
const newBrowser = () => new Browser(provider.origin);

let number = 0;
let email = '';
beforeEach(async () => {
  email = `codes-${++number}@example.org`;
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
afterEach(() => {
  provider.clock.aheadMs = 0;
  expect(provider.errors.splice(0)).toEqual([]);
});

/** Reloads the page and expects the same ten codes. */
async function expectSameCodes(browser: Browser, shown: VisitedPage): Promise<void> {
  expect(codesOn(shown)).toHaveLength(10);
  const again = await browser.open(shown.address);
  expect(codesOn(again)).toEqual(codesOn(shown));
  expect(again.html).toContain('name="language"');
}

test('the first codes are on a page of their own until they are kept, and then nowhere', async () => {
  const browser = newBrowser();
  const { shown } = await setUpTwoSteps(browser, provider, { email, password });
  expect(new URL(shown.address).pathname).toBe('/identity/two-step/new-codes');
  await expectSameCodes(browser, shown);
  expect(shown.html).toContain('If you do not have the app with you,');
  for (const code of codesOn(shown)) expect(browser.setCookieLines.join()).not.toContain(code);
  const next = await browser.submit(shown);
  expect(next.address).toContain('/authentication/login?again=yes&returnUrl=');
  const back = await browser.open(shown.address);
  expect([back.address, codesOn(back)]).toEqual([next.address, []]);
});

test('a required set-up at the login shows them on a page that stays until the login goes on', async () => {
  await provider.identity.accounts.setRole(email, 'Experts');
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const app = new AuthenticatorApp(asked, provider);
  const shown = await browser.submit(asked, { code: app.code() });
  expect(shown.address).toMatch(/\/interaction\/[\w-]+\/two-step\/new-codes\?/);
  await expectSameCodes(browser, shown);
  expect((await newBrowser().open(shown.address)).status).toBe(400);
  const callback = await browser.submit(shown);
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
});

test('the same on the way to a page of the provider', async () => {
  await provider.identity.accounts.setRole(email, 'Experts');
  const browser = newBrowser();
  const asked = await browser.submit(await browser.open('/identity/profile'), { email, password });
  const shown = await browser.submit(asked, { code: new AuthenticatorApp(asked, provider).code() });
  await expectSameCodes(browser, shown);
  expect((await browser.submit(shown)).html).toContain('<h1>Profile</h1>');
});

test('a first passkey shows them, too', async () => {
  const browser = newBrowser();
  const device = new PasskeyDevice(provider.origin);
  const proof = await browser.submit(await browser.open('/identity/two-step/add-passkey'), { email, password });
  const page = await browser.submit(proof, { 'current-password': password });
  const shown = await browser.submit(page, { response: device.create(page) });
  await expectSameCodes(browser, shown);
  expect(shown.html).toContain('If you do not have the passkey with you,');
});

test('reloading the page of new codes makes no others and sends no second mail', async () => {
  const { codes } = await setUpTwoSteps(newBrowser(), provider, { email, password });
  const browser = newBrowser();
  const asked = await browser.submit(await browser.open('/identity/two-step'), { email, password });
  await goOn(browser, await browser.submit(asked, { code: codes[0]! }));
  const form = await browser.open('/identity/two-step/recovery-codes');
  const shown = await browser.submit(form, { 'current-password': password });
  await expectSameCodes(browser, shown);
  await provider.settled();
  const told = provider.mails.filter(({ to, text }) => to === email && text.includes('New recovery codes'));
  expect(told).toHaveLength(1);
  expect((await browser.submit(shown)).html).toContain('Codes left: 10 of 10.');
});

test('they are shown for an hour, and not to an account that logs in afterwards', async () => {
  const browser = newBrowser();
  const { shown } = await setUpTwoSteps(browser, provider, { email, password });
  const other = `other-${email}`;
  await provider.identity.accounts.add({ email: other, name: 'Otto', password });
  provider.clock.aheadMs = 61 * 60 * 1000;
  expect((await browser.open(shown.address)).address).toContain('/authentication/login?again=yes');
  provider.clock.aheadMs = 0;
  expect(codesOn(await browser.open(shown.address))).toHaveLength(10);
  await browser.submit(await browser.open('/identity/sign-in'), { email: other, password });
  expect((await browser.open(shown.address)).address).toContain('/authentication/login?again=yes');
});
