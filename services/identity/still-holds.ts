import { decodeJwt, type JWTPayload } from 'jose';

import { findAccountById } from './store/accounts';
import type { Database } from './store/database';

/**
 * Whether what an access token claims is still so: its account is there, has had no new password since, and has
 * the same roles. One look at a primary key, for every request that brings a token.
 */
export async function stillHolds(db: Database, { sub, generation, role }: JWTPayload): Promise<boolean> {
  const account = sub === undefined ? null : await findAccountById(db, sub);
  if (!account || account.generation !== generation || !Array.isArray(role)) return false;
  return JSON.stringify([...account.roles].sort()) === JSON.stringify([...(role as unknown[])].sort());
}

/** The same for a token that was verified when it was taken in. */
export function tokenHolds(db: Database, token: string): Promise<boolean> {
  return stillHolds(db, decodeJwt(token));
}
