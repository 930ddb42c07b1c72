import { z } from 'zod';

import { BilingualSchema } from '../language';
import { knownRoles } from '../roles';
import { storableText } from '../text';
import { moment, PagedSchema } from './administration';

/** An account as administrators see it. */
const AdministeredAccountSchema = z.object({
  /** `sub` of its tokens. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Given by an operator or administrator. */
  roles: z.array(z.string()),
  /** Given by outside providers, which alone take them away. */
  providerRoles: z.array(z.string()),
  /** Since when it is locked. */
  lockedAt: moment.nullable(),
  createdAt: moment,
  /** Null: not since the server records it. */
  lastSignInAt: moment.nullable(),
  /** Whether it has an authenticator app or a passkey. */
  hasTwoSteps: z.boolean(),
  /** Sessions at the identity provider. */
  sessions: z.number().int(),
  /** New address that waits for its confirmation. */
  unconfirmedEmail: z.string().nullable(),
  /** Number of the password; ending the sessions counts as well. */
  generation: z.number().int(),
  /** Changes with everything that an administrator can change. */
  version: z.string(),
});
export type AdministeredAccount = z.infer<typeof AdministeredAccountSchema>;

export const AccountPageSchema = z.object({
  ...PagedSchema,
  /** Whether an outside identity provider keeps the accounts. Then there are none here. */
  isOutside: z.boolean(),
  accounts: z.array(AdministeredAccountSchema),
});
export type AccountPage = z.infer<typeof AccountPageSchema>;

const WaysToLogInSchema = z.object({
  hasPassword: z.boolean(),
  /** With outside providers. */
  logins: z.array(
    z.object({
      issuer: z.string(),
      /** Name of the provider; null: the settings do not have it any more. */
      provider: BilingualSchema.nullable(),
      /** Name there; '' if the provider told none. */
      shownAs: z.string(),
      /** That the login gives. */
      roles: z.array(z.string()),
      linkedAt: moment,
      usedAt: moment,
      /** When the roles end unless it is used before; null: it gives none. */
      rolesEndAt: moment.nullable(),
    }),
  ),
});
export type WaysToLogIn = z.infer<typeof WaysToLogInSchema>;

/** One account, with what is stored of it in the repository. */
export const AccountViewSchema = z.object({
  account: AdministeredAccountSchema,
  ...WaysToLogInSchema.shape,
  uploads: z.number().int(),
  storedBytes: z.number(),
  limitBytes: z.number(),
  /** It is that of whoever asks. */
  isOwn: z.boolean(),
});
export type AccountView = z.infer<typeof AccountViewSchema>;

/** One of two accounts that are to be merged, with what an administrator weighs. */
const MergedAccountSchema = z.object({
  account: AdministeredAccountSchema,
  ...WaysToLogInSchema.shape,
  hasSecondFactor: z.boolean(),
  uploads: z.number().int(),
  storedBytes: z.number(),
  votes: z.number().int(),
});
export type MergedAccount = z.infer<typeof MergedAccountSchema>;

/** Two accounts as they are before a merge: `from` ends, `into` stays. */
export const MergePreviewSchema = z.object({
  from: MergedAccountSchema,
  into: MergedAccountSchema,
  /** What one account may store. The account that stays may store more by the merge. */
  limitBytes: z.number(),
  /** Changes with everything that an administrator can change about either. */
  version: z.string(),
});
export type MergePreview = z.infer<typeof MergePreviewSchema>;

/** What an administrator can do with an account. */
export const AccountOrderSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('lock') }),
  z.object({ act: z.literal('unlock') }),
  /** `generation` as read: a second press ends no session that has begun since. */
  z.object({ act: z.literal('end-sessions'), generation: z.number().int() }),
  z.object({ act: z.literal('mail-password') }),
  /** For somebody who has lost the app and the recovery codes. */
  z.object({ act: z.literal('remove-two-step') }),
  z.object({ act: z.literal('add-role'), role: z.enum(knownRoles) }),
  z.object({ act: z.literal('remove-role'), role: z.enum(knownRoles) }),
  z.object({
    act: z.literal('correct'),
    name: z.string().max(2000),
    email: z.string().max(2000),
    version: z.string().max(100),
  }),
  /** Gives everything of the account to another one, and ends it. `version` is that of the preview. */
  z.object({
    act: z.literal('merge'),
    into: z.string().max(255).transform(storableText),
    version: z.string().max(200),
  }),
]);
export type AccountOrder = z.infer<typeof AccountOrderSchema>;
