import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';

import type { Language } from '@domain/language';

import { accountColumns, type AccountRow, findAccountById, lockSameAccount } from './accounts';
import type { Database, Queryable } from './database';
import type { TwoStepChange } from './mail-order';
import { accounts, authenticatorApps, passkeys, recoveryCodes } from './schema';
import { orderMail } from './waiting-mails';

/** What an account has for two-step sign-in. */
export interface SecondFactors {
  /** When the authenticator app was confirmed; null if there is none. */
  appSince: Date | null;
  /** Number of recovery codes that have not been used. */
  codesLeft: number;
  /** Oldest first. */
  passkeys: PasskeyRow[];
}

export type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * A change of the second factors, of which the owner gets a mail. Those of one account happen one after another, and only
 * while it is of the generation of which it was read (`lockSameAccount`).
 */
interface Change {
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'generation'>;
  /** Of the mail; null: unknown. */
  language: Language | null;
  now: Date;
}

/**
 * Whether an account of a query has something that can be asked for after the password. Recovery codes alone do not count.
 * Within a query about something else, Drizzle would leave the table out of the names of these columns.
 */
export const hasFactor = sql<boolean>`(
  exists (select 1 from identity.authenticator_apps a where a.account_id = identity.accounts.id)
  or exists (select 1 from identity.passkeys p where p.account_id = identity.accounts.id))`;

/** The same for one account. */
export async function hasSecondFactor(db: Pick<Queryable, 'select'>, accountId: string): Promise<boolean> {
  const [account] = await db.select({ hasFactor }).from(accounts).where(eq(accounts.id, accountId));
  return account?.hasFactor ?? false;
}

/** An account, and whether it has a second factor. */
export async function findAccountWithFactor(
  db: Pick<Queryable, 'select'>,
  accountId: string,
): Promise<(AccountRow & { hasFactor: boolean }) | null> {
  const [account] = await db
    .select({ ...accountColumns, hasFactor })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account ?? null;
}

/** Where the second factor of an account may be: its own, that of another provider with which its owner logs in, or nowhere. */
export async function placeOfFactor(
  db: Pick<Queryable, 'select'>,
  accountId: string,
): Promise<'own' | 'provider' | 'none'> {
  const hasIdentity = sql<boolean>`
    exists (select 1 from identity.outside_identities i where i.account_id = identity.accounts.id)`;
  const [account] = await db.select({ hasFactor, hasIdentity }).from(accounts).where(eq(accounts.id, accountId));
  return account?.hasFactor ? 'own' : account?.hasIdentity ? 'provider' : 'none';
}

export async function findSecondFactors(db: Queryable, accountId: string): Promise<SecondFactors> {
  const [app] = await db.select().from(authenticatorApps).where(isAppOf(accountId));
  const codesLeft = await db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
  const keys = await db.select().from(passkeys).where(isPasskeyOf(accountId)).orderBy(asc(passkeys.createdAt));
  return { appSince: app?.confirmedAt ?? null, codesLeft, passkeys: keys };
}

/** The sealed secret of the confirmed app; null if there is none. */
export async function findAppSecret(db: Queryable, accountId: string): Promise<string | null> {
  const [app] = await db.select().from(authenticatorApps).where(isAppOf(accountId));
  return app?.secret ?? null;
}

/**
 * Accepts a code of the app by its time step, once: false if this step or a later one was accepted before. Of two calls
 * at once only one succeeds.
 */
export async function acceptStep(db: Queryable, accountId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(isAppOf(accountId), lt(authenticatorApps.lastStep, step)))
    .returning();
  return taken.length > 0;
}

/**
 * Puts a sealed secret in force after its first code, instead of the former one, and stores `codeHashes` as recovery
 * codes if the account has none. Returns whether it stored them.
 */
export function confirmApp(
  db: Database,
  change: Change,
  { secret, step, codeHashes }: { secret: string; step: number; codeHashes: readonly string[] },
): Promise<{ hasNewCodes: boolean }> {
  const accountId = change.account.id;
  const app = { secret, lastStep: step, confirmedAt: change.now };
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    await tx
      .insert(authenticatorApps)
      .values({ accountId, ...app })
      .onConflictDoUpdate({ target: authenticatorApps.accountId, set: app });
    const hasNewCodes = await storeFirstCodes(tx, accountId, codeHashes);
    await orderChangeMail(tx, change, 'app-added');
    return { hasNewCodes };
  });
}

/**
 * Stores a new passkey, and `codeHashes` as recovery codes if the account has none. Returns whether it stored them; null
 * if the passkey is stored already.
 */
