import { describe, expect, it } from 'vitest';

import { eachDatabase } from '../../tests/support/test-database';
import type { TokenSet } from '../auth/sessions';
import { createSessionStore } from './session-store';
import { drizzle } from 'drizzle-orm/node-postgres';

const hourMs = 3_600_000;
const start = new Date('2025-03-01T08:00:00Z');

const tokensOf = (subject: string, changes: Partial<TokenSet> = {}): TokenSet => ({
  user: { subject, name: 'Ada Brandt', email: 'ada@example.org', isExpert: true },
  sid: `sid-${subject}`,
  idToken: 'id-token-secret',
  accessToken: 'access-token-secret',
  refreshToken: 'refresh-token-secret',
  accessTokenExpiresAt: new Date('2025-03-01T09:00:00Z'),
  ...changes,
});

eachDatabase('the sessions', (database) => {
  let time = start;
  const open = (...sessionSecrets: string[]) =>
    createSessionStore(drizzle(database().pool), {
      sessionSecrets: sessionSecrets.length > 0 ? sessionSecrets : ['a secret of the server'],
      now: () => time,
    });
  let logouts = 0;
  const logout = (subject: string | null, sid: string | null) => ({
    subject,
    sid,
    id: `logout-${++logouts}`,
    rememberUntil: new Date(time.getTime() + hourMs),
  });
  const at = (hours: number) => (time = new Date(start.getTime() + hours * hourMs));

  it('are found by the id in the cookie, with their tokens', async () => {
    const id = await open().create(tokensOf('ada'));
    expect(await open().find(id)).toMatchObject({ state: 'active', tokens: tokensOf('ada') });
    expect(await open().find(`${id}x`)).toBeNull();
    expect(await open().find('\0')).toBeNull();
  });

  it('contain neither the id nor a token that a reader of the table could use', async () => {
    const id = await open().create(tokensOf('bea'));
    const { rows } = await database().pool.query('select * from web.sessions');
    const table = JSON.stringify(rows);
    for (const secret of [id, 'id-token-secret', 'access-token-secret', 'refresh-token-secret']) {
      expect(table).not.toContain(secret);
    }
  });

  it('cannot be read if the secret of the server has changed, or tokens were moved to another row', async () => {
    const first = await open().create(tokensOf('cyd'));
    const second = await open().create(tokensOf('dan'));
    await database().pool.query(
      `update web.sessions set sealed = (select sealed from web.sessions where subject = 'cyd') where subject = 'dan'`,
    );
    expect(await open().find(second)).toEqual({ state: 'ended', subject: 'dan' });
    expect(await open('another secret').find(first)).toEqual({ state: 'ended', subject: 'cyd' });
  });

  it('open with a previous secret as long as it is listed, and are sealed with the new one from their next renewal', async () => {
    const id = await open('former').create(tokensOf('cem'));
    expect(await open('new').find(id)).toEqual({ state: 'ended', subject: 'cem' });
    // A server that cannot open it does not end it for others that can.
    expect(await open('new', 'former').find(id)).toMatchObject({ state: 'active' });
    await open('new', 'former').renewTokens(id, async () => tokensOf('cem', { accessToken: 'renewed' }));
    expect(await open('new').find(id)).toMatchObject({ state: 'active', tokens: { accessToken: 'renewed' } });
  });

  it('get a new id at every sign-in', async () => {
    const ids = [await open().create(tokensOf('eve')), await open().create(tokensOf('eve'))];
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[\w-]{43}$/);
  });

  it('end after eight hours without use, and remember their user for another day', async () => {
    at(0);
    const id = await open().create(tokensOf('fay'));
    at(7.9);
    expect((await open().find(id))?.state).toBe('active');
    at(15.8);
    expect((await open().find(id))?.state).toBe('active');
    at(24);
    expect(await open().find(id)).toEqual({ state: 'ended', subject: 'fay' });
    at(47.7);
    expect(await open().find(id)).toEqual({ state: 'ended', subject: 'fay' });
    at(47.9);
    expect(await open().find(id)).toBeNull();
  });

  it('report when they end, and checking does not extend them', async () => {
    at(0);
    const id = await open().create(tokensOf('flo'));
    at(7.9);
    const endsAfter = async (hours: number, purpose: 'use' | 'look') =>
      expect(await open().find(id, purpose)).toMatchObject({
        state: 'active',
        until: new Date(start.getTime() + hours * hourMs),
      });
    await endsAfter(8, 'look');
    await endsAfter(8, 'look');
    await endsAfter(15.9, 'use');
    await endsAfter(15.9, 'look');
    at(15.8);
    await endsAfter(15.9, 'look');
    at(16);
    expect(await open().find(id, 'look')).toEqual({ state: 'ended', subject: 'flo' });
    expect(await open().find(id)).toEqual({ state: 'ended', subject: 'flo' });
    at(0);
  });

  it('end at sign-out, and then lose their tokens', async () => {
    at(0);
    const id = await open().create(tokensOf('gus'));
    await open().end(id);
    expect(await open().find(id)).toEqual({ state: 'ended', subject: 'gus' });
    const { rows } = await database().pool.query(`select sealed from web.sessions where subject = 'gus'`);
    expect(rows).toEqual([{ sealed: '' }]);
  });

  it("end by the id of the provider's session, or all sessions of a subject", async () => {
    const one = await open().create(tokensOf('hal', { sid: 'one' }));
    const two = await open().create(tokensOf('hal', { sid: 'two' }));
    const other = await open().create(tokensOf('ian', { sid: 'three' }));
    expect(await open().endByProvider(logout('hal', 'one'))).toBe(1);
    expect((await open().find(one))?.state).toBe('ended');
    expect((await open().find(two))?.state).toBe('active');
    expect(await open().endByProvider(logout('hal', null))).toBe(1);
    expect((await open().find(two))?.state).toBe('ended');
    expect(await open().endByProvider(logout('ian', 'of another person'))).toBe(0);
    expect(await open().endByProvider(logout(null, null))).toBe(0);
    expect((await open().find(other))?.state).toBe('active');
  });

  it('end by a logout token once; repeating it, even concurrently, does nothing', async () => {
    const token = logout('leo', null);
    await open().create(tokensOf('leo'));
    expect((await Promise.all([1, 2, 3].map(() => open().endByProvider(token)))).sort()).toEqual([1, null, null]);
    const reply = await open().create(tokensOf('leo'));
    expect(await open().endByProvider(token)).toBeNull();
    expect((await open().find(reply))?.state).toBe('active');
    at(2);
    await open().sweep();
    const { rows } = await database().pool.query('select * from web.logout_tokens');
    expect(rows).toEqual([]);
    at(0);
  });

  it('are deleted when the user is no longer remembered', async () => {
    at(0);
    const kept = await open().create(tokensOf('joy'));
    const gone = await open().create(tokensOf('kim'));
    await open().end(gone);
    at(25);
    await open().sweep();
    const { rows } = await database().pool.query(`select subject from web.sessions where subject in ('joy', 'kim')`);
    expect(rows).toEqual([{ subject: 'joy' }]);
    expect((await open().find(kept))?.state).toBe('ended');
    at(0);
  });

  describe('when parallel requests renew tokens', () => {
    const renewed = (stored: TokenSet) => ({ ...stored, accessToken: 'renewed', refreshToken: 'rotated' });

    it('let one request renew and the others find its result', async () => {
      const id = await open().create(tokensOf('lea'));
      const used: (string | null)[] = [];
      const renewOnce = () =>
        open().renewTokens(id, async (stored) => {
          if (stored.accessToken === 'renewed') return stored;
          used.push(stored.refreshToken);
          // In the meantime, a provider in the same process uses the same database.
          await database().pool.query('select 1');
          return renewed(stored);
        });
      const results = await Promise.all(Array.from({ length: 6 }, renewOnce));
      expect(used).toEqual(['refresh-token-secret']);
      expect(results.map((tokens) => tokens?.accessToken)).toEqual(Array(6).fill('renewed'));
      expect(await open().find(id)).toMatchObject({ state: 'active', tokens: renewed(tokensOf('lea')) });
    });

    it('end the session if there is nothing to renew', async () => {
      const id = await open().create(tokensOf('max'));
      expect(await open().renewTokens(id, async () => null)).toBeNull();
      expect(await open().find(id)).toEqual({ state: 'ended', subject: 'max' });
      expect(await open().renewTokens(id, async (stored) => stored)).toBeNull();
    });

    it('keep the session, free for the next attempt, if the provider fails', async () => {
      const id = await open().create(tokensOf('ned'));
      const failing = open().renewTokens(id, async () => {
        throw new Error('provider unreachable');
      });
      await expect(failing).rejects.toThrow('provider unreachable');
      expect((await open().renewTokens(id, async (stored) => renewed(stored)))?.accessToken).toBe('renewed');
    });

    it('do not restore a session that was signed out in the meantime', async () => {
      const id = await open().create(tokensOf('oda'));
      const result = await open().renewTokens(id, async (stored) => {
        await open().end(id);
        return renewed(stored);
      });
      expect(result).toBeNull();
      expect((await open().find(id))?.state).toBe('ended');
    });

    it('take over the renewal of a server that died during it', async () => {
      const id = await open().create(tokensOf('pia'));
      await database().pool.query(
        `update web.sessions set renewer = gen_random_uuid(), renewer_until = now() - interval '1 second'
         where subject = 'pia'`,
      );
      expect((await open().renewTokens(id, async (stored) => renewed(stored)))?.accessToken).toBe('renewed');
    });
  });
});
