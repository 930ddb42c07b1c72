import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import type pg from 'pg';

import { EmailSchema, NameSchema, NewPasswordSchema, RoleSchema } from './account-rules';
import { hashPassword, verifyPassword } from './passwords';
import {
  addAccountRole,
  findAccountByEmail,
  findAccountById,
  insertAccount,
  listAccounts,
  removeAccountRole,
  updatePassword,
  type AccountRow,
} from './store/accounts';
import { removeArtifacts, removeArtifactsOfAccount } from './store/artifacts';
import { openIdentityStore, type Database, type Queryable } from './store/database';
import { removeKeys } from './store/keys';
import { removePasswordResets } from './store/password-resets';

export interface Account {
  /** `sub` of every token. */
  id: string;
  email: string;
  name: string;
  roles: string[];
  /** How often it got a new password: see generation.ts. */
  generation: number;
}

/** Why an account could not be made or changed. */
export type AccountRefusalCode =
  'email-invalid' | 'email-taken' | 'name-invalid' | 'password-invalid' | 'role-invalid' | 'not-found';

export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;

  constructor(code: AccountRefusalCode) {
    super(code);
    this.name = 'AccountRefusal';
    this.code = code;
  }
}

/**
 * The accounts of the provider in this process, for server.ts (demonstration accounts) and the account
 * command. E-mails are compared without regard to case. Refusals are thrown as AccountRefusal.
 */
export interface Accounts {
  list(): Promise<Account[]>;
  find(email: string): Promise<Account | null>;
  add(account: { email: string; name: string; password: string; roles?: string[] }): Promise<Account>;
  setRole(email: string, role: string): Promise<Account>;
  removeRole(email: string, role: string): Promise<Account>;
  /** Sets a password and ends every session and token of the account. */
  setPassword(email: string, password: string): Promise<void>;
  /** Forgets all that a lost SESSION_SECRET sealed: everybody is signed out, and the next start makes new keys. */
  forgetSecret(): Promise<void>;
  /** The account with this e-mail and password; null otherwise, in the same time. */
  verify(email: string, password: string): Promise<Account | null>;
}

export function createAccounts(pool: pg.Pool): Accounts {
  const db = openIdentityStore(pool);
  return {
    list: async () => (await listAccounts(db)).map(accountOf),
    find: async (email) => {
      const row = await findAccountByEmail(db, email);
      return row && accountOf(row);
    },
    add: (account) => addAccount(db, account),
    setRole: async (email, role) => {
      const row = await requireAccount(db, email);
      await addAccountRole(db, row.id, checked(RoleSchema, role, 'role-invalid'));
      return requireAccount(db, email).then(accountOf);
    },
    removeRole: async (email, role) => {
      const row = await requireAccount(db, email);
      await removeAccountRole(db, row.id, role);
      return requireAccount(db, email).then(accountOf);
    },
    setPassword: async (email, password) => {
      const row = await requireAccount(db, email);
      const passwordHash = await hashPassword(checked(NewPasswordSchema, password, 'password-invalid'));
      await db.transaction((tx) => replacePassword(tx, row.id, passwordHash));
    },
    forgetSecret: () =>
      db.transaction(async (tx) => {
        await removeKeys(tx);
        await removeArtifacts(tx);
        // The web app's own note of the secret, where it keeps one in this database.
        const { rows } = await tx.execute(sql`select to_regclass('web.secret_proofs') as found`);
        if (rows[0]?.found) await tx.execute(sql`delete from web.secret_proofs`);
      }),
    verify: async (email, password) => {
      const row = await findAccountByEmail(db, email);
      return (await verifyPassword(row?.passwordHash, password)) && row ? accountOf(row) : null;
    },
  };
}

export async function addAccount(
  db: Database,
  account: { email: string; name: string; password: string; roles?: string[] },
): Promise<Account> {
  const email = checked(EmailSchema, account.email, 'email-invalid');
  const name = checked(NameSchema, account.name, 'name-invalid');
  const password = checked(NewPasswordSchema, account.password, 'password-invalid');
  const roles = (account.roles ?? []).map((role) => checked(RoleSchema, role, 'role-invalid'));
  const passwordHash = await hashPassword(password);
  const row = await insertAccount(db, { id: randomUUID(), email, name, passwordHash, roles });
  if (!row) throw new AccountRefusal('email-taken');
  return accountOf(row);
}

/** An account whose password was changed, and the provider's sessions that ended with it. */
export interface PasswordChange {
  account: AccountRow;
  endedSessions: Record<string, unknown>[];
}

/** Sets a password, voids mailed links and ends all sessions and tokens of the account; null when there is none. */
export async function replacePassword(
  db: Queryable,
  accountId: string,
  passwordHash: string,
): Promise<PasswordChange | null> {
  const account = await updatePassword(db, accountId, passwordHash);
  if (!account) return null;
  await removePasswordResets(db, accountId);
  return { account, endedSessions: await removeArtifactsOfAccount(db, accountId) };
}

export async function findAccount(db: Database, id: string): Promise<Account | null> {
  const row = await findAccountById(db, id);
  return row && accountOf(row);
}

async function requireAccount(db: Database, email: string): Promise<AccountRow> {
  const row = await findAccountByEmail(db, email);
  if (!row) throw new AccountRefusal('not-found');
  return row;
}

function checked<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: string,
  code: AccountRefusalCode,
): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new AccountRefusal(code);
  return result.data;
}

export function accountOf(row: AccountRow): Account {
  return { id: row.id, email: row.email, name: row.name, roles: row.roles, generation: row.generation };
}
