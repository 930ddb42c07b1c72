import { expect, test } from 'vitest';

import type { OpenIdClient, TokenSet } from './open-id-client';
import { bindSignIn } from './request-sign-in';
import type { FoundSession, Sessions } from './sessions';

const origin = 'https://motothek.example';

const tokens = (subject: string): TokenSet => ({
  user: { subject, name: subject, email: `${subject}@example.org`, isExpert: false },
  sid: '',
  idToken: '',
  accessToken: '',
  refreshToken: null,
  accessTokenExpiresAt: new Date(),
});

/** A browser at the sign-in client; the provider signs in `subject`. `before` = what its session cookie leads to. */
function signInOf(subject: string, before: FoundSession | null = null) {
  const cookies = new Map<string, string>();
  const client = {
    authenticate: async (request: Request) => {
      if (new URL(request.url).searchParams.has('code')) return tokens(subject);
      const state = `state-${crypto.randomUUID()}`;
      cookies.set(`sign-in:${state}`, state);
      return new Response(null, { headers: { Location: `https://identity.example/?state=${state}` } });
    },
  } as unknown as OpenIdClient;
  const sessions = { find: async () => before, create: async () => 'id', end: async () => {} };
  const bind = () =>
    bindSignIn({
      client,
      sessions: sessions as unknown as Sessions,
      origin,
      clientId: 'motothek',
      issuer: 'https://identity.example',
      sessionCookie: 'session',
      sessionId: before && 'old',
      setCookie(header) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (header.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      },
    });
  const requestFor = (address: string) =>
    new Request(origin + address, {
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
  return {
    cookies,
    /** Goes to the provider; answers the query that it sends back. */
    async start(returnUrl: string): Promise<string> {
      const redirect = await bind().start(requestFor('/authentication/login'), returnUrl);
      return stateIn(redirect);
    },
    callback: (state: string) =>
      bind().complete(requestFor(`/authentication/login-callback?state=${state}&code=1`)),
  };
}
const stateIn = (redirect: Response) =>
  new URL(redirect.headers.get('Location') ?? '').searchParams.get('state') ?? '';
const placeOf = (response: Response) => response.headers.get('Location');

test('sign-in comes back to where it was asked for, also to an address of many ticks', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => `nr=${90_000 + 7 * index}`);
  for (const page of ['/file-upload/meta/1r', '/?q=Größe%20&e=', `/?q=&${numbers.join('&')}`]) {
    const browser = signInOf('ada');
    const state = await browser.start(page);
    for (const [name, value] of browser.cookies) expect(name.length + value.length).toBeLessThan(4096);
    expect(placeOf(await browser.callback(state))).toBe(new URL(page, origin).href.slice(origin.length));
  }
});

test('who takes longer over the password than a sign-in lives is signed in all the same', async () => {
  const browser = signInOf('ada');
  const state = await browser.start('/file-upload/meta/1r');
  browser.cookies.delete(`sign-in:${state}`);
  const again = await browser.callback(state);
  expect(placeOf(again)).toMatch(/^https:\/\/identity\.example/);
  expect(placeOf(await browser.callback(stateIn(again)))).toBe('/file-upload/meta/1r');
});

test('a callback that this browser has not asked for begins nothing', async () => {
  const browser = signInOf('ada');
  const place = placeOf(await browser.callback('state-of-somebody-else'));
  expect(place).toBe('/');
});

test('another account than the one whose session has ended gets neither its page nor its message', async () => {
  for (const [subject, place] of [
    ['ada', '/?q=&nr=1'],
    ['bea', '/'],
  ]) {
    const browser = signInOf(subject!, { state: 'ended', subject: 'ada' });
    browser.cookies.set('flash', 'a message to ada');
    const state = await browser.start('/?q=&nr=1');
    expect(placeOf(await browser.callback(state))).toBe(place);
    expect(browser.cookies.has('flash')).toBe(subject === 'ada');
  }
});
