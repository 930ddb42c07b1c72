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
  | 'account-changed';

export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;

  constructor(code: AccountRefusalCode) {
    super(code);
    this.name = 'AccountRefusal';
    this.code = code;
  }
}
