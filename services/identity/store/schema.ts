import { index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

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
    passwordHash: text('password_hash').notNull(),
    roles: text('roles').array().notNull(),
    /** Number of password changes. Sessions and tokens of an earlier generation are not valid. */
    generation: integer('generation').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email_key').on(table.emailKey)],
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
    /** Generation of the account when its password was checked. */
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

/** Keys that the provider has generated for itself, encrypted with a key derived from SESSION_SECRET. */
export const keys = identity.table('keys', {
  purpose: text('purpose').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
