import type { Language } from '@domain/language';

/**
 * A mail to be sent. Contains what its text needs, except links with tokens, which are made when it is sent. Without a
 * language, that of its reader is unknown. `of` is the id of the account that it is about, whichever address it goes to;
 * orders of a link have none.
 */
export type MailOrder = { language: Language | null; of?: string } &
  // isOrdered: by an administrator, so it is sent however many others the owner has asked for.
  (
    | { kind: 'reset'; email: string; isOrdered?: boolean }
    | { kind: 'confirmation'; confirmation: string }
    | { kind: 'provider-linked' | 'provider-unlinked'; account: Recipient; label: string }
    | { kind: 'email-changed'; former: Recipient; email: string }
    | { kind: 'two-step'; change: TwoStepChange; account: Recipient; codesLeft?: number }
    | { kind: 'email-corrected'; account: Recipient; formerEmail: string; email: string }
    | {
        kind: 'accounts-merged';
        account: Recipient;
        formerEmail: string;
        email: string;
        /** How to log in to the account that stays. */
        hasPassword: boolean;
        issuers: string[];
      }
    | { kind: 'roles-changed'; account: Recipient; roles: string[] }
    | { kind: 'account-locked' | 'account-unlocked'; account: Recipient }
    | { kind: 'password-changed'; account: Recipient }
  );

/** What was changed about the two-step sign-in of an account. Keys under `mails.twoStep` in the texts. */
export type TwoStepChange =
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-replaced'
  | 'code-used'
  | 'all-removed';

export interface Recipient {
  email: string;
  name: string;
}

/** Whom a mail about an account is sent to. */
export function recipient({ email, name }: Recipient): Recipient {
  return { email, name };
}
