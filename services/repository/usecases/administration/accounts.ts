import {
  type AccountOrder,
  type AccountPage,
  type AccountView,
  administrationPerPage,
  type AdministeredAccount,
} from '@domain/api/administration';
import { type ErrorCode, Refusal } from '@domain/error-codes';
import { defaultLanguage } from '@domain/language';
import { placeOf } from '@domain/page-of';

import type { AccountAdministration, AccountOrderRefusal } from '../../context/account-administration';
import type { Actor, RepositoryContext } from '../../context/context';
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
  const account = await requireAccount(accountsOf(repository), id);
  return {
    account,
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
  'account-changed': 'account-changed',
};

/**
 * Carries out an order for an account, with mails to its owner in their language. Refuses as `AccountOrderRefusal` says,
 * or with 'accounts-outside'.
 */
export async function changeAccount(
  actor: Actor,
  repository: RepositoryContext,
  { id, order }: { id: string; order: AccountOrder },
): Promise<AdministeredAccount> {
  const accounts = accountsOf(repository);
  const owner = (await findPeople(repository.db, [id])).get(id);
  const language = owner?.language ?? defaultLanguage;
  const refused = await accounts.order(id, order, { actor: actor.subject, language });
  if (refused) throw new Refusal(refusals[refused]);
  return requireAccount(accounts, id);
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
