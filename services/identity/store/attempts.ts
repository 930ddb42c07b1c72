import { and, eq, gt, inArray, lt, min, or, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { attempts } from './schema';

export interface AttemptLimit {
  /** Subject of the limit, such as an account or an IP address, as a hash. */
  key: string;
  max: number;
  windowSeconds: number;
}

export type AttemptVerdict =
  | { allowed: true; /** Ids of the rows that count this attempt, by key. */ counted: Map<string, number> }
  | { allowed: false; retryAfterSeconds: number };

/**
 * Counts an attempt for every limit, or refuses it if one of their windows is full. The attempt is inserted before
 * the limits are checked, so that concurrent attempts cannot all pass. A refused attempt is removed again, so that
 * further attempts do not prolong the wait.
 */
export async function countAttempt(db: Queryable, limits: AttemptLimit[], now: Date): Promise<AttemptVerdict> {
  const keys = [...new Set(limits.map(({ key }) => key))];
  const own = await db
    .insert(attempts)
    .values(keys.map((key) => ({ key, at: now })))
    .returning({ key: attempts.key, id: attempts.id });
  const waits = await Promise.all(limits.map((limit) => secondsToWait(db, limit, now)));
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds === 0) return { allowed: true, counted: new Map(own.map(({ key, id }) => [key, id])) };
  await removeAttempts(db, { ids: own.map(({ id }) => id) });
  return { allowed: false, retryAfterSeconds };
}

/** Seconds until the window has room for one more attempt; 0 if it has room. It already includes the present one. */
async function secondsToWait(db: Queryable, limit: AttemptLimit, now: Date): Promise<number> {
  const windowMs = limit.windowSeconds * 1000;
  const [window] = await db
    .select({ count: sql<number>`count(*)::int`, oldest: min(attempts.at) })
    .from(attempts)
    .where(and(eq(attempts.key, limit.key), gt(attempts.at, new Date(now.getTime() - windowMs))));
  if (!window || window.count <= limit.max) return 0;
  const freeAt = (window.oldest ?? now).getTime() + windowMs;
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}

/** Removes the attempts with these ids, and all attempts of these keys. */
export async function removeAttempts(
  db: Queryable,
  { ids = [], keys = [] }: { ids?: number[]; keys?: string[] },
): Promise<void> {
  if (ids.length + keys.length === 0) return;
  await db.delete(attempts).where(or(inArray(attempts.id, ids), inArray(attempts.key, keys)));
}

export async function purgeAttempts(db: Queryable, before: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, before));
}
