import { index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Everything the identity provider owns lives in this database schema; it migrates on its own. */
export const identity = pgSchema('identity');

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = identity.table(
  'accounts',
  {
    /** `sub` of every token. */
    id: text('id').primaryKey(),
    /** As typed by its owner: where mail goes. */
    email: text('email').notNull(),
    /** The e-mail in the form in which it is compared: case does not count. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    roles: text('roles').array().notNull(),
    /** Grows with every new password: sessions and tokens of an earlier generation hold no more. */
    generation: integer('generation').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email_key').on(table.emailKey)],
);

/** What oidc-provider keeps: sessions, interactions, grants, codes, refresh tokens; the ids that open them only hashed. */
export const artifacts = identity.table(
  'artifacts',
  {
    model: text('model').notNull(),
    /** SHA-256 of the id: whoever reads the table cannot use a session or a token. */
    idHash: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    accountId: text('account_id'),
    /** Generation of the account whose password was typed for it. */
    generation: integer('generation'),
    grantId: text('grant_id'),
    /** Second name of a session. */
    uid: text('uid'),
    expiresAt: moment('expires_at'),
    /** Set once a code or a refresh token has been used. */
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

/** Attempts that count towards a limit: of whom (`key`), and when. */
export const attempts = identity.table(
  'attempts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('attempts_key').on(table.key, table.at)],
);

/** Mailed links for a new password; only the hash of a link's token is kept. */
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

/** Keys the provider generated for itself, encrypted with a key derived from SESSION_SECRET. */
export const keys = identity.table('keys', {
  purpose: text('purpose').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
