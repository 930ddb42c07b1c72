import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import type { z } from 'zod';

import { defaultLanguage } from '@domain/language';

import {
  addAccountRole,
  findAccountByEmail,
  insertAccount,
  listAccounts,
  removeAccountRole,
  replacePassword,
  type AccountRow,
} from '../store/accounts';
import { openIdentityStore, type Database } from '../store/database';
import { forgetKeys } from '../store/keys';
import { deleteAccount, type PersonalData } from './delete-account';
import { removeArtifactsOfAccount } from '../store/artifacts';
import { removeSecondFactors } from '../store/second-factors';
import { EmailSchema, NameSchema, NewPasswordSchema, RoleSchema } from './account-rules';
import { hashPassword, verifyPassword } from './passwords';

/** `id` is the `sub` of every token. `generation` counts password changes (store/generation.ts). */
export type Account = Pick<AccountRow, 'id' | 'email' | 'name' | 'roles' | 'generation'>;

interface NewAccount {
  email: string;
  name: string;
  password: string;
  roles?: string[];
}

/** Why an account could not be created or changed. */
export type AccountRefusalCode =
  | 'email-invalid'
  | 'email-taken'
  | 'name-invalid'
  | 'password-invalid'
  | 'role-invalid'
  | 'only-chair'
  | 'no-personal-data'
  | 'not-found';

export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;

  constructor(code: AccountRefusalCode) {
    super(code);
    this.name = 'AccountRefusal';
    this.code = code;
  }
}

/**
 * The provider's accounts, for server.ts (demonstration accounts) and the account command. Methods throw
 * AccountRefusal if an account cannot be created or changed.
 */
export interface Accounts {
  list(): Promise<Account[]>;
  find(email: string): Promise<Account | null>;
  add(account: NewAccount): Promise<Account>;
  setRole(email: string, role: string): Promise<Account>;
  removeRole(email: string, role: string): Promise<Account>;
  /** Sets a password and ends every session and token of the account. */
  setPassword(email: string, password: string): Promise<void>;
  /** Deletes an account and begins to delete everything else about its owner. */
  remove(email: string): Promise<void>;
  /** Turns off two-step sign-in for people who have lost everything, and ends every session. Whether it was on. */
  removeSecondFactors(email: string): Promise<boolean>;
  /** Removes everything that a lost SESSION_SECRET has sealed. All users are signed out, and the next start makes new keys. */
  forgetSecret(): Promise<void>;
  /** Returns the account if the password is correct, otherwise null. Takes the same time if there is no such account. */
  verify(email: string, password: string): Promise<Account | null>;
}

export function createAccounts(pool: pg.Pool, personalData: PersonalData | null = null): Accounts {
  const db = openIdentityStore(pool);
  return {
    list: () => listAccounts(db),
    find: (email) => findAccountByEmail(db, email),
    add: (account) => addAccount(db, account),
    setRole: async (email, role) => {
      const { id } = await requireAccount(db, email);
      await addAccountRole(db, id, checked(RoleSchema, role, 'role-invalid'));
      return requireAccount(db, email);
    },
    removeRole: async (email, role) => {
      const { id } = await requireAccount(db, email);
      await removeAccountRole(db, id, role);
      return requireAccount(db, email);
    },
    setPassword: async (email, password) => {
      const { id } = await requireAccount(db, email);
      const passwordHash = await hashPassword(checked(NewPasswordSchema, password, 'password-invalid'));
      await db.transaction((tx) => replacePassword(tx, id, passwordHash));
    },
    remove: async (email) => {
      const account = await requireAccount(db, email);
      if (!personalData) throw new AccountRefusal('no-personal-data');
      const outcome = await deleteAccount(db, personalData, { ...account, language: null });
      if (outcome === 'only-chair') throw new AccountRefusal('only-chair');
      // The owner was quicker, or has just changed the password.
      if (outcome === 'changed') throw new AccountRefusal('not-found');
    },
    removeSecondFactors: async (email) => {
      const account = await requireAccount(db, email);
      return db.transaction(async (tx) => {
        const had = await removeSecondFactors(tx, { account, language: defaultLanguage, now: new Date() });
        await removeArtifactsOfAccount(tx, account.id);
        return had;
      });
    },
    forgetSecret: () => forgetKeys(db),
    verify: async (email, password) => {
      const account = await findAccountByEmail(db, email);
      return (await verifyPassword(account?.passwordHash, password)) ? account : null;
    },
  };
}

export async function addAccount(db: Database, account: NewAccount): Promise<Account> {
  const email = checked(EmailSchema, account.email, 'email-invalid');
  const name = checked(NameSchema, account.name, 'name-invalid');
  const password = checked(NewPasswordSchema, account.password, 'password-invalid');
  const roles = (account.roles ?? []).map((role) => checked(RoleSchema, role, 'role-invalid'));
  const passwordHash = await hashPassword(password);
  const added = await insertAccount(db, { id: randomUUID(), email, name, passwordHash, roles });
  if (!added) throw new AccountRefusal('email-taken');
  return added;
}

async function requireAccount(db: Database, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, email);
  if (!account) throw new AccountRefusal('not-found');
  return account;
}

function checked<T>(schema: z.ZodType<T>, value: string, code: AccountRefusalCode): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new AccountRefusal(code);
  return result.data;
}
