import { eq } from 'drizzle-orm';

import type { AccountOrder, AdministeredAccount, WaysToLogIn } from '@domain/api/administered-accounts';
import type { AuditAct, AuditValues } from '@domain/api/administration';
import type { Language } from '@domain/language';
import { adminRole, chairRole } from '@domain/roles';
import { comparedEmail } from '@domain/text';

import { hasActed, recordAct } from '../../audit/audit';
import {
  addAccountRole,
  changeEmail,
  findAccountByEmail,
  findAccountById,
  removeAccountRole,
  startGeneration,
  type AccountChange,
} from '../store/accounts';
import { voidAddresses } from '../store/address-confirmations';
import {
  listAccountIds,
  lockAccount,
  type AccountWithRoles,
  nameAccounts,
  pageAccounts,
  versionOf,
  viewAccountOf,
} from '../store/administered-accounts';
import type { Database, Queryable } from '../store/database';
import { type MailOrder, recipient } from '../store/mail-order';
import { accounts } from '../store/schema';
import { removeSecondFactors } from '../store/second-factors';
import { countTriedMails, listTriedMails, orderMail, type WaitingAccountMail } from '../store/waiting-mails';
import { EmailSchema, NameSchema } from './account-rules';
import { type AccountOrderRefusalCode, AccountRefusal, refusalOf } from './account-refusal';
import { changeMail } from './change-mail';
import { mergeAccounts, type MergeSides, type PersonMerging, previewMerge } from './merge-accounts';
import { type OutsideSettings, waysToLogIn } from './ways-to-log-in';

/** A second press on the button for a new password or for the end of all sessions within this time does nothing. */
const samePressMs = 60_000;

/** An order by the command, which may also take away a role that is no longer known. */
type GivenOrder = Exclude<AccountOrder, { act: 'remove-role' }> | { act: 'remove-role'; role: string };

interface OrderOptions {
  /** `sub` of the administrator; null: the operator's command. */
  actor: string | null;
  /** Language of the mails to the owner of the account; null: unknown. */
  language: Language | null;
}

interface AdministrationParts {
  db: Database;
  now(): Date;
  /** Sends the mails that were ordered; the running server does it by itself a little later. */
  sendMails?(): void;
  /** What other parts do when accounts are merged; null: accounts are not merged. */
  merging?: PersonMerging | null;
  /** By default, names of providers are not known. */
  outside?: OutsideSettings | undefined;
  /** Tells the clients whose sessions have ended. */
  tell?(change: AccountChange): void;
}

/**
 * What administrators see of accounts and do with them. Screens and commands call the same, and every act that changes
 * something is a row of the audit, in the same transaction. An act that has been done already changes nothing and is not
 * recorded, so a second press is harmless.
 */
export interface AccountAdministration {
  page(wanted: {
    text: string;
    page: number;
    perPage: number;
  }): Promise<{ total: number; accounts: AdministeredAccount[] }>;
  /** Ids of all accounts that `page` finds by a text. */
  ids(text: string): Promise<string[]>;
  find(id: string): Promise<AdministeredAccount | null>;
  /** How its owner can log in; null if there is no such account. */
  waysToLogIn(id: string): Promise<WaysToLogIn | null>;
  /** Names and addresses of accounts, by id. */
  names(ids: readonly string[]): Promise<Map<string, { name: string; email: string }>>;
  /** Carries out an order. Returns the code of its refusal, null if it was carried out. */
  order(id: string, order: GivenOrder, options: OrderOptions): Promise<AccountOrderRefusalCode | null>;
  /** The accounts of a merge, or why they would not be merged. */
  previewMerge(
    id: string,
    email: string,
    actor: string | null,
  ): Promise<MergeSides | { refusal: AccountOrderRefusalCode }>;
  /** Mails that have been tried and wait or were refused, oldest first, the first `limit` of them. */
  waitingMails(limit: number): Promise<WaitingAccountMail[]>;
  /** How many of them there are. */
  countWaitingMails(): Promise<number>;
  /** Makes such a mail due, or removes it. Returns false if it is neither waiting nor refused any more. */
  orderMail(id: string, act: 'send' | 'discard', actor: string | null): Promise<boolean>;
}

