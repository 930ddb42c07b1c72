import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { runAccountCommand } from '../accounts/account-commands';
import { openIdentityStore } from '../store/database';
import { Browser } from '../testing/browser';
import { askForTokens, openSignIn, redeem, signInFully, signInRequest } from '../testing/running-provider';
import { AuthenticatorApp, codesOn, goOn, setUpTwoSteps, signInWithCode } from '../testing/two-steps';

const password = 'correct horse battery';
const { database, provider } = await openProvider(['Experts', 'Chair']);
const newBrowser = () => new Browser(provider.origin);

let number = 0;
let email = '';
beforeEach(async () => {
  email = `profile-${++number}@example.org`;
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

async function mailsTo(address: string): Promise<string[]> {
  await provider.settled();
  return provider.mails.filter(({ to }) => to === address).map(({ text }) => text);
}

test('the profile leads to two-step login, which needs a login and tells what is set up', async () => {
  const browser = newBrowser();
  await browser.submit(await browser.open('/identity/profile'), { email, password });
  const profile = await browser.open(`/identity/profile?returnUrl=${encodeURIComponent(`${provider.origin}/x`)}`);
  const path = /href="([^"]*two-step[^"]*)">\s*Two-step login/.exec(profile.html)?.[1] ?? '';
  const page = await browser.open(path);
  expect(page.html).toContain('Two-step login is off.');
  expect(page.html).toContain(`/identity/profile?returnUrl=${encodeURIComponent(`${provider.origin}/x`)}`);
  expect((await newBrowser().open('/identity/two-step')).html).toContain('<h1>Log in</h1>');
});

test('the set-up page shows QR code, key and link, which stay the same when it is loaded again', async () => {
  const browser = newBrowser();
  const page = await browser.submit(await browser.open('/identity/two-step/app'), { email, password });
  const key = /class="typed-key">([^<]*)</.exec(page.html)?.[1] ?? '';
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(page.html).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  expect(page.html).toContain(`href="otpauth://totp/Motothek:${encodeURIComponent(email)}?`);
  expect(page.html).toContain(key.replaceAll(' ', ''));
  expect((await browser.open('/identity/two-step/app')).html).toContain(key);
});

test('the app counts only after its first code and the password; then codes are shown once and a mail is sent', async () => {
  const browser = newBrowser();
  const page = await browser.submit(await browser.open('/identity/two-step/app'), { email, password });
  const app = new AuthenticatorApp(page, provider);
  const empty = await browser.submit(page);
  expect(empty.html.match(/class="field-error"/g)).toHaveLength(2);
  const badCode = await browser.submit(page, { code: app.code(7), 'current-password': password });
  expect(badCode.html).toContain('This code does not belong to the key on this page.');
  expect(badCode.html).not.toContain('Enter your current password.');
  const both = await browser.submit(page, { code: app.code(7) });
  expect(both.html).toContain('<a href="#code">This code does not belong to the key on this page.');
  expect(both.html).toContain('<a href="#current-password">Enter your current password.</a>');
  expect(page.html).not.toContain('present app');
  const badPassword = await browser.submit(page, { code: app.code(), 'current-password': 'not the password' });
  expect(badPassword.html).toContain('The current password is incorrect.');
  expect((await browser.open('/identity/two-step')).html).toContain('Two-step login is off.');
  expect(await mailsTo(email)).toEqual([]);

  const shown = await browser.submit(page, { code: app.code(), 'current-password': password });
  expect(new Set(codesOn(shown)).size).toBe(10);
  const file = /href="data:text\/plain;charset=utf-8,([^"]*)" download="motothek-recovery-codes.txt"/.exec(shown.html);
  for (const code of codesOn(shown)) expect(decodeURIComponent(file![1]!)).toContain(code);
  expect((await browser.submit(shown)).address).toContain(
    `${provider.origin}/authentication/login?again=yes&returnUrl=`,
  );
  const overview = await browser.open('/identity/two-step');
  expect(overview.html).toContain('Two-step login is on.');
  expect(overview.html).toContain('Codes left: 10 of 10.');
  const told = (await mailsTo(email)).join();
  expect(told).toContain('An authenticator app was set up');
  expect(told).toMatch(
    /A new password .* does not remove an app or passkey that somebody else has set up\. .*\/info\/support/,
  );
  // The session of this browser has the factor without another login.
  const request = signInRequest(provider.origin);
  const callback = await browser.open(request.address);
  expect(decodeJwt((await redeem(provider.origin, request, callback.address)).access_token).amr).toContain('mfa');
});

