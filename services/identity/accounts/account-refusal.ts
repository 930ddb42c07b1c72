import type { MergeConflict } from '@domain/merged-people';

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