export function addPasskey(
  db: Database,
  change: Change,
  {
    passkey,
    codeHashes,
  }: { passkey: Omit<PasskeyRow, 'accountId' | 'createdAt' | 'lastUsedAt'>; codeHashes: string[] },
): Promise<{ hasNewCodes: boolean } | null> {
  const accountId = change.account.id;
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    const row = { ...passkey, accountId, createdAt: change.now };
    const added = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (added.length === 0) return null;
    const hasNewCodes = await storeFirstCodes(tx, accountId, codeHashes);
    await orderChangeMail(tx, change, 'passkey-added');
    return { hasNewCodes };
  });
}

/**
 * Records that a passkey has signed a challenge, once: false if it was used after the challenge was made, or if it is
 * gone.
 */
export async function acceptPasskey(
  db: Queryable,
  { id, counter, madeAt, now }: { id: string; counter: number; madeAt: Date; now: Date },
): Promise<boolean> {
  const isUnused = or(isNull(passkeys.lastUsedAt), lt(passkeys.lastUsedAt, madeAt));
  const accepted = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isUnused))
    .returning();
  return accepted.length > 0;
}

/** Removes a passkey of the account, and the recovery codes if nothing else is left that they replace. */
export function removePasskey(db: Database, change: Change, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    const isOwn = and(eq(passkeys.id, id), isPasskeyOf(change.account.id));
    const removed = await tx.delete(passkeys).where(isOwn).returning();
    if (removed.length === 0) return;
    await removeIdleCodes(tx, change.account.id);
    await orderChangeMail(tx, change, 'passkey-removed');
  });
}

/** Removes the app, and the recovery codes if nothing else is left that they replace. */
export function removeApp(db: Database, change: Change): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    const removed = await tx.delete(authenticatorApps).where(isAppOf(change.account.id)).returning();
    if (removed.length === 0) return;
    await removeIdleCodes(tx, change.account.id);
    await orderChangeMail(tx, change, 'app-removed');
  });
}

/** Replaces all recovery codes. */
export function replaceCodes(db: Database, change: Change, codeHashes: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    await storeCodes(tx, change.account.id, codeHashes);
    await orderChangeMail(tx, change, 'codes-replaced');
  });
}

/** Uses up a recovery code. False if the account has no such code (any more). */
export function useRecoveryCode(db: Database, change: Change, codeHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, change.account);
    const isCode = and(eq(recoveryCodes.accountId, change.account.id), eq(recoveryCodes.codeHash, codeHash));
    const used = await tx.delete(recoveryCodes).where(isCode).returning();
    if (used.length === 0) return false;
    const left = await tx.$count(recoveryCodes, eq(recoveryCodes.accountId, change.account.id));
    await orderChangeMail(tx, change, 'code-used', left);
    return true;
  });
}

/** Removes every second factor of an account and its recovery codes. False if it had none. */
export async function removeSecondFactors(tx: Queryable, change: Change): Promise<boolean> {
  const { id } = change.account;
  await lockSameAccount(tx, change.account);
  const had = await hasSecondFactor(tx, id);
  await tx.delete(authenticatorApps).where(isAppOf(id));
  await tx.delete(passkeys).where(isPasskeyOf(id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id));
  if (had) await orderChangeMail(tx, change, 'all-removed');
  return had;
}

async function removeIdleCodes(tx: Queryable, accountId: string): Promise<void> {
  if (await hasSecondFactor(tx, accountId)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** Stores recovery codes unless the account has some. Returns whether it did. */
async function storeFirstCodes(tx: Queryable, accountId: string, codeHashes: readonly string[]): Promise<boolean> {
  if ((await tx.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId))) > 0) return false;
  await storeCodes(tx, accountId, codeHashes);
  return true;
}

async function storeCodes(tx: Queryable, accountId: string, codeHashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}

async function orderChangeMail(
  tx: Queryable,
  { account, language, now }: Change,
  change: TwoStepChange,
  codesLeft?: number,
) {
  // The address may have been changed since the account was read.
  const current = (await findAccountById(tx, account.id)) ?? account;
  const recipient = { email: current.email, name: current.name };
  const left = codesLeft === undefined ? {} : { codesLeft };
  await orderMail(tx, { kind: 'two-step', of: account.id, change, account: recipient, language, ...left }, now);
}

function isAppOf(accountId: string) {
  return eq(authenticatorApps.accountId, accountId);
}

function isPasskeyOf(accountId: string) {
  return eq(passkeys.accountId, accountId);
}
