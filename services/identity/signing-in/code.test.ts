import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { askForTokens, openSignIn, redeem, signInFully } from '../testing/running-provider';
import { type AuthenticatorApp, goOn, setUpTwoSteps, signInWithCode } from '../testing/two-steps';

const password = 'correct horse battery';
const { database, provider } = await openProvider();
const newBrowser = () => new Browser(provider.origin);

let number = 0;
let email = '';
let app: AuthenticatorApp;
let codes: string[];

beforeEach(async () => {
  email = `owner-${++number}@example.org`;
  await provider.identity.accounts.add({ email, name: 'Erika', password, roles: ['Experts'] });
  ({ app, codes } = await setUpTwoSteps(newBrowser(), provider, { email, password }));
  await provider.settled();
  provider.mails.length = 0;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const error = (html: string) => html.match(/id="code-error">\s*<span[^>]*>[^<]*<\/span>([^<]*)/)?.[1]?.trim();

test('after the password a second page asks for the code, and the token names both steps', async () => {
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  expect(asked.address).toMatch(/\/interaction\/[\w-]+\/code$/);
  expect(asked.html).toContain('<h1>Two-step login</h1>');
  expect(asked.html).toContain('autocomplete="one-time-code"');
  const again = await browser.open(asked.address);
  expect(again.html).toContain('<h1>Two-step login</h1>');
  const callback = await browser.submit(again, { code: ` ${app.code().slice(0, 3)} ${app.code().slice(3)} ` });
  const tokens = await redeem(provider.origin, request, callback.address);
  const claims = decodeJwt(tokens.access_token);
  expect(claims.amr).toEqual(['pwd', 'otp', 'mfa']);
  expect(await provider.identity.stillHolds(claims)).toBe(true);
});

test('an account without a second factor needs one step, and its token says so', async () => {
  await provider.identity.accounts.add({ email: 'one-step@example.org', name: 'Otto', password });
  const tokens = await signInFully(newBrowser(), 'one-step@example.org', password);
  expect(decodeJwt(tokens.access_token).amr).toEqual(['pwd']);
});

test('a wrong code is refused at the field and in the summary, in the language of the page', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const empty = await browser.submit(asked, { code: ' ' });
  expect([empty.status, error(empty.html)]).toEqual([400, 'Enter a code.']);
  const wrong = await browser.submit(asked, { code: app.code(5) });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain('<a href="#code">This code is not correct, or it has been used.');
  expect(error(wrong.html)).toMatch(/^This code is not correct/);
  const german = await browser.submit(wrong, { language: 'de' });
  expect(german.html).toContain('<h1>Anmeldung in zwei Schritten</h1>');
});

test('a code works once, also in two requests at the same time, and only a step before and after', async () => {
  const code = app.code();
  const visits = await Promise.all(
    [newBrowser(), newBrowser()].map(async (browser) => {
      const { page } = await openSignIn(browser);
      return { browser, asked: await browser.submit(page, { email, password }) };
    }),
  );
  const answers = await Promise.all(visits.map(({ browser, asked }) => browser.submit(asked, { code })));
  expect(answers.map(({ status }) => status === 400).sort()).toEqual([false, true]);
  const { browser, asked } = visits[answers.findIndex(({ status }) => status === 400)]!;
  for (const late of [app.code(-1), code, app.code(2)]) {
    expect((await browser.submit(asked, { code: late })).status).toBe(400);
  }
  const next = await browser.submit(asked, { code: app.code(1) });
  expect(next.address).toContain('/authentication/login-callback');
});

test('a recovery code works once, however it is typed, and its owner gets a mail', async () => {
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const path = /href="([^"]*\/recovery-code)"/.exec(asked.html)?.[1] ?? '';
  const recovery = await browser.open(path);
  expect(recovery.html).toContain('<label for="code">Recovery code</label>');
  const typed = codes[0]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  const told = await browser.submit(recovery, { code: typed });
  expect([told.status, told.html]).toEqual([200, expect.stringContaining('Codes left: 9 of 10.')]);
  const callback = await goOn(browser, told);
  expect(decodeJwt((await redeem(provider.origin, request, callback.address)).access_token).amr).toContain('mfa');
  await provider.settled();
  expect(provider.mails.map(({ to, text }) => [to, text.includes('Codes left: 9 of 10.')])).toEqual([[email, true]]);
  await expect(signInWithCode(newBrowser(), { email, password, code: codes[0]! })).rejects.toThrow();
  await expect(signInWithCode(newBrowser(), { email, password, code: codes[1]! })).resolves.toBeDefined();
});

/** Enters the password on a login page, and then a recovery code. */
async function useRecoveryCode(browser: Browser, asked: VisitedPage, code: string): Promise<VisitedPage> {
  const step = await browser.submit(asked, { email, password });
  const path = /href="([^"]*\/recovery-code[^"]*)"/.exec(step.html)?.[1] ?? '';
  return browser.submit(await browser.open(path), { code });
}

