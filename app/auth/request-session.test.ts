import { expect, test, vi } from 'vitest';

import type { TokenSet, Sessions } from './sessions';
import { loadRequestSession } from './request-session';

const minute = 60_000;

function tokens(expiresInMs: number, accessToken = 'old'): TokenSet {
  return {
    user: { subject: 's', name: 'Eva', email: 'eva@example.org', isExpert: false },
    sid: 'sid',
    idToken: 'id',
    accessToken,
    refreshToken: 'refresh',
    accessTokenExpiresAt: new Date(Date.now() + expiresInMs),
  };
}

/** Sessions with one row, locked as in the database, so that one renewal runs at a time. */
function oneSession(stored: TokenSet): Sessions {
  let current: TokenSet | null = stored;
  let turn = Promise.resolve();
  return {
    create: async () => 'id',
    find: async () =>
      current ? { state: 'active', tokens: stored, until: new Date() } : { state: 'ended', subject: 's' },
    renewTokens: (_id, renew) => {
      const mine = turn.then(async () => (current = current && (await renew(current))));
      turn = mine.then(
        () => undefined,
        () => undefined,
      );
      return mine;
    },
    end: async () => undefined,
    endByProvider: async () => 0,
  };
}

const parts = (
  stored: TokenSet,
  refresh: () => Promise<TokenSet | null>,
  more: { reportError?: (error: unknown) => void; tokenHolds?: (token: string) => Promise<boolean> } = {},
) => ({ sessions: oneSession(stored), openId: { refresh }, reportError: () => {}, ...more });

test('fresh tokens are used as they are', async () => {
  const refresh = vi.fn();
  const found = await loadRequestSession('id', parts(tokens(10 * minute), refresh));
  expect(found).toMatchObject({ state: 'active', tokens: { accessToken: 'old' } });
  expect(refresh).not.toHaveBeenCalled();
});

test('of parallel requests one refreshes the tokens and all use the new ones', async () => {
  const refresh = vi.fn(async () => tokens(15 * minute, 'new'));
  const one = parts(tokens(minute / 2), refresh);
  const requests = Array.from({ length: 5 }, () => loadRequestSession('id', one));
  const found = await Promise.all(requests);
  expect(found.every((one) => one?.state === 'active' && one.tokens.accessToken === 'new')).toBe(true);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a refused refresh ends the session, but the user is still known for a draft', async () => {
  const found = await loadRequestSession(
    'id',
    parts(tokens(-minute), async () => null),
  );
  expect(found).toEqual({ state: 'ended', subject: 's' });
});

test('while the provider is away a valid token is still used, and the error is logged', async () => {
  const errors: unknown[] = [];
  const refresh = () => Promise.reject(new Error('away'));
  const away = { reportError: (error: unknown) => void errors.push(error) };
  const found = await loadRequestSession('id', parts(tokens(minute / 2), refresh, away));
  expect(found).toMatchObject({ state: 'active' });
  expect(await loadRequestSession('id', parts(tokens(-minute), refresh, away))).toBeNull();
  expect(errors).toHaveLength(2);
  const gone = { ...away, tokenHolds: async () => false };
  expect(await loadRequestSession('id', parts(tokens(10 * minute), refresh, gone))).toBeNull();
});

test('a token that is no longer valid is renewed at once, even by a request that only checks the session', async () => {
  const tokenHolds = async (token: string) => token === 'new';
  for (const purpose of ['use', 'look'] as const) {
    const renewing = parts(tokens(10 * minute), async () => tokens(15 * minute, 'new'), { tokenHolds });
    expect(await loadRequestSession('id', renewing, purpose)).toMatchObject({ tokens: { accessToken: 'new' } });
    const refused = parts(tokens(10 * minute), async () => null, { tokenHolds });
    expect(await loadRequestSession('id', refused, purpose)).toEqual({ state: 'ended', subject: 's' });
  }
});

test('a request without a cookie has no session', async () => {
  expect(await loadRequestSession(null, parts(tokens(minute), vi.fn()))).toBeNull();
});
