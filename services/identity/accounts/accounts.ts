import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import type { z } from 'zod';

import type { AdministeredAccount } from '@domain/api/administered-accounts';
import { recordAct } from '../../audit/audit';
import {
  findAccountByEmail,
  findAccountById,
  insertAccount,
  listAccounts,
  replacePassword,
  type AccountRow,
} from '../store/accounts';
import { openIdentityStore, type Database } from '../store/database';
import { forgetKeys } from '../store/keys';
import { recipient } from '../store/mail-order';
import { orderMail } from '../store/waiting-mails';
import { AccountRefusal, type AccountRefusalCode } from './account-refusal';
import { deleteAccount, type PersonalData } from './delete-account';
import { EmailSchema, NameSchema, NewPasswordSchema, RoleSchema } from './account-rules';
import { createAccountAdministration, type AccountAdministration } from './administration';
import type { PersonMerging } from './merge-accounts';
import { hashPassword, verifyPassword } from './passwords';

/** `id` is the `sub` of every token. `generation`: store/generation.ts. */
export type Account = Pick<AccountRow, 'id' | 'email' | 'name' | 'roles' | 'generation' | 'lockedAt'>;

interface NewAccount {
  email: string;
  name: string;
  password: string;
  roles?: string[];
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
  /** Throws 'role-of-provider' if the account has the role from an outside provider, too, and so keeps it. */
  removeRole(email: string, role: string): Promise<Account>;
  /** Locks an account: nobody can log in with it, and its sessions and tokens end. */
  lock(email: string): Promise<Account>;
  unlock(email: string): Promise<Account>;
  endSessions(email: string): Promise<Account>;
  /** Corrects name and e-mail address. Both addresses are told of a new one. */
  correct(email: string, corrected: { name?: string; email?: string }): Promise<Account>;
  /** Gives everything of one account to another and ends it. Returns the account that stays. */
  merge(goes: string, stays: string): Promise<Account>;
  /** Sets a password, ends every session and token of the account and, by default, tells its owner by mail. */
  setPassword(email: string, password: string, options?: { tellsOwner?: boolean }): Promise<void>;
  /** Takes the password away, so that no password matches, and ends every session and token. Nothing if it has none. */
  removePassword(email: string): Promise<void>;
  /** Deletes an account and begins to delete everything else about its owner. */
  remove(email: string): Promise<void>;
  /** Turns off two-step sign-in for people who have lost everything. If it was on, every session and token ends. Returns whether it was. */
  removeSecondFactors(email: string): Promise<boolean>;
  /** Removes everything that a lost SESSION_SECRET has sealed. All users are signed out, and the next start makes new keys. */
  forgetSecret(): Promise<void>;
  /** Returns the account if the password is correct, otherwise null. Takes the same time if there is no such account. */
  verify(email: string, password: string): Promise<Account | null>;
}