test('the page after a recovery code can be reloaded and read in another language', async () => {
  const browser = newBrowser();
  const { request, page } = await openSignIn(browser);
  const told = await useRecoveryCode(browser, page, codes[0]!);
  browser.setCookie('language', 'de-DE');
  const german = await browser.open(told.address);
  expect(german.html).toContain('Noch übrig: 9 von 10 Codes.');
  expect(german.html).toContain('name="language"');
  browser.setCookie('language', 'en-US');
  const callback = await goOn(browser, await browser.open(told.address));
  const { access_token } = await redeem(provider.origin, request, callback.address);
  expect(decodeJwt(access_token).amr).toEqual(['pwd', 'otp', 'mfa']);
});

test('whoever leaves the page after a recovery code is logged in', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  await useRecoveryCode(browser, page, codes[0]!);
  const callback = '/authentication/login-callback?code=';
  expect((await browser.open(`${page.address}/recovery-code`)).address).toContain(callback);
  expect((await openSignIn(browser)).page.address).toContain(callback);
  expect((await browser.open('/identity/two-step')).html).toContain('You have logged in with a recovery code.');

  const visitor = newBrowser();
  const told = await useRecoveryCode(visitor, await visitor.open('/identity/profile'), codes[1]!);
  expect(told.html).toContain('Codes left: 8 of 10.');
  expect((await visitor.open('/identity/sign-in/recovery-code')).address).toContain('/authentication/login');
  expect((await goOn(visitor, told)).html).toContain('<h1>Profile</h1>');
});

test('the page after a recovery code is not shown after another login', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  await browser.submit(await browser.submit(page, { email, password }), { code: app.code() });
  await signInWithCode(browser, { email, password, code: app.code(1) });
  const { address } = await browser.open('/identity/two-step/code-used');
  expect(new URL(address).pathname).toBe('/identity/two-step');
});

test('secrets are sealed and recovery codes hashed in the database', async () => {
  const { rows } = await database.pool.query(
    'select secret from identity.authenticator_apps union all select code_hash from identity.recovery_codes',
  );
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(codes[0]);
  expect(stored).not.toContain(codes[0]!.replaceAll('-', ''));
  expect(rows.some(({ secret }) => /^[A-Z2-7]{32}$/.test(String(secret)))).toBe(false);
});

test('the code page without the password leads to the login page, and so does that of another sign-in', async () => {
  const [browser, stranger] = [newBrowser(), newBrowser()];
  stranger.headers = { Origin: provider.origin };
  const { page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const other = await openSignIn(browser);
  const elsewhere = await browser.open(`${other.page.address}/code`);
  expect(elsewhere.html).toContain('<h1>Log in</h1>');
  const { page: theirs } = await openSignIn(stranger);
  const guessed = await stranger.post(`${theirs.address}/code`, { code: app.code() });
  expect(guessed.html).toContain('<h1>Log in</h1>');
  expect((await stranger.open(asked.address)).html).toContain('expired');
});

test('a new password by mail does not replace the code, and voids what was begun with the former one', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const asked = await browser.submit(page, { email, password });
  const owner = newBrowser();
  await owner.submit(await owner.open('/identity/forgotten-password'), { email });
  await provider.settled();
  const link = provider.mails.map(({ text }) => /http\S+new-password\S+/.exec(text)?.[0]).find(Boolean) ?? '';
  await owner.submit(await owner.open(link), { password: 'a wholly new password' });
  expect((await browser.submit(asked, { code: app.code() })).html).not.toContain('Two-step login');
  const { page: fresh } = await openSignIn(owner);
  const next = await owner.submit(fresh, { email, password: 'a wholly new password' });
  expect(next.html).toContain('<h1>Two-step login</h1>');
});

test('a session from before is asked for the code, and the refreshed token keeps its methods', async () => {
  const browser = newBrowser();
  const tokens = await signInWithCode(browser, { email, password, code: app.code() });
  const refreshed = await askForTokens(provider.origin, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    resource: `${provider.origin}/api`,
  });
  const { access_token } = (await refreshed.json()) as typeof tokens;
  expect(decodeJwt(access_token).amr).toEqual(['pwd', 'otp', 'mfa']);

  const plain = 'plain-before@example.org';
  await provider.identity.accounts.add({ email: plain, name: 'Paula', password });
  const before = newBrowser();
  await signInFully(before, plain, password);
  const { codes: own } = await setUpTwoSteps(newBrowser(), provider, { email: plain, password });
  const { request, page } = await openSignIn(before);
  expect(page.html).toContain('<h1>Log in</h1>');
  const asked = await before.submit(page, { email: plain, password });
  const callback = await goOn(before, await before.submit(asked, { code: own[0]! }));
  expect(decodeJwt((await redeem(provider.origin, request, callback.address)).access_token).amr).toContain('mfa');
});
