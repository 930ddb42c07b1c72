import { bigint, index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import type { MailOrder } from './mail-order';
import type { OutsidePerson } from './outside-person';

/** Database schema of the identity provider, with its own migrations. */
export const identity = pgSchema('identity');

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = identity.table(
  'accounts',
  {
    /** `sub` of every token. */
    id: text('id').primaryKey(),
    /** As the owner typed it. Mail is sent to this address. */
    email: text('email').notNull(),
    /** The address in the form in which addresses are compared (`comparedEmail`). */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    /** '' if the account has no password, because its owner logs in with an outside provider. */
    passwordHash: text('password_hash').notNull(),
    /** Roles that an operator has given. Those of outside providers are added when an account is read (accounts.ts). */
    roles: text('roles').array().notNull(),
    /** How often all sessions and tokens were ended (generation.ts). Those of an earlier generation are not valid. */
    generation: integer('generation').notNull().default(0),
    /** Since when nobody can log in with it; null: it is not locked. */
    lockedAt: moment('locked_at'),
    /** Null: nobody has logged in with it since this is recorded. */
    lastSignInAt: moment('last_sign_in_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email_key').on(table.emailKey)],
);

/** Who somebody is at an outside OpenID provider, and the account that this person logs in to with it. */
export const outsideIdentities = identity.table(
  'outside_identities',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Issuer and subject of the ID token. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Name there that its owner recognises: ORCID iD, e-mail address or name; '' if it told none. */
    shownAs: text('shown_as').notNull(),
    /** The ORCID iD that the provider has confirmed. */
    orcid: text('orcid'),
    /** Roles of the latest login with it. Those that an operator has given are in `accounts`. */
    roles: text('roles').array().notNull(),
    linkedAt: moment('linked_at').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [
    uniqueIndex('outside_identities_subject').on(table.issuer, table.subject),
    index('outside_identities_account_id').on(table.accountId),
  ],
);

/** Sessions, interactions, grants, codes and refresh tokens of oidc-provider. */
export const artifacts = identity.table(
  'artifacts',
  {
    model: text('model').notNull(),
    /** SHA-256 of the id, so that a copy of the table does not contain usable sessions or tokens. */
    idHash: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    accountId: text('account_id'),
    /** Generation of the account when it signed in. */
    generation: integer('generation'),
    grantId: text('grant_id'),
    /** Second id of a session. */
    uid: text('uid'),
    expiresAt: moment('expires_at'),
    /** Time when a code or a refresh token was used. */
    consumedAt: moment('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('artifacts_grant_id').on(table.grantId),
    index('artifacts_uid').on(table.uid),
    index('artifacts_account_id').on(table.accountId),
    index('artifacts_expires_at').on(table.expiresAt),
  ],
);

/** Attempts that count towards the limit of `key`. */
export const attempts = identity.table(
  'attempts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('attempts_key').on(table.key, table.at)],
);

/** Mailed links for setting a new password. Only the hash of the token is stored. */
export const passwordResets = identity.table(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('password_resets_account_id').on(table.accountId)],
);

/** Authenticator apps (TOTP, RFC 6238), each with its sealed secret. They are stored once a code has confirmed them. */
export const authenticatorApps = identity.table('authenticator_apps', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  confirmedAt: moment('confirmed_at').notNull(),
  /** Time step of the latest code. No code of this step or an earlier one is accepted. */
  lastStep: integer('last_step').notNull(),
});

/** Passkeys (WebAuthn) of accounts. */
export const passkeys = identity.table(
  'passkeys',
  {
    /** Id of the credential, in base64url. */
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** As its owner calls it. */
    name: text('name').notNull(),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter; always 0 for passkeys that are synchronised between devices. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it, as they said. */
    transports: text('transports').array().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_account_id').on(table.accountId)],
);

/** Recovery codes of an account that have not been used. */
export const recoveryCodes = identity.table(
  'recovery_codes',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** A registration whose address is not confirmed yet. */
export interface Registration {
  name: string;
  /** '' with `outside`. */
  passwordHash: string;
  /** Hash of the form token of the browser that registered. */
  browserHash: string;
  /** Address that goes on with the sign-in that led to the registration. */
  continueAt: string;
  /** The outside identity that will log in to the account. */
  outside?: OutsidePerson;
}

/**
 * E-mail addresses that wait for their mailed link to be opened: those of registrations, and new ones of accounts.
 * Exactly one of `registration` and `accountId` is set.
 */
export const addressConfirmations = identity.table(
  'address_confirmations',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in the link; null until the mail is sent. */
    tokenHash: text('token_hash'),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    registration: jsonb('registration').$type<Registration>(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Generation of the account when it asked for the address. The next one voids the link. */
    generation: integer('generation'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('address_confirmations_token_hash').on(table.tokenHash),
    index('address_confirmations_email_key').on(table.emailKey),
    index('address_confirmations_account_id').on(table.accountId),
  ],
);

/** Mails that are to be sent, or were refused. Their links are made when they are sent, so no token is stored. */
export const waitingMails = identity.table(
  'waiting_mails',
  {
    id: text('id').primaryKey(),
    order: jsonb('order').$type<MailOrder>().notNull(),
    /** Number of attempts that have begun. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** While a server sends the mail, the time at which others may take over; null: it was refused or given up. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Code of the last failure; null if there was none, or it had none. */
    lastCode: text('last_code'),
  },
  (table) => [index('waiting_mails_next_attempt_at').on(table.nextAttemptAt)],
);

/** Keys that the provider has generated for itself, encrypted with a key derived from SESSION_SECRET. */
export const keys = identity.table('keys', {
  purpose: text('purpose').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
