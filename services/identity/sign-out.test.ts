import { decodeJwt, jwtVerify } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../tests/support/open-provider';
import { Browser } from './testing/browser';
import { askForTokens, openSignIn, signInFully, signInRequest, type Tokens } from './testing/running-provider';

const email = 'erika@example.org';
const password = 'correct horse battery';
const { provider } = await openProvider();
let browser: Browser;
let tokens: Tokens;

beforeAll(async () => {
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
beforeEach(async () => {
  browser = new Browser(provider.origin);
  tokens = await signInFully(browser, email, password);
  provider.logoutTokens.length = 0;
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

function endAddress(parameters: Record<string, string>): string {
  return `${provider.origin}/identity/session/end?${new URLSearchParams(parameters)}`;
}
const wayBack = () => ({
  post_logout_redirect_uri: `${provider.origin}/authentication/logout-callback`,
  state: 'state-of-the-client',
});
const refresh = () =>
  askForTokens(provider.origin, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
const asksToSignIn = async () => (await browser.open(signInRequest(provider.origin).address)).html.includes('Log in');

test('signing out with our own ID token needs no question, and everything ends', async () => {
  const answer = await browser.request(endAddress({ ...wayBack(), id_token_hint: tokens.id_token }));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(
    `${provider.origin}/authentication/logout-callback?state=state-of-the-client`,
  );
  expect(browser.cookieNames()).not.toContain('identity-session');
  expect((await refresh()).status).toBe(400);
  expect(await asksToSignIn()).toBe(true);
});

test('the client is notified with a signed logout token that names its session', async () => {
  await browser.request(endAddress({ ...wayBack(), id_token_hint: tokens.id_token }));
  const [logoutToken] = provider.logoutTokens;
  const { payload } = await jwtVerify(logoutToken ?? '', provider.identity.keys, { audience: 'motothek-web' });
  expect(payload.sid).toBe(decodeJwt(tokens.id_token).sid);
  expect(payload.sub).toBe(decodeJwt(tokens.id_token).sub);
  expect(payload.events).toHaveProperty(['http://schemas.openid.net/event/backchannel-logout']);
});

test('without the ID token the user is asked, and one press of the button signs out', async () => {
  const page = await browser.open(endAddress({ ...wayBack(), client_id: 'motothek-web' }));
  expect(page.status).toBe(200);
  expect(page.html).toContain('<title>Log out? – Motothek</title>');
  expect(page.html).toMatch(/<button>\s*Log out\s*<\/button>/);
  const after = await browser.submit(page);
  expect(after.address).toBe(`${provider.origin}/authentication/logout-callback?state=state-of-the-client`);
  expect((await refresh()).status).toBe(400);
  expect(provider.logoutTokens).toHaveLength(1);
});

test('an ID token of another user does not sign this user out', async () => {
  await provider.identity.accounts.add({ email: 'other@example.org', name: 'Other', password }).catch(() => {});
  const others = await signInFully(new Browser(provider.origin), 'other@example.org', password);
  const page = await browser.open(endAddress({ ...wayBack(), id_token_hint: others.id_token }));
  expect(page.html).toContain('Do you want to log out of Motothek?');
  expect((await refresh()).status).toBe(200);
});

test('without a return address the page says that the user is signed out', async () => {
  const page = await browser.open(endAddress({ id_token_hint: tokens.id_token }));
  expect(page.status).toBe(200);
  expect(page.html).toContain('<h1>You are logged out</h1>');
});

test('a user who is not signed in is redirected at once, without a page that needs script', async () => {
  const stranger = new Browser(provider.origin);
  const answer = await stranger.request(endAddress({ ...wayBack(), client_id: 'motothek-web' }));
  expect(answer.headers.get('location')).toContain('/authentication/logout-callback?state=');
  const page = await stranger.open(endAddress({}));
  expect(page.html).toContain('<h1>You are logged out</h1>');
});

test('a return address that is not registered is refused on one of our pages', async () => {
  const page = await browser.open(
    endAddress({ client_id: 'motothek-web', post_logout_redirect_uri: 'https://evil.example/' }),
  );
  expect(page.status).toBe(400);
  expect(page.html).toContain('The request could not be read');
  expect(page.html).not.toContain('href="https://evil.example');
});

test('a sign-out form posted by another site is refused', async () => {
  const page = await browser.open(endAddress({ client_id: 'motothek-web' }));
  browser.headers = { Origin: 'https://evil.example' };
  expect((await browser.submit(page)).status).toBe(403);
  browser.headers = {};
  expect((await refresh()).status).toBe(200);
});

test('the sign-out question is asked in German', async () => {
  browser.setCookie('language', 'DE-de');
  const page = await browser.open(endAddress({ client_id: 'motothek-web' }));
  expect(page.html).toContain('<html lang="de">');
  expect(page.html).toMatch(/<button>\s*Abmelden\s*<\/button>/);
});

test('signing in works again after signing out', async () => {
  await browser.request(endAddress({ ...wayBack(), id_token_hint: tokens.id_token }));
  const { page } = await openSignIn(browser);
  expect((await browser.submit(page, { email, password })).address).toContain('code=');
});