test('removing and setting up again ask for the password and a present code', async () => {
  const browser = newBrowser();
  const { app, codes } = await setUpTwoSteps(browser, provider, { email, password });
  const removal = await browser.open('/identity/two-step/remove-app');
  const proof = { 'current-password': password };
  expect((await browser.submit(removal, proof)).html).toContain('<a href="#current-code">Enter a code.</a>');
  const wrong = await browser.submit(removal, { ...proof, 'current-code': app.code(8) });
  expect(wrong.html).toContain('<a href="#current-code">This code is not correct, or it has been used.</a>');

  const page = await browser.open('/identity/two-step/app');
  expect(page.html).toContain('Codes from the present app stop working.');
  expect(page.html).toContain('A code from the app that is set up now');
  expect(page.html).toMatch(/<button[^>]*>Use this app from now on</);
  expect((await browser.open('/identity/profile')).html).toMatch(
    /id="current-code-hint">Only required if you change your e-mail address or password\. A code from your authenticator app/,
  );
  const second = new AuthenticatorApp(page, provider);
  const replaced = await browser.submit(page, { ...proof, code: second.code(-1), 'current-code': app.code() });
  expect(replaced.address).toContain('/authentication/login?again=yes');
  const tried = await browser.submit(removal, { ...proof, 'current-code': app.code(1) });
  expect(tried.status).toBe(400);

  const removed = await browser.submit(removal, { ...proof, 'current-code': codes[0]! });
  expect(removed.html).toContain('The authenticator app was removed.');
  expect(removed.html).toContain('Two-step login is off.');
  expect((await browser.open('/identity/two-step/remove-app')).html).toContain('<h1>Two-step login</h1>');
  expect(decodeJwt((await signInFully(newBrowser(), email, password)).access_token).amr).toEqual(['pwd']);
  expect((await mailsTo(email)).length).toBe(4);
});

test('a new set of recovery codes replaces the former one', async () => {
  const browser = newBrowser();
  const { app, codes } = await setUpTwoSteps(browser, provider, { email, password });
  const page = await browser.open('/identity/two-step/recovery-codes');
  const shown = await browser.submit(page, { 'current-password': password, 'current-code': app.code() });
  expect(codesOn(shown)).toHaveLength(10);
  expect(codesOn(shown)).not.toContain(codes[0]);
  await expect(signInWithCode(newBrowser(), { email, password, code: codes[0]! })).rejects.toThrow();
  await signInWithCode(newBrowser(), { email, password, code: codesOn(shown)[0]! });
  expect((await browser.open('/identity/two-step')).html).toContain('Codes left: 9 of 10.');
});

test('whoever logs in with the last recovery code sets up a new app with the password alone, for 15 minutes', async () => {
  const { codes } = await setUpTwoSteps(newBrowser(), provider, { email, password });
  for (const code of codes.slice(0, 9)) await signInWithCode(newBrowser(), { email, password, code });
  const browser = newBrowser();
  await signInWithCode(browser, { email, password, code: codes[9]! });
  expect(provider.mails.map(({ subject }) => subject)).toContain('A recovery code of your Motothek account was used');
  const hint = 'For 15 minutes from then on, your password is enough here';
  expect((await browser.open('/identity/two-step')).html).toContain(hint);
  const page = await browser.open('/identity/two-step/app');
  expect(page.html).toContain('Set up the authenticator app again');
  expect(page.html).not.toContain('current-code');
  provider.clock.aheadMs = 16 * 60 * 1000;
  expect((await browser.open('/identity/two-step')).html).not.toContain(hint);
  expect((await browser.open('/identity/two-step/app')).html).toContain('current-code');
  provider.clock.aheadMs = 0;
  const app = new AuthenticatorApp(page, provider);
  expect(codesOn(await browser.submit(page, { code: app.code(), 'current-password': password }))).toHaveLength(10);
  expect((await browser.open('/identity/two-step/recovery-codes')).html).toContain('current-code');
});

