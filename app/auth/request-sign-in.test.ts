import { afterEach, expect, test, vi } from 'vitest';

import type { OpenIdClient } from './open-id-client';
import type { TokenSet, FoundSession, Sessions } from './sessions';
import { type AccountPages, bindSignIn } from './request-sign-in';

const origin = 'https://motothek.example';

const tokens = (subject: string): TokenSet => ({
  user: { subject, name: subject, email: `${subject}@example.org`, isExpert: false },
  sid: '',
  idToken: '',
  accessToken: '',
  refreshToken: null,
  accessTokenExpiresAt: new Date(),
});

/** A browser with the sign-in client. The provider signs in `subject`; `before` is the session of its cookie. */
function signInOf(
  subject: string,
  before: FoundSession | null = null,
  { accountPages, canRegister = false }: { accountPages?: AccountPages; canRegister?: boolean } = {},
) {
  const cookies = new Map<string, string>();
  const client = {
    begin: async ({ state }: { state: string }, prompt = 'login') =>
      `https://identity.example/?prompt=${prompt}&state=${state}`,
    canRegister: async () => canRegister,
    reachable: async () => {},
    complete: async () => tokens(subject),
  } as unknown as OpenIdClient;
  const sessions = { find: async () => before, create: async () => 'id', end: async () => {} };
  const bind = () =>
    bindSignIn({
      client,
      sessions: sessions as unknown as Sessions,
      origin,
      issuer: 'https://identity.example/realm/',
      accountPages,
      sessionCookie: 'session',
      sessionId: before && 'old',
      startKeys: [Buffer.alloc(32, 1)],
      setCookie(header) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (header.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      },
    });
  const requestFor = (address: string) =>
    new Request(origin + address, { headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } });
  return {
    cookies,
    /** Starts a sign-in and returns the state for the provider. */
    async start(returnUrl: string): Promise<string> {
      const redirect = await bind().start(requestFor('/authentication/login'), returnUrl);
      return stateIn(redirect);
    },
    register: (returnUrl: string) => bind().register(requestFor('/authentication/register'), returnUrl),
    profile: () => bind().profile('/'),
    callback: (state: string) => bind().complete(requestFor(`/authentication/login-callback?state=${state}&code=1`)),
  };
}
const stateIn = (redirect: Response) => new URL(redirect.headers.get('Location') ?? '').searchParams.get('state') ?? '';
const locationOf = (response: Response) => response.headers.get('Location');

test('sign-in returns to the page where it started, including an address with many ticks', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => `nr=${90_000 + 7 * index}`);
  for (const page of ['/file-upload/meta/1r', '/?q=Größe%20&e=', `/?q=&${numbers.join('&')}`]) {
    const browser = signInOf('ada');
    const state = await browser.start(page);
    expect([...browser.cookies].join().length).toBeLessThan(40);
    expect(state.length).toBeLessThan(3000);
    expect(locationOf(await browser.callback(state))).toBe(new URL(page, origin).href.slice(origin.length));
  }
});

afterEach(() => vi.useRealTimers());

test('a user who enters the password after the sign-in has expired is still signed in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const browser = signInOf('ada');
  const state = await browser.start('/file-upload/meta/1r');
  vi.setSystemTime(Date.now() + 16 * 60_000);
  const reply = await browser.callback(state);
  expect(locationOf(reply)).toMatch(/^https:\/\/identity\.example/);
  expect(locationOf(await browser.callback(stateIn(reply)))).toBe('/file-upload/meta/1r');
});

test('a sign-in from another browser is not completed here; this browser starts its own', async () => {
  const foreign = await signInOf('mallory').start('/info/terms');
  const browser = signInOf('ada');
  await browser.start('/file-upload');
  const answer = await browser.callback(foreign);
  expect(locationOf(answer)).toMatch(/^https:\/\/identity\.example/);
  expect(browser.cookies.has('session')).toBe(false);
  expect(locationOf(await browser.callback(stateIn(answer)))).toBe('/info/terms');
});

test('a browser without cookies gets an error page instead of an endless redirect', async () => {
  const browser = signInOf('ada');
  const state = await browser.start('/');
  browser.cookies.clear();
  const reply = await browser.callback(state);
  browser.cookies.clear();
  await expect(browser.callback(stateIn(reply))).rejects.toMatchObject({ code: 'callback' });
});

test('a state that we have not sealed, or that was changed, is refused', async () => {
  const browser = signInOf('ada');
  const state = await browser.start('/');
  const middle = Math.floor(state.length / 2);
  const other = state[middle] === 'A' ? 'B' : 'A';
  const changed = `${state.slice(0, middle)}${other}${state.slice(middle + 1)}`;
  for (const forged of ['', 'x', state.slice(0, -2), changed, [...state].reverse().join('')]) {
    await expect(browser.callback(forged)).rejects.toMatchObject({ code: 'callback' });
  }
});

test('the state does not reveal the page to the provider', async () => {
  const state = await signInOf('ada').start('/?q=a%20private%20search');
  expect(Buffer.from(state, 'base64url').toString('latin1')).not.toContain('private');
});

test('an account other than that of the ended session gets neither its page nor its message', async () => {
  for (const [subject, location] of [
    ['ada', '/?q=&nr=1'],
    ['bea', '/'],
  ]) {
    const browser = signInOf(subject!, { state: 'ended', subject: 'ada' });
    browser.cookies.set('flash', 'a message to ada');
    const state = await browser.start('/?q=&nr=1');
    expect(locationOf(await browser.callback(state))).toBe(location);
    expect(browser.cookies.has('flash')).toBe(subject === 'ada');
  }
});

const encoded = (address: string) => encodeURIComponent(origin + address);
const toLogin = `/authentication/login?returnUrl=${encodeURIComponent('/info/terms')}`;

test('accounts are looked after at the provider, or where settings say', async () => {
  const ours = signInOf('ada');
  expect(locationOf(await ours.register('/info/terms'))).toBe(
    `https://identity.example/realm/register?returnUrl=${encoded(toLogin)}`,
  );
  expect(locationOf(await ours.profile())).toBe(`https://identity.example/realm/profile?returnUrl=${encoded('/')}`);
  const pages = { register: 'https://example.org/join', profile: 'https://example.org/me?back={returnUrl}' };
  const set = signInOf('ada', null, { accountPages: pages, canRegister: true });
  expect(locationOf(await set.register('/info/terms'))).toBe('https://example.org/join');
  expect(locationOf(await set.profile())).toBe(`https://example.org/me?back=${encoded('/')}`);
});

test('a registration at a provider that announces it is a sign-in, which returns to the page where it began', async () => {
  const browser = signInOf('ada', null, { canRegister: true });
  const begun = await browser.register('/info/terms');
  expect(locationOf(begun)).toContain('prompt=create');
  expect(locationOf(await browser.callback(stateIn(begun)))).toBe('/info/terms');
});
