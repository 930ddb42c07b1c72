import type { Language } from '@domain/language';

/** A mail to be sent. Contains what its text needs, except links with tokens, which are made when it is sent. */
export type MailOrder = { language: Language } & (
  | { kind: 'reset'; email: string }
  | { kind: 'confirmation'; confirmation: string }
  | { kind: 'provider-linked' | 'provider-unlinked'; account: Recipient; label: string }
  | { kind: 'email-changed'; former: Recipient; email: string }
  | { kind: 'password-changed'; account: Recipient }
);

export interface Recipient {
  email: string;
  name: string;
}
