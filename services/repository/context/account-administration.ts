import type { AccountOrder, AdministeredAccount, MergedAccount, WaysToLogIn } from '@domain/api/administered-accounts';
import type { Language } from '@domain/language';
import type { MergeConflict } from '@domain/merged-people';

/** Why an order was not carried out. */
export type AccountOrderRefusal =
  | 'not-found'
  | 'email-invalid'
  | 'email-taken'
  | 'name-invalid'
  | 'last-admin'
  | 'last-chair'
  | 'account-locked'
  | 'merge-same'
  | 'merge-unknown'
  | 'merge-locked'
  | 'merge-own'
  | 'merge-changed'
  | MergeConflict
  | 'account-changed';

/** What the identity provider knows of an account that is to be merged. */
type MergeSide = Pick<MergedAccount, 'account' | 'hasPassword' | 'hasSecondFactor' | 'logins'>;

/** A mail of the identity provider that waits or was refused. */
export interface WaitingAccountMail {
  id: string;
  recipient: string;
  /** What it is about, such as 'reset'. */
  kind: string;
  since: Date;
  /** Of the next attempt; while a server sends it, when others may take over; null if it was refused or given up. */
  nextAt: Date | null;
  attempts: number;
  /** Of the last failure; null if there was none, or it had none. */
  code: string | null;
}

/** Accounts of our own identity provider. It records the acts in the audit itself, in the transactions of the acts. */
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
  /** Carries out an order of an administrator. Returns the code of its refusal, null if it was carried out. */
  order(
    id: string,
    order: AccountOrder,
    options: { actor: string; language: Language | null },
  ): Promise<AccountOrderRefusal | null>;
  /** The account with this id, and that with this e-mail address into which it would be merged, or why it would not be. */
  previewMerge(
    id: string,
    email: string,
    actor: string,
  ): Promise<{ from: MergeSide; into: MergeSide; version: string } | { refusal: AccountOrderRefusal }>;
  /** Mails that have been tried and wait or were refused, oldest first, the first `limit` of them. */
  waitingMails(limit: number): Promise<WaitingAccountMail[]>;
  /** How many of them there are. */
  countWaitingMails(): Promise<number>;
  /** Makes such a mail due, or removes it. Returns false if it is neither waiting nor refused any more. */
  orderMail(id: string, act: 'send' | 'discard', actor: string | null): Promise<boolean>;
}
