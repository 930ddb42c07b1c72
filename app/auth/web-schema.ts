import { boolean, index, integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { DraftForm } from './draft-store';

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

export const drafts = web.table(
  'drafts',
  {
    subject: text('subject').notNull(),
    form: text('form').$type<DraftForm>().notNull(),
    /** What the form is about: an upload id, a session id, '12r/1' for a vote panel. */
    object: text('object').notNull(),
    version: integer('version').notNull(),
    /** FormEntries as JSON text: the jsonb type refuses the NUL a form may hold. */
    entries: text('entries').notNull(),
    rescued: boolean('rescued').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.form, table.object] }),
    index('drafts_saved_at').on(table.savedAt),
  ],
);