test('the time of a login is that of the clock of the provider, in and outside a request of a client', async () => {
  const { codes } = await setUpTwoSteps(newBrowser(), provider, { email, password });
  provider.clock.aheadMs = 60 * 60 * 1000;
  const browser = newBrowser();
  await signInWithCode(browser, { email, password, code: codes[0]! });
  expect((await browser.open('/identity/two-step/app')).html).not.toContain('current-code');
  const alone = newBrowser();
  const asked = await alone.submit(await alone.open('/identity/two-step'), { email, password });
  await goOn(alone, await alone.submit(asked, { code: codes[1]! }));
  expect((await alone.open('/identity/two-step/app')).html).not.toContain('current-code');
  const { lastSignInAt } = (await provider.identity.administration.find(
    (await provider.identity.accounts.find(email))!.id,
  ))!;
  expect(Date.parse(lastSignInAt!)).toBeGreaterThan(Date.now() + 59 * 60 * 1000);
  provider.clock.aheadMs = 0;
});

test('a new password in the profile keeps the second factor of the session', async () => {
  const browser = newBrowser();
  const { codes } = await setUpTwoSteps(browser, provider, { email, password });
  const profile = await browser.open('/identity/profile');
  const change = { 'current-password': password, 'current-code': codes[0]!, 'new-password': 'a wholly new password' };
  await browser.submit(profile, change);
  const request = signInRequest(provider.origin);
  const callback = await browser.open(request.address);
  expect(decodeJwt((await redeem(provider.origin, request, callback.address)).access_token).amr).toContain('mfa');
});

test('sessions that began before the first factor end, and a new address or password asks for the code', async () => {
  const before = newBrowser();
  const tokens = await signInFully(before, email, password);
  const browser = newBrowser();
  const { codes } = await setUpTwoSteps(browser, provider, { email, password });
  expect(await provider.identity.stillHolds(decodeJwt(tokens.access_token))).toBe(false);
  expect((await before.open('/identity/profile')).html).toContain('<h1>Log in</h1>');

  const profile = await browser.open('/identity/profile');
  const changes: Record<string, string>[] = [{ email: `new-${email}` }, { 'new-password': 'a wholly new password' }];
  for (const change of changes) {
    const entered = { ...change, 'current-password': password };
    const asked = await browser.submit(profile, entered);
    expect([asked.status, asked.html]).toEqual([400, expect.stringContaining('<a href="#current-code">Enter a code.')]);
    const wrong = await browser.submit(profile, { ...entered, 'current-code': '000000' });
    expect(wrong.status).toBe(400);
  }
  const moved = { email: `new-${email}`, 'current-password': password, 'current-code': codes[0]! };
  expect((await browser.submit(profile, moved)).html).toContain(`We have sent an e-mail to new-${email}.`);
});

test('whose role requires it sets it up at the next login before going on, and cannot remove it', async () => {
  await provider.identity.accounts.setRole(email, 'Experts');
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  expect(asked.address).toMatch(/\/interaction\/[\w-]+\/two-step$/);
  expect(asked.html).toContain('<h1>Set up two-step login</h1>');
  expect(asked.html).not.toContain('current-password');
  const app = new AuthenticatorApp(await browser.open(asked.address), provider);
  const shown = await browser.submit(asked, { code: app.code() });
  expect(codesOn(shown)).toHaveLength(10);
  const callback = await browser.submit(shown);
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], role: ['Experts'] });

  const removal = await browser.open('/identity/two-step/remove-app');
  expect([removal.status, removal.html.includes('requires two-step login')]).toEqual([403, true]);
  const forced = await browser.post('/identity/two-step/remove-app', {});
  expect(forced.status).toBe(403);
});

test('whoever cannot set it up goes on without the role, and is asked again at the next login', async () => {
  await provider.identity.accounts.setRole(email, 'Experts');
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  expect(asked.html).toContain('Log in to a different account');
  expect(asked.html).not.toContain('Use a passkey instead');
  browser.headers = { Origin: provider.origin };
  const token = /name="form-token" value="([^"]*)"/.exec(asked.html)?.[1] ?? '';
  const callback = await browser.post(asked.address, { 'form-token': token, instead: 'nothing' });
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token)).toMatchObject({ amr: ['pwd'], role: ['Experts'] });
  const again = await openSignIn(browser);
  expect(again.page.html).toContain('<h1>Log in</h1>');
  const setUp = await browser.submit(again.page, { email, password });
  const passkey = await browser.post(setUp.address, { 'form-token': token, instead: 'passkey' });
  expect(passkey.html).toContain('<h1>Add a passkey</h1>');
  expect(new URL(passkey.address).searchParams.get('returnUrl')).toContain('/identity/auth?');
});

