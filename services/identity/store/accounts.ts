import { and, asc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';

import { sqlStateOf } from '@domain/sql-state';
import { comparedEmail } from '@domain/text';

import { removeArtifactsOfAccount } from './artifacts';
import type { Queryable } from './database';
import { accounts, outsideIdentities, passwordResets } from './schema';

export type AccountRow = typeof accounts.$inferSelect;

/** An account after a change, and the provider's sessions that ended with it: all of them with a new password. */
export interface AccountChange {
  account: AccountRow;
  endedSessions: Record<string, unknown>[];
}

/** Roles that the outside providers of an account give, without those that an operator has given as well. */
export const providerRoles = sql<string[]>`array(
  select distinct role from ${outsideIdentities}, unnest("outside_identities"."roles") as role
  where "outside_identities"."account_id" = "accounts"."id" and role <> all("accounts"."roles") order by role)`;
const allRoles = sql<string[]>`"accounts"."roles" || ${providerRoles}`;
/** Columns of an account, with the roles that its outside providers give. */
export const accountColumns = { ...getTableColumns(accounts), roles: allRoles };

export async function findAccountById(db: Pick<Queryable, 'select'>, id: string): Promise<AccountRow | null> {
  const [row] = await db.select(accountColumns).from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.emailKey, comparedEmail(email)));
  return row ?? null;
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  return db.select(accountColumns).from(accounts).orderBy(asc(accounts.emailKey));
}

/** Accounts that have a role, as tokens name them, without those that are locked. */
export function listRoleHolders(
  db: Pick<Queryable, 'select'>,
): Promise<{ subject: string; name: string; email: string; roles: string[] }[]> {
  const { id, name, email } = accounts;
  return db
    .select({ subject: id, name, email, roles: allRoles })
    .from(accounts)
    .where(and(ne(allRoles, sql`'{}'`), isNull(accounts.lockedAt)));
}

/** Returns null if another account has the e-mail address. */
export async function insertAccount(
  db: Queryable,
  account: { id: string; email: string; name: string; passwordHash: string; roles: string[] },
): Promise<AccountRow | null> {
  const [row] = await db
    .insert(accounts)
    .values({ ...account, emailKey: comparedEmail(account.email) })
    .onConflictDoNothing({ target: accounts.emailKey })
    .returning();
  return row ?? null;
}

/**
 * Changes the e-mail address of an account and voids links that were mailed to the former one. Returns null if the
 * account is not of this generation any more. Throws a unique violation if another account has the address.
 */
export async function changeEmail(
  db: Queryable,
  { id, generation }: Pick<AccountRow, 'id' | 'generation'>,
  email: string,
): Promise<{ account: AccountRow; former: Pick<AccountRow, 'email' | 'name'> } | null> {
  const isAccount = and(eq(accounts.id, id), eq(accounts.generation, generation));
  const [former] = await db.select().from(accounts).where(isAccount).for('update');
  const [account] = await db
    .update(accounts)
    .set({ email, emailKey: comparedEmail(email) })
    .where(isAccount)
    .returning();
  if (!former || !account) return null;
  await removePasswordResets(db, id);
  return { account, former: { email: former.email, name: former.name } };
}

/**
 * Sets a password, which starts the next generation of the account, voids mailed links and ends all its sessions and
 * tokens. Returns null if there is no such account.
 */
export function replacePassword(db: Queryable, id: string, passwordHash: string): Promise<AccountChange | null> {
  return startGeneration(db, id, { passwordHash });
}

/**
 * Starts the next generation of an account with these changes, voids mailed links and ends all its sessions and tokens.
 * Returns null if there is no such account.
 */
export async function startGeneration(
  db: Queryable,
  id: string,
  changes: Partial<Pick<AccountRow, 'passwordHash' | 'lockedAt'>>,
): Promise<AccountChange | null> {
  const [account] = await db
    .update(accounts)
    .set({ ...changes, generation: sql`${accounts.generation} + 1` })
    .where(eq(accounts.id, id))
    .returning();
  if (!account) return null;
  await removePasswordResets(db, id);
  return { account, endedSessions: await removeArtifactsOfAccount(db, id) };
}

/** All sessions of an account have ended since it was read, or it is gone. */
export class AccountChanged extends Error {
  override name = 'AccountChanged';
}

/**
 * Locks an account until the transaction ends, for an act of its owner. Throws AccountChanged unless it is of the
 * generation of which it was read: the act may be that of somebody who knows only a former password.
 */
export async function lockSameAccount(
  tx: Queryable,
  { id, generation }: Pick<AccountRow, 'id' | 'generation'>,
): Promise<AccountRow> {
  const isSame = and(eq(accounts.id, id), eq(accounts.generation, generation));
  const [locked] = await tx.select().from(accounts).where(isSame).for('update');
  if (!locked) throw new AccountChanged('The sessions of the account have ended.');
  return locked;
}

/** Records that somebody has logged in with an account. */
export async function noteSignIn(db: Queryable, id: string, now: Date): Promise<void> {
  await db.update(accounts).set({ lastSignInAt: now }).where(eq(accounts.id, id));
}

/** Adds a role with a single statement, so that concurrent changes do not overwrite each other. */
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

async function removePasswordResets(db: Queryable, accountId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
}

/** Checks for PostgreSQL's code of a unique violation. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505';
}
