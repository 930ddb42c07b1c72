import { and, eq, gt, lt, min, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { attempts } from './schema';

export interface AttemptLimit {
  max: number;
  windowSeconds: number;
}

export type AttemptVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Counts one attempt of `key`, or refuses it when the window holds `max` already. The attempt is
 * written before it is judged, so that many at once cannot all pass; a refused one is taken back,
 * so that trying on does not prolong the wait.
 */
export async function countAttempt(
  db: Queryable,
  key: string,
  limit: AttemptLimit,
  now: Date,
): Promise<AttemptVerdict> {
  const since = new Date(now.getTime() - limit.windowSeconds * 1000);
  const [own] = await db.insert(attempts).values({ key, at: now }).returning({ id: attempts.id });
  const [window] = await db
    .select({ count: sql<number>`count(*)::int`, oldest: min(attempts.at) })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.at, since)));
  if (!own || !window || window.count <= limit.max) return { allowed: true };
  await db.delete(attempts).where(eq(attempts.id, own.id));
  const freeAt = (window.oldest ?? now).getTime() + limit.windowSeconds * 1000;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
}

/** Forgets the attempts of `key`: the right password was given. */
export async function clearAttempts(db: Queryable, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

export async function purgeAttempts(db: Queryable, before: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, before));
}