test('whoever gets the role while logged in goes on without it until the next login', async () => {
  const browser = newBrowser();
  const tokens = await signInFully(browser, email, password);
  await provider.identity.accounts.setRole(email, 'Chair');
  const answer = await askForTokens(provider.origin, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    resource: `${provider.origin}/api`,
  });
  expect(decodeJwt(((await answer.json()) as typeof tokens).access_token)).toMatchObject({
    amr: ['pwd'],
    role: ['Chair'],
  });
  const { page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  expect(asked.html).toContain('<h1>Set up two-step login</h1>');
});

test('whoever has removed it before getting the role is asked to set it up, although the session remembers a code', async () => {
  const browser = newBrowser();
  const { codes } = await setUpTwoSteps(browser, provider, { email, password });
  const removal = await browser.open('/identity/two-step/remove-app');
  await browser.submit(removal, { 'current-password': password, 'current-code': codes[0]! });
  await provider.identity.accounts.setRole(email, 'Experts');
  const { page } = await openSignIn(browser);
  expect(page.html).toContain('<h1>Log in</h1>');
});

test('the account command turns it off, ends the sessions and tells the owner', async () => {
  const browser = newBrowser();
  const { app } = await setUpTwoSteps(browser, provider, { email, password });
  const tokens = await signInWithCode(browser, { email, password, code: app.code() });
  let written = '';
  const parts = {
    accounts: provider.identity.accounts,
    write: (text: string) => (written += text),
    readLine: async () => '',
  };
  const { accounts } = provider.identity;
  const before = await accounts.find(email);
  expect(await runAccountCommand(['remove-two-step', email], parts)).toBe(0);
  // Access tokens are asked for it.
  expect((await accounts.find(email))?.generation).toBe((before?.generation ?? 0) + 1);
  expect(written).toContain('has been turned off');
  expect(await provider.identity.stillHolds(decodeJwt(tokens.access_token))).toBe(false);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await askForTokens(provider.origin, refresh)).status).toBe(400);
  expect((await browser.open('/identity/two-step')).html).toContain('<h1>Log in</h1>');
  expect((await mailsTo(email)).join()).toContain('has turned off the two-step login');
  expect(decodeJwt((await signInFully(newBrowser(), email, password)).access_token).amr).toEqual(['pwd']);
  expect(await runAccountCommand(['remove-two-step', 'nobody@example.org'], parts)).toBe(1);
});

test('the account command ends access tokens and mailed links, too, and is recorded once', async () => {
  const browser = newBrowser();
  await setUpTwoSteps(browser, provider, { email, password });
  await browser.submit(await browser.open('/identity/forgotten-password'), { email });
  const link = /https?:\S*new-password\S*/.exec((await mailsTo(email)).join(' '))?.[0] ?? '';
  const { accounts } = provider.identity;
  const { id, generation } = (await accounts.find(email))!;
  const first = await accounts.removeSecondFactors(email);
  expect([first, await accounts.removeSecondFactors(email)]).toEqual([true, false]);
  // Access tokens hold while their account is of the same generation.
  expect(await provider.identity.findAccount(openIdentityStore(database.pool), id)).toMatchObject({
    generation: generation + 1,
  });
  expect((await newBrowser().open(link)).status).toBe(400);
  const { rows } = await database.pool.query('select act from audit.acts where account = $1 order by id', [id]);
  expect(rows).toEqual([{ act: 'account-added' }, { act: 'two-step-removed' }]);
});

test('whose role requires two steps is not told that the password is enough after they were turned off', async () => {
  await setUpTwoSteps(newBrowser(), provider, { email, password });
  await provider.identity.accounts.setRole(email, 'Experts');
  await provider.identity.accounts.removeSecondFactors(email);
  const told = (await mailsTo(email)).join();
  expect(told).toContain('Your role requires it, so you will set it up again when you next log in.');
  expect(told).not.toContain('Your password is enough');
});
