import { and, asc, eq, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { accounts } from './schema';

export type AccountRow = typeof accounts.$inferSelect;

/** The form in which e-mails are compared: two spellings of one address are one account. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

export async function findAccountById(db: Queryable, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(email)));
  return row ?? null;
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  return db.select().from(accounts).orderBy(asc(accounts.emailKey));
}

/** Returns null when the e-mail has an account already. */
export async function insertAccount(
  db: Queryable,
  account: { id: string; email: string; name: string; passwordHash: string; roles: string[] },
): Promise<AccountRow | null> {
  const [row] = await db
    .insert(accounts)
    .values({ ...account, emailKey: emailKey(account.email) })
    .onConflictDoNothing({ target: accounts.emailKey })
    .returning();
  return row ?? null;
}

/**
 * Changes name and e-mail of an account that is still of this generation. Throws a unique violation
 * (`isUniqueViolation`) when another account has the e-mail.
 */
export async function updateProfile(
  db: Queryable,
  { id, generation }: Pick<AccountRow, 'id' | 'generation'>,
  profile: { email: string; name: string },
): Promise<AccountRow | null> {
  const [row] = await db
    .update(accounts)
    .set({ ...profile, emailKey: emailKey(profile.email) })
    .where(and(eq(accounts.id, id), eq(accounts.generation, generation)))
    .returning();
  return row ?? null;
}

/** Sets a password and begins the account's next generation. */
export async function updatePassword(db: Queryable, id: string, passwordHash: string): Promise<AccountRow | null> {
  const [row] = await db
    .update(accounts)
    .set({ passwordHash, generation: sql`${accounts.generation} + 1` })
    .where(eq(accounts.id, id))
    .returning();
  return row ?? null;
}

/** Adds a role in one statement, so that two changes at once both hold. */
export async function addAccountRole(db: Queryable, id: string, role: string): Promise<void> {
  await db
    .update(accounts)
    .set({ roles: sql`array_append(array_remove(${accounts.roles}, ${role}), ${role})` })
    .where(eq(accounts.id, id));
}

export async function removeAccountRole(db: Queryable, id: string, role: string): Promise<void> {
  await db
    .update(accounts)
    .set({ roles: sql`array_remove(${accounts.roles}, ${role})` })
    .where(eq(accounts.id, id));
}

/** PostgreSQL's code for a broken unique rule; Drizzle hands the driver's error on as the cause. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23505';
}
