import type { MergeConflict } from '@domain/merged-people';

import { isUniqueViolation } from '../store/accounts';

/** Why two accounts were not merged. */
export type MergeRefusal =
  | 'merge-same'
  | 'merge-unknown'
  | 'merge-locked'
  | 'merge-own'
  | 'merge-changed'
  | MergeConflict;

/** Why an account could not be created or changed. */
export type AccountRefusalCode =
  | 'email-invalid'
  | 'email-taken'
  | 'name-invalid'
  | 'password-invalid'
  | 'role-invalid'
  | 'no-personal-data'
  | 'not-confirmed'
  | 'not-found'
  | 'last-admin'
  | 'last-chair'
  | 'account-locked'
  | MergeRefusal
  | 'account-changed'
  | 'role-of-provider';

export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;

  constructor(code: AccountRefusalCode) {
    super(code);
    this.name = 'AccountRefusal';
    this.code = code;
  }
}

/** Refusals of orders; the others are those of the command. */
export type AccountOrderRefusalCode = Exclude<
  AccountRefusalCode,
  'password-invalid' | 'role-invalid' | 'no-personal-data' | 'not-confirmed' | 'role-of-provider'
>;

/** The code of a refused order. Throws every other error. */
export function refusalOf(error: unknown): AccountOrderRefusalCode {
  if (error instanceof AccountRefusal) return error.code as AccountOrderRefusalCode;
  if (isUniqueViolation(error)) return 'email-taken';
  throw error;
}