export function createAccounts(
  pool: pg.Pool,
  personalData: PersonalData | null = null,
  merging: PersonMerging | null = null,
): Accounts {
  const db = openIdentityStore(pool);
  const administration = createAccountAdministration({ db, now: () => new Date(), merging });
  const order = (email: string, wanted: OrderFor, answered?: string) =>
    giveOrder(db, administration, { email, wanted, answered });
  return {
    list: () => listAccounts(db),
    find: (email) => findAccountByEmail(db, email),
    add: (account) => addByOperator(db, account),
    setRole: (email, role) =>
      order(email, () => ({ act: 'add-role', role: checked(RoleSchema, role, 'role-invalid') })),
    removeRole: async (email, role) => {
      const changed = await order(email, () => ({ act: 'remove-role', role }));
      if (changed.roles.includes(role)) throw new AccountRefusal('role-of-provider');
      return changed;
    },
    lock: (email) => order(email, () => ({ act: 'lock' })),
    unlock: (email) => order(email, () => ({ act: 'unlock' })),
    endSessions: (email) => order(email, ({ generation }) => ({ act: 'end-sessions', generation })),
    correct: (email, corrected) =>
      order(email, (account) => ({
        act: 'correct',
        ...{ name: account.name, email: account.email, ...corrected },
        version: account.version,
      })),
    merge: async (goes, stays) => {
      if (!merging) throw new AccountRefusal('no-personal-data');
      const { id } = await requireAccount(db, goes);
      const preview = await administration.previewMerge(id, stays, null);
      if ('refusal' in preview) throw new AccountRefusal(preview.refusal);
      const into = preview.into.account.id;
      return order(goes, () => ({ act: 'merge', into, version: preview.version }), into);
    },
    setPassword: async (email, password, { tellsOwner = true } = {}) => {
      const { id } = await requireAccount(db, email);
      const passwordHash = await hashPassword(checked(NewPasswordSchema, password, 'password-invalid'));
      const at = new Date();
      await db.transaction(async (tx) => {
        const change = await replacePassword(tx, id, passwordHash);
        if (!change) throw new AccountRefusal('not-found');
        await recordAct(tx, { at, actor: null, act: 'password-set', account: id });
        if (!tellsOwner) return;
        const mail = { of: id, account: recipient(change.account), language: null };
        await orderMail(tx, { kind: 'password-changed', ...mail }, at);
      });
    },
    removePassword: async (email) => removePassword(db, await requireAccount(db, email)),
    forgetSecret: () =>
      db.transaction(async (tx) => {
        await forgetKeys(tx);
        await recordAct(tx, { at: new Date(), actor: null, act: 'secret-forgotten' });
      }),
    remove: async (email) => {
      const account = await requireAccount(db, email);
      if (!personalData) throw new AccountRefusal('no-personal-data');
      const outcome = await deleteAccount(db, personalData, { ...account, language: null, actor: null });
      if (outcome === 'gone') throw new AccountRefusal('not-found');
      if (outcome === 'changed') throw new AccountRefusal('account-changed');
      if (typeof outcome === 'string') throw new AccountRefusal(outcome);
    },
    removeSecondFactors: async (email) => {
      let had = false;
      await order(email, ({ hasTwoSteps }) => {
        had = hasTwoSteps;
        return { act: 'remove-two-step' };
      });
      return had;
    },
    verify: async (email, password) => {
      const account = await findAccountByEmail(db, email);
      return (await verifyPassword(account?.passwordHash, password)) ? account : null;
    },
  };
}

type OrderFor = (account: AdministeredAccount) => Parameters<AccountAdministration['order']>[1];

/** Carries out an order of the operator's command. Returns the account `answered`, by default the same. */
async function giveOrder(
  db: Database,
  administration: AccountAdministration,
  { email, wanted, answered }: { email: string; wanted: OrderFor; answered: string | undefined },
): Promise<Account> {
  const { id } = await requireAccount(db, email);
  const account = await administration.find(id);
  if (!account) throw new AccountRefusal('not-found');
  const refused = await administration.order(id, wanted(account), { actor: null, language: null });
  if (refused) throw new AccountRefusal(refused);
  const changed = await findAccountById(db, answered ?? id);
  if (!changed) throw new AccountRefusal('not-found');
  return changed;
}

async function removePassword(db: Database, { id, passwordHash }: AccountRow): Promise<void> {
  if (passwordHash === '') return;
  await db.transaction(async (tx) => {
    await replacePassword(tx, id, '');
    await recordAct(tx, { at: new Date(), actor: null, act: 'password-removed', account: id });
  });
}

/** Adds an account for the operator. */
async function addByOperator(db: Database, account: NewAccount): Promise<Account> {
  const email = checked(EmailSchema, account.email, 'email-invalid');
  const name = checked(NameSchema, account.name, 'name-invalid');
  const password = checked(NewPasswordSchema, account.password, 'password-invalid');
  const roles = (account.roles ?? []).map((role) => checked(RoleSchema, role, 'role-invalid'));
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const added = await insertAccount(tx, { id: randomUUID(), email, name, passwordHash, roles });
    if (!added) throw new AccountRefusal('email-taken');
    const recorded = { at: new Date(), actor: null, act: 'account-added', account: added.id } as const;
    await recordAct(tx, { ...recorded, after: { roles: added.roles } });
    return added;
  });
}

async function requireAccount(db: Database, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(db, email);
  if (!account) throw new AccountRefusal('not-found');
  return account;
}

function checked<T>(schema: z.ZodType<T>, value: string, code: AccountRefusalCode): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new AccountRefusal(code);
  return result.data;
}
