import { bigint, boolean, index, pgSchema, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

import type { AsideReason, DraftForm, DraftState } from '../auth/draft-store';

/** What the web app itself keeps: sessions and drafts. It migrates on its own. */
export const web = pgSchema('web');

export const sessions = web.table(
  'sessions',
  {
    /** SHA-256 of the id in the cookie: whoever reads the table cannot use a session. */
    idHash: text('id_hash').primaryKey(),
    /** `sub` of the provider; kept after the end, for forms that are posted then. */
    subject: text('subject').notNull(),
    /** Session at the provider, which a back-channel logout names; '' when unknown. */
    sid: text('sid').notNull(),
    /** User and tokens, encrypted; '' once the session has ended. */
    sealed: text('sealed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Who is renewing the tokens, and until when others wait. */
    renewer: uuid('renewer'),
    renewerUntil: timestamp('renewer_until', { withTimezone: true }),
  },
  (table) => [
    index('sessions_subject').on(table.subject),
    index('sessions_sid').on(table.sid),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
);

/** Back-channel logout tokens that were used: one works once, at whichever server. */
export const logoutTokens = web.table(
  'logout_tokens',
  {
    /** SHA-256 of its id (`jti`), which may be of any length. */
    idHash: text('id_hash').primaryKey(),
    rememberUntil: timestamp('remember_until', { withTimezone: true }).notNull(),
  },
  (table) => [index('logout_tokens_remember_until').on(table.rememberUntil)],
);

/** A text that SESSION_SECRET sealed at the first start: a start with another secret is known by it. One row. */
export const secretProofs = web.table('secret_proofs', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
});

/** The record of a form: its draft, or what became of it, so that an older window is known for one. */
export const drafts = web.table(
  'drafts',
  {
    subject: text('subject').notNull(),
    form: text('form').$type<DraftForm>().notNull(),
    /** What the form is about: an upload id, a session id, '12r/1' for a vote panel. */
    object: text('object').notNull(),
    /** Grows with every draft and every save; never used twice, even after the row was deleted. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** Version of its last save: what was opened before is out of date, also after a later draft was discarded. */
    savedVersion: bigint('saved_version', { mode: 'number' }).notNull().default(0),
    state: text('state').$type<DraftState>().notNull().default('draft'),
    /** Which opened form wrote it last: a window does not stand in its own way. */
    writer: text('writer').notNull().default(''),
    /** What was saved when the draft was begun, as the form named it; '' where nothing names it. */
    savedTag: text('saved_tag').notNull().default(''),
    /** FormEntries as JSON text: the jsonb type refuses the NUL a form may hold. Null unless a draft. */
    entries: text('entries'),
    rescued: boolean('rescued').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.form, table.object] }),
    index('drafts_saved_at').on(table.savedAt),
  ],
);

/** Versions of a form that another one was preferred to; kept until their user discards them. */
export const setAsideDrafts = web.table(
  'set_aside_drafts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull(),
    form: text('form').$type<DraftForm>().notNull(),
    object: text('object').notNull(),
    /** The opened form it was typed in, which goes on replacing it. */
    writer: text('writer').notNull(),
    reason: text('reason').$type<AsideReason>().notNull(),
    savedTag: text('saved_tag').notNull(),
    entries: text('entries').notNull(),
    typedAt: timestamp('typed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('set_aside_drafts_writer').on(table.subject, table.form, table.object, table.writer),
    index('set_aside_drafts_typed_at').on(table.typedAt),
  ],
);
