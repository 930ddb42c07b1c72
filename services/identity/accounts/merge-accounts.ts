import type { AccountOrder, AdministeredAccount, MergedAccount } from '@domain/api/administered-accounts';
import type { Language } from '@domain/language';
import type { MergeConflict, MergedPeople } from '@domain/merged-people';
import { adminRole, chairRole } from '@domain/roles';

import { recordAct, wasMerged } from '../../audit/audit';
import { type AccountChange, type AccountRow, findAccountByEmail } from '../store/accounts';
import {
  type AccountWithRoles,
  lockAccounts,
  readAccounts,
  rolesOf,
  versionOf,
  viewAccountOf,
} from '../store/administered-accounts';
import type { Queryable } from '../store/database';
import { endMergedAccount } from '../store/remove-account';
import { hasSecondFactor } from '../store/second-factors';
import { orderMail } from '../store/waiting-mails';
import { AccountRefusal } from './account-refusal';
import { type OutsideSettings, waysToLogIn } from './ways-to-log-in';

/** What the other parts of the installation do when two accounts are merged. */
export interface PersonMerging {
  /** Runs a transaction over accounts and everything else, again if it was aborted in a deadlock. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  /** Locks what decides whether they can become one, until the transaction ends. */
  lock(tx: Queryable, people: MergedPeople): Promise<void>;
  /** Why they cannot become one; null if they can. */
  conflict(tx: Queryable, people: MergedPeople): Promise<MergeConflict | null>;
  /** Gives everything of the one to the other, in the transaction that ends the account, with its locks. */
  give(tx: Queryable, people: MergedPeople): Promise<void>;
}

interface MergeParts {
  merging: PersonMerging;
  outside?: OutsideSettings | undefined;
  now(): Date;
}

type MergeOrder = Extract<AccountOrder, { act: 'merge' }>;

/** An account as administrators see it, with the ways to log in to it. */
export type MergeSide = Pick<MergedAccount, 'account' | 'hasPassword' | 'hasSecondFactor' | 'logins'>;

export interface MergeSides {
  from: MergeSide;
  into: MergeSide;
  version: string;
}

/** The accounts of a merge as they are, or throws an AccountRefusal that says why they would not be merged. */
export async function previewMerge(
  { merging, outside }: Omit<MergeParts, 'now'>,
  { from, email, actor }: { from: string; email: string; actor: string | null },
): Promise<MergeSides> {
  return merging.transaction(async (tx) => {
    const into = (await findAccountByEmail(tx, email))?.id ?? '';
    const people = pairOf(await readAccounts(tx, [from, into]), { from, into, actor });
    await refuseConflict(tx, merging, people);
    const sides = { from: await sideOf(tx, people.from, outside), into: await sideOf(tx, people.into, outside) };
    return { ...sides, version: mergeVersionOf(people) };
  });
}

/**
 * Merges an account into another one in one transaction, which gives it everything that the repository and the web app
 * keep of its owner, records the act and orders a mail to both addresses. So it is done or not begun, whenever a server
 * is killed. Null if it was done already. Throws AccountRefusal.
 */
export function mergeAccounts(
  { merging, outside, now }: MergeParts,
  from: string,
  { into, version }: Omit<MergeOrder, 'act'>,
  { actor, language }: { actor: string | null; language: Language | null },
): Promise<AccountChange | null> {
  return merging.transaction(async (tx) => {
    const locked = await lockAccounts(tx, [from, into]);
    if (!locked.has(from) && (await wasMerged(tx, { from, into }))) return null;
    const people = pairOf(locked, { from, into, actor });
    if (version !== mergeVersionOf(people)) throw new AccountRefusal('merge-changed');
    await merging.lock(tx, people);
    await refuseConflict(tx, merging, people);
    await merging.give(tx, people);
    const change = await endMergedAccount(tx, people.from, into);
    const at = now();
    const values = { before: valuesOf(people.from), after: valuesOf(people.into) };
    await recordAct(tx, { at, actor, act: 'merged', account: into, object: from, ...values });
    const { hasPassword, logins } = await waysToLogIn(tx, people.into, outside);
    const ways = { hasPassword, issuers: logins.map(({ issuer }) => issuer) };
    const told = { formerEmail: people.from.email, email: people.into.email, ...ways, language };
    for (const { name, email } of [people.from, people.into]) {
      await orderMail(tx, { kind: 'accounts-merged', of: into, account: { name, email }, ...told }, at);
    }
    return change;
  });
}

/** The two of some accounts that are to be merged. Throws AccountRefusal if they alone do not allow it. */
function pairOf(
  known: ReadonlyMap<string, AccountWithRoles>,
  { from, into, actor }: { from: string; into: string; actor: string | null },
): { from: AccountRow; into: AccountRow } {
  const [goes, stays] = [known.get(from), known.get(into)];
  if (!goes) throw new AccountRefusal('not-found');
  if (!stays) throw new AccountRefusal('merge-unknown');
  refuseAccounts(goes, stays, actor);
  return { from: withRoles(goes), into: withRoles(stays) };
}

/** With those of outside providers, because they decide as well who is an expert. */
const withRoles = (known: AccountWithRoles) => ({ ...known.account, roles: rolesOf(known) });

async function refuseConflict(tx: Queryable, merging: PersonMerging, people: MergedPeople): Promise<void> {
  const conflict = await merging.conflict(tx, people);
  if (conflict) throw new AccountRefusal(conflict);
}

function refuseAccounts(
  { account: from, mustKeep }: AccountWithRoles,
  { account: into }: AccountWithRoles,
  actor: string | null,
) {
  if (from.id === into.id) throw new AccountRefusal('merge-same');
  if (from.id === actor || into.id === actor) throw new AccountRefusal('merge-own');
  if (from.lockedAt || into.lockedAt) throw new AccountRefusal('merge-locked');
  const refusal = mustKeep(adminRole) ?? mustKeep(chairRole);
  if (refusal) throw new AccountRefusal(refusal);
}

function mergeVersionOf({ from, into }: { from: AccountRow; into: AccountRow }): string {
  return `${versionOf(from)}.${versionOf(into)}`;
}

function valuesOf({ name, email, roles }: AccountRow) {
  return { name, email, roles };
}

async function sideOf(tx: Queryable, row: AccountRow, outside: OutsideSettings | undefined): Promise<MergeSide> {
  const account: AdministeredAccount | null = await viewAccountOf(tx, row.id);
  if (!account) throw new AccountRefusal('not-found');
  return { account, ...(await waysToLogIn(tx, row, outside)), hasSecondFactor: await hasSecondFactor(tx, row.id) };
}
