import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { keptDays } from '@domain/limits';
import { deriveKeys, hashOf, seal, unseal } from '@domain/secrets';

import type { TokenSet, FoundSession, Sessions } from '../auth/sessions';
import { type WebDatabase, logoutTokens, sessions } from './schema';

const hourMs = 3_600_000;
/** A session that was not used for this long has ended (design section 3, 'Sessions'). */
const idleMs = 8 * hourMs;
/** The time of last use is updated at most this often, to save writes. */
const touchMs = 60_000;
/** Longest time for a request to renew tokens. It is longer than the provider's time-out of 10 s. */
const renewMs = 15_000;
/** Polling interval of a request that waits for another one's renewal. */
const renewStepMs = 25;

const StoredTokensSchema = z.object({
  user: z.object({
    ...{ subject: z.string(), name: z.string(), email: z.string() },
    ...{ isExpert: z.boolean(), isAdmin: z.boolean().optional() },
  }),
  sid: z.string(),
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  accessTokenExpiresAt: z.coerce.date(),
});

interface SessionStoreOptions {
  /** Values of SESSION_SECRET, the one in force first. */
  sessionSecrets: readonly string[];
  /** Days for which an ended session is stored with its user, for a form that is posted then. */
  sessionDays?: number;
  now?: () => Date;
}

type SessionRow = typeof sessions.$inferSelect;

/** Sessions in the database schema `web`. `sweep` deletes those that ended long ago. */
export function createSessionStore(
  db: WebDatabase,
  { sessionSecrets, sessionDays = keptDays.sessions, now = () => new Date() }: SessionStoreOptions,
): Sessions & { sweep(): Promise<void> } {
  const rememberedMs = sessionDays * 24 * hourMs;
  const keys = deriveKeys(sessionSecrets, 'session tokens');
  const sealTokens = (tokens: TokenSet, idHash: string) => seal(JSON.stringify(tokens), keys, idHash);

  const unsealTokens = (row: SessionRow): TokenSet | null => {
    const text = row.endedAt ? null : unseal(row.sealed, keys, row.idHash);
    return text === null ? null : (StoredTokensSchema.safeParse(JSON.parse(text.toString())).data ?? null);
  };
  const read = async (idHash: string) => {
    const [row] = await db.select().from(sessions).where(eq(sessions.idHash, idHash));
    return row;
  };
  const endWhere = async (
    condition: SQL | undefined,
    endedAt: Date,
    on: Pick<WebDatabase, 'update'> = db,
  ): Promise<number> => {
    const ended = await on
      .update(sessions)
      .set({ endedAt, sealed: '', renewer: null, renewerUntil: null })
      .where(and(condition, isNull(sessions.endedAt)))
      .returning({ idHash: sessions.idHash });
    return ended.length;
  };

  async function find(id: string, purpose: 'use' | 'look' = 'use'): Promise<FoundSession | null> {
    const idHash = hashOf(id);
    const row = await read(idHash);
    if (!row) return null;
    const time = now();
    const idleEnd = new Date(row.lastSeenAt.getTime() + idleMs);
    const endedAt = row.endedAt ?? (idleEnd < time ? idleEnd : null);
    if (endedAt) {
      if (!row.endedAt) await endWhere(eq(sessions.idHash, idHash), endedAt);
      const remembered = time.getTime() - endedAt.getTime() < rememberedMs;
      return remembered ? { state: 'ended', subject: row.subject } : null;
    }
    const tokens = unsealTokens(row);
    // Another server, which has the new SESSION_SECRET already, may be able to open it, so it is not ended.
    if (!tokens) return { state: 'ended', subject: row.subject };
    if (purpose === 'look' || time.getTime() - row.lastSeenAt.getTime() <= touchMs) {
      return { state: 'active', tokens, until: idleEnd };
    }
    await db.update(sessions).set({ lastSeenAt: time }).where(eq(sessions.idHash, idHash));
    return { state: 'active', tokens, until: new Date(time.getTime() + idleMs) };
  }

  /**
   * The lock is a column, not an open transaction, because the provider may use the same database, and the embedded one
   * runs one transaction at a time.
   */
  async function renewTokens(id: string, renew: (stored: TokenSet) => Promise<TokenSet | null>) {
    const idHash = hashOf(id);
    const renewer = randomUUID();
    const locked = await lock(db, idHash, renewer);
    const stored = locked ? unsealTokens(locked) : null;
    if (!stored) return null;
    const mine = and(eq(sessions.idHash, idHash), eq(sessions.renewer, renewer), isNull(sessions.endedAt));
    const free = { renewer: null, renewerUntil: null };
    let renewed: TokenSet | null;
    try {
      renewed = await renew(stored);
    } catch (error) {
      await db.update(sessions).set(free).where(mine);
      throw error;
    }
    if (!renewed) {
      await endWhere(eq(sessions.idHash, idHash), now());
      return null;
    }
    const change = renewed === stored ? free : { ...free, sealed: sealTokens(renewed, idHash), sid: renewed.sid };
    const written = await db.update(sessions).set(change).where(mine).returning({ idHash: sessions.idHash });
    // The user has signed out in the meantime, so the new tokens are dropped.
    return written.length > 0 ? renewed : null;
  }

  return {
    async create(tokens) {
      const id = randomBytes(32).toString('base64url');
      const idHash = hashOf(id);
      const time = now();
      const { subject } = tokens.user;
      const sealed = sealTokens(tokens, idHash);
      const times = { createdAt: time, lastSeenAt: time };
      await db.insert(sessions).values({ idHash, subject, sid: tokens.sid, sealed, ...times });
      return id;
    },
    find,
    renewTokens,
    async end(id) {
      await endWhere(eq(sessions.idHash, hashOf(id)), now());
    },
    async endByProvider({ subject, sid, id, rememberUntil }) {
      if (!subject && !sid) return 0;
      const named = and(sid ? eq(sessions.sid, sid) : undefined, subject ? eq(sessions.subject, subject) : undefined);
      return db.transaction(async (tx) => {
        const used = { idHash: hashOf(id), rememberUntil };
        const first = await tx.insert(logoutTokens).values(used).onConflictDoNothing().returning();
        return first.length > 0 ? endWhere(named, now(), tx) : null;
      });
    },
    async sweep() {
      const time = now().getTime();
      const forgotten = lt(sessions.endedAt, new Date(time - rememberedMs));
      const unused = lt(sessions.lastSeenAt, new Date(time - idleMs - rememberedMs));
      await db.delete(sessions).where(or(forgotten, unused));
      await db.delete(logoutTokens).where(lt(logoutTokens.rememberUntil, now()));
    },
  };
}

/**
 * Takes the renewal lock of an active session, after waiting for the renewal of another request; null if there is no
 * such session.
 */
async function lock(db: WebDatabase, idHash: string, renewer: string): Promise<SessionRow | null> {
  const deadline = Date.now() + 2 * renewMs;
  const active = and(eq(sessions.idHash, idHash), isNull(sessions.endedAt));
  const free = or(isNull(sessions.renewerUntil), sql`${sessions.renewerUntil} < now()`);
  const renewerUntil = sql`now() + ${renewMs}::float8 * interval '1 millisecond'`;
  for (;;) {
    const [locked] = await db.update(sessions).set({ renewer, renewerUntil }).where(and(active, free)).returning();
    if (locked) return locked;
    const [waiting] = await db.select({ idHash: sessions.idHash }).from(sessions).where(active);
    if (!waiting) return null;
    if (Date.now() > deadline) throw new Error('The tokens of a session could not be renewed in time.');
    await pause(renewStepMs);
  }
}
