import type {
  AccountOrder,
  AccountPage,
  AccountView,
  AdministeredAccount,
  MergePreview,
} from '@domain/api/administered-accounts';
import { administrationPerPage } from '@domain/api/administration';
import { type ErrorCode, Refusal } from '@domain/error-codes';
import { placeOf } from '@domain/page-of';

import type { AccountAdministration, AccountOrderRefusal } from '../../context/account-administration';
import type { Actor, RepositoryContext } from '../../context/context';
import { countVotes } from '../../store/merge-people';
import { countUploads } from '../../store/own-data-sets';
import { findPeople } from '../../store/people';
import { sumStoredBytes } from '../../store/storage';

/** A page of the accounts whose name or e-mail address contains `text`; of none if an outside provider keeps them. */
export async function listAccounts(
  _actor: Actor,
  { accounts }: RepositoryContext,
  { text, page }: { text: string; page: number },
): Promise<AccountPage> {
  if (!accounts) return { ...placeOf(0, 1), isOutside: true, accounts: [] };
  const found = await accounts.page({ text: text.trim(), page, perPage: administrationPerPage });
  return { ...placeOf(found.total, page, administrationPerPage), isOutside: false, accounts: found.accounts };
}

/** One account with what it stores. Refuses with 'not-found', or with 'accounts-outside'. */
export async function readAccount(actor: Actor, repository: RepositoryContext, id: string): Promise<AccountView> {
  const { db, settings } = repository;
  const accounts = accountsOf(repository);
  const account = await requireAccount(accounts, id);
  const ways = await accounts.waysToLogIn(id);
  if (!ways) throw new Refusal('not-found');
  return {
    account,
    ...ways,
    uploads: await countUploads(db, id),
    storedBytes: await sumStoredBytes(db, id),
    limitBytes: settings.storage.accountBytes,
    isOwn: actor.subject === id,
  };
}

const refusals: Record<AccountOrderRefusal, ErrorCode> = {
  'not-found': 'not-found',
  'email-invalid': 'account-email-invalid',
  'email-taken': 'account-email-taken',
  'name-invalid': 'account-name-invalid',
  'last-admin': 'last-admin',
  'last-chair': 'last-chair',
  'account-locked': 'account-locked',
  'merge-same': 'merge-same',
  'merge-unknown': 'merge-unknown',
  'merge-locked': 'merge-locked',
  'merge-own': 'merge-own',
  'merge-changed': 'merge-changed',
  'merge-both-reviewed': 'merge-both-reviewed',
  'merge-reviewed-own': 'merge-reviewed-own',
  'account-changed': 'account-changed',
};

/**
 * Carries out an order for an account, with mails to its owner in their language, or in both if it is unknown. Returns
 * the account; after a merge the one that stays. Refuses as `AccountOrderRefusal` says, or with 'accounts-outside'.
 */
export async function changeAccount(
  actor: Actor,
  repository: RepositoryContext,
  { id, order }: { id: string; order: AccountOrder },
): Promise<AdministeredAccount> {
  const accounts = accountsOf(repository);
  const staying = order.act === 'merge' ? order.into : id;
  const owner = (await findPeople(repository.db, [staying])).get(staying);
  const language = owner?.language ?? null;
  const refused = await accounts.order(id, order, { actor: actor.subject, language });
  if (refused) throw new Refusal(refusals[refused]);
  return requireAccount(accounts, staying);
}

/**
 * An account beside the one with an e-mail address, into which it would be merged. Refuses as `AccountOrderRefusal` says,
 * or with 'accounts-outside'.
 */
export async function previewMerge(
  actor: Actor,
  repository: RepositoryContext,
  { id, into }: { id: string; into: string },
): Promise<MergePreview> {
  const preview = await accountsOf(repository).previewMerge(id, into.trim(), actor.subject);
  if ('refusal' in preview) throw new Refusal(refusals[preview.refusal]);
  const { db, settings } = repository;
  const weigh = async <Side extends { account: AdministeredAccount }>(side: Side) => ({
    ...side,
    uploads: await countUploads(db, side.account.id),
    storedBytes: await sumStoredBytes(db, side.account.id),
    votes: await countVotes(db, side.account.id),
  });
  return {
    from: await weigh(preview.from),
    into: await weigh(preview.into),
    limitBytes: settings.storage.accountBytes,
    version: preview.version,
  };
}

function accountsOf({ accounts }: RepositoryContext): AccountAdministration {
  if (!accounts) throw new Refusal('accounts-outside');
  return accounts;
}

async function requireAccount(accounts: AccountAdministration, id: string): Promise<AdministeredAccount> {
  const account = await accounts.find(id);
  if (!account) throw new Refusal('not-found');
  return account;
}
