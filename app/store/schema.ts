import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { bigint, boolean, index, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Connection to the web app's own tables. */
export type WebDatabase = NodePgDatabase;

/** Kinds of forms whose content is stored before it is saved. */
export const formKinds = [
  'mapping',
  'metadata',
  'comments',
  'vote',
  'download',
  'answers',
  'news',
  'own-note',
  'letter',
  'board',
  'withdrawal',
  'correction',
  'sharing',
  'documents',
  'embargo',
  'private-link',
  'access-token',
  'account',
] as const;
export type FormKind = (typeof formKinds)[number];

/** Forms in which an upload is prepared, alone or with co-authors. */
export const formsOfPreparation = [
  'mapping',
  'metadata',
  'comments',
  'answers',
  'news',
  'documents',
] as const satisfies FormKind[];

/** State of a row: the current draft, the record of a save, or a version that can be restored. */
export type DraftState = 'draft' | 'saved' | StashState;

/** Why a version is not the draft any more: conflict with another window, discarded, or its upload was submitted. */
export type StashState = 'conflict' | 'discarded' | 'submitted';

/** Tables of the web app itself: sessions and drafts. They have their own migrations. */
export const web = pgSchema('web');

export const sessions = web.table(
  'sessions',
  {
    /** SHA-256 of the id in the cookie, so that the table does not contain usable ids. */
    idHash: text('id_hash').primaryKey(),
    /** `sub` of the provider. It stays after the end of the session, for forms that are posted then. */
    subject: text('subject').notNull(),
    /** Session at the provider, which a back-channel logout names; '' when unknown. */
    sid: text('sid').notNull(),
    /** User and tokens, encrypted; '' once the session has ended. */
    sealed: text('sealed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Request that is renewing the tokens, and the time until which others wait. */
    renewer: uuid('renewer'),
    renewerUntil: timestamp('renewer_until', { withTimezone: true }),
  },
  (table) => [
    index('sessions_subject').on(table.subject),
    index('sessions_sid').on(table.sid),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
);

/** Back-channel logout tokens that were used. Each works once, on any server. */
export const logoutTokens = web.table(
  'logout_tokens',
  {
    /** SHA-256 of its id (`jti`), which may be of any length. */
    idHash: text('id_hash').primaryKey(),
    rememberUntil: timestamp('remember_until', { withTimezone: true }).notNull(),
  },
  (table) => [index('logout_tokens_remember_until').on(table.rememberUntil)],
);

/** A text that SESSION_SECRET sealed at the first start, to detect a start with another secret. One row. */
export const secretProofs = web.table('secret_proofs', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
});

/** One row for each form and window: the text of the window and its state (docs/forms.md). */
export const drafts = web.table(
  'drafts',
  {
    subject: text('subject').notNull(),
    form: text('form').$type<FormKind>().notNull(),
    /** Object of the form: an upload id, a session id, '12r/1' for a vote panel. */
    object: text('object').notNull(),
    /** The rendering of the form in which the text was typed. */
    windowId: text('window_id').notNull().default(''),
    state: text('state').$type<DraftState>().notNull().default('draft'),
    /** Grows with every write of the form. It is never used twice, not even after the rows of the form were deleted. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** ETag of the saved content when the text was begun; '' if there is none. */
    savedTag: text('saved_tag').notNull().default(''),
    /** FormEntries as JSON text, because jsonb refuses the NUL that a form may contain. Null once saved. */
    entries: text('entries'),
    /** The form was posted after the session had ended. */
    savedAfterSessionEnd: boolean('saved_after_session_end').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.form, table.object, table.windowId] }),
    index('drafts_saved_at').on(table.savedAt),
  ],
);