export function createAccountAdministration(parts: AdministrationParts): AccountAdministration {
  const { db } = parts;
  return {
    page: (wanted) => pageAccounts(db, wanted),
    ids: (text) => listAccountIds(db, text),
    find: (id) => viewAccountOf(db, id),
    waysToLogIn: async (id) => {
      const account = await findAccountById(db, id);
      return account && waysToLogIn(db, account, parts.outside);
    },
    names: (ids) => (ids.length === 0 ? Promise.resolve(new Map()) : nameAccounts(db, ids)),
    waitingMails: (limit) => listTriedMails(db, limit),
    countWaitingMails: () => countTriedMails(db),
    orderMail: async (id, wanted, actor) => {
      const isDone = await db.transaction((tx) => changeMail(tx, { id, wanted, actor, now: parts.now() }));
      if (isDone && wanted === 'send') parts.sendMails?.();
      return isDone;
    },
    previewMerge: async (id, email, actor) => {
      try {
        return await previewMerge(mergingOf(parts), { from: id, email, actor });
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
    },
    order: async (id, order, options) => {
      try {
        await (order.act === 'merge' ? merge(parts, id, order, options) : carryOut(parts, id, order, options));
        return null;
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

function mergingOf(parts: AdministrationParts): { merging: PersonMerging; outside: OutsideSettings | undefined } {
  const { merging, outside } = parts;
  if (!merging) throw new Error('Accounts cannot be merged without the repository.');
  return { merging, outside };
}

type MergeOrder = GivenOrder & { act: 'merge' };

async function merge(parts: AdministrationParts, id: string, order: MergeOrder, options: OrderOptions) {
  const change = await mergeAccounts({ ...mergingOf(parts), now: parts.now }, id, order, options);
  if (!change) return;
  parts.tell?.(change);
  parts.sendMails?.();
}

/** An order that concerns one account alone. */
type OwnOrder = Exclude<GivenOrder, { act: 'merge' }>;

/** What an order has done to a locked account. */
interface Done {
  act: AuditAct;
  before?: AuditValues;
  after?: AuditValues;
  mails?: MailOrder[];
  change?: AccountChange | null;
}

async function carryOut(parts: AdministrationParts, id: string, order: OwnOrder, options: OrderOptions) {
  const now = parts.now();
  const done = await parts.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, id);
    if (!locked) throw new AccountRefusal('not-found');
    const result = await act({ tx, now, ...locked, ...options }, order);
    if (!result) return null;
    const { act: name, before, after } = result;
    await recordAct(tx, { at: now, actor: options.actor, act: name, account: id, before, after });
    for (const mail of result.mails ?? []) await orderMail(tx, { ...mail, of: id }, now);
    return result;
  });
  if (done?.change) parts.tell?.(done.change);
  if (done?.mails) parts.sendMails?.();
}

interface Acting extends OrderOptions, AccountWithRoles {
  tx: Queryable;
  now: Date;
}

/** Does what an order says; null if there is nothing left to do. Throws AccountRefusal. */
function act(acting: Acting, order: OwnOrder): Promise<Done | null> {
  switch (order.act) {
    case 'lock':
      return lock(acting);
    case 'unlock':
      return unlock(acting);
    case 'end-sessions':
      return endSessions(acting, order.generation);
    case 'mail-password':
      return mailPassword(acting);
    case 'remove-two-step':
      return removeTwoSteps(acting);
    case 'add-role':
      return changeRoles(acting, order.role, true);
    case 'remove-role':
      return changeRoles(acting, order.role, false);
    case 'correct':
      return correct(acting, order);
  }
}

async function lock(acting: Acting): Promise<Done | null> {
  const { tx, now, account, mustKeep, language } = acting;
  if (account.lockedAt) return null;
  const refusal = mustKeep(adminRole);
  if (refusal) throw new AccountRefusal(refusal);
  const change = await startGeneration(tx, account.id, { lockedAt: now });
  return { act: 'locked', change, mails: [{ kind: 'account-locked', account: recipient(account), language }] };
}

async function unlock({ tx, account, language }: Acting): Promise<Done | null> {
  if (!account.lockedAt) return null;
  await tx.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, account.id));
  return { act: 'unlocked', mails: [{ kind: 'account-unlocked', account: recipient(account), language }] };
}

