import { createHash, randomBytes } from 'node:crypto';

import { replacePassword, type PasswordChange } from './accounts';
import { hashPassword } from './passwords';
import type { Database } from './store/database';
import {
  countOpenResets,
  findPasswordReset,
  insertPasswordReset,
  removePasswordReset,
  takePasswordReset,
} from './store/password-resets';

const validSeconds = 60 * 60;
/** Links of one account that may be open at once: nobody's postbox is flooded. */
const maxOpenLinks = 3;
const tokenBytes = 32;

/** A token for a mailed link, valid for an hour; null when enough links are on their way already. */
export async function createResetToken(db: Database, accountId: string, now: Date): Promise<string | null> {
  if ((await countOpenResets(db, accountId, now)) >= maxOpenLinks) return null;
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await insertPasswordReset(db, { tokenHash: hashOf(token), accountId, expiresAt });
  return token;
}

/** Makes a link void that nobody was told of, so that it does not count as open. */
export async function withdrawResetToken(db: Database, token: string): Promise<void> {
  await removePasswordReset(db, hashOf(token));
}

/** Whether a link still holds. */
export async function resetTokenHolds(db: Database, token: string, now: Date): Promise<boolean> {
  return (await findPasswordReset(db, hashOf(token), now)) !== null;
}

/** Sets a new password by a mailed link and ends every session and token; null for a void link. */
export async function redeemResetToken(
  db: Database,
  token: string,
  password: string,
  now: Date,
): Promise<PasswordChange | null> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const accountId = await takePasswordReset(tx, hashOf(token), now);
    return accountId === null ? null : replacePassword(tx, accountId, passwordHash);
  });
}

/** The token is random, so a plain hash keeps a stolen database from being a bunch of keys. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