async function endSessions({ tx, now, account, actor }: Acting, generation: number): Promise<Done | null> {
  if (account.generation !== generation) {
    const after = new Date(now.getTime() - samePressMs);
    if (await hasActed(tx, { account: account.id, act: 'sessions-ended', after, actor })) return null;
    // They have ended since the page was opened, and those of now have begun after that.
    throw new AccountRefusal('account-changed');
  }
  return { act: 'sessions-ended', change: await startGeneration(tx, account.id, {}) };
}

async function mailPassword({ tx, now, account, language }: Acting): Promise<Done | null> {
  if (account.lockedAt) throw new AccountRefusal('account-locked');
  const after = new Date(now.getTime() - samePressMs);
  if (await hasActed(tx, { account: account.id, act: 'password-mailed', after })) return null;
  return { act: 'password-mailed', mails: [{ kind: 'reset', email: account.email, isOrdered: true, language }] };
}

async function removeTwoSteps({ tx, now, account, language }: Acting): Promise<Done | null> {
  if (!(await removeSecondFactors(tx, { account, language, now }))) return null;
  // The mail is ordered.
  return { act: 'two-step-removed', change: await startGeneration(tx, account.id, {}), mails: [] };
}

async function changeRoles(acting: Acting, role: string, isHeld: boolean): Promise<Done | null> {
  const { tx, account, mustKeep, language } = acting;
  if (account.roles.includes(role) === isHeld) return null;
  const refusal = !isHeld && (role === adminRole || role === chairRole) ? mustKeep(role) : null;
  if (refusal) throw new AccountRefusal(refusal);
  await (isHeld ? addAccountRole : removeAccountRole)(tx, account.id, role);
  // With those of outside providers, which may give the same role.
  const held = (await findAccountById(tx, account.id))?.roles ?? [];
  const roles = isHeld ? [...account.roles, role] : account.roles.filter((each) => each !== role);
  return {
    act: isHeld ? 'role-added' : 'role-removed',
    before: { roles: account.roles },
    after: { roles },
    mails: [{ kind: 'roles-changed', account: recipient(account), roles: held, language }],
  };
}

async function correct(acting: Acting, order: GivenOrder & { act: 'correct' }): Promise<Done | null> {
  const { tx, account, language } = acting;
  const name = NameSchema.safeParse(order.name);
  if (!name.success) throw new AccountRefusal('name-invalid');
  const email = EmailSchema.safeParse(order.email);
  if (!email.success) throw new AccountRefusal('email-invalid');
  const wanted = { name: name.data, email: email.data };
  if (wanted.name === account.name && wanted.email === account.email) return null;
  if (order.version !== versionOf(account)) throw new AccountRefusal('account-changed');
  const before = recipient(account);
  await tx.update(accounts).set({ name: wanted.name }).where(eq(accounts.id, account.id));
  if (wanted.email === account.email) {
    return { act: 'corrected', before: { name: before.name }, after: { name: wanted.name } };
  }
  const owner = await findAccountByEmail(tx, wanted.email);
  if (owner && owner.id !== account.id) throw new AccountRefusal('email-taken');
  await changeEmail(tx, account, wanted.email);
  await voidAddresses(tx, account.id);
  const isSame = comparedEmail(wanted.email) === account.emailKey;
  const told = isSame ? [wanted.email] : [before.email, wanted.email];
  const values = { formerEmail: before.email, email: wanted.email, language };
  const mails: MailOrder[] = told.map((to) => ({
    kind: 'email-corrected',
    account: { email: to, name: wanted.name },
    ...values,
  }));
  return { act: 'corrected', before, after: wanted, mails };
}
