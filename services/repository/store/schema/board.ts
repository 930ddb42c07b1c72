import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, serial, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core';

import type { HistoryAct, HistoryContent } from '@domain/board/history';
import type { MailRhythm } from '@domain/board/profiles';
import type { NoteReader } from '@domain/board/notes';
import type { PanelNumber } from '@domain/limits';
import type { UploadStatus } from '@domain/upload-status';

import { repository } from './namespace';
import { people, personColumn } from './people';
import { uploadColumn } from './uploads';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Experts who hold a panel, from their invitation or first vote until they hand it over. */
export const panelSeats = repository.table(
  'panel_seats',
  {
    upload: uploadColumn(),
    panel: integer('panel').$type<PanelNumber>().notNull(),
    expert: personColumn('expert'),
    /** Who invited the expert; null if they took the panel or were invited automatically. */
    invitedBy: text('invited_by').references(() => people.subject),
    /** Hash of the secret in the link of the invitation; null if there was none. */
    linkHash: text('link_hash').unique(),
    /** When the expert was invited or took the panel. */
    since: moment('since').notNull(),
    /** When the expert accepted or took the panel; null while the invitation is open. */
    acceptedAt: moment('accepted_at'),
    /** When the vote should be there. */
    dueAt: moment('due_at').notNull(),
    /** Reminders of the vote that were due so far; after a vote, those of the chair since the votes disagreed. */
    reminders: integer('reminders').notNull().default(0),
  },
  (table) => [
    unique('panel_seats_panel').on(table.upload, table.panel),
    unique('panel_seats_expert').on(table.upload, table.expert),
    index('panel_seats_of_expert').on(table.expert),
    index('panel_seats_since').on(table.since),
  ],
);

/** Everything that was done with submissions. The database refuses to change or delete its rows. */
export const reviewHistory = repository.table(
  'review_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    upload: uploadColumn(),
    at: moment('at').notNull(),
    act: text('act').$type<HistoryAct>().notNull(),
    /** Null for what happened by itself. */
    actor: text('actor').references(() => people.subject),
    panel: integer('panel').$type<PanelNumber>(),
    /** The expert whom it is about. */
    expert: text('expert').references(() => people.subject),
    statusBefore: text('status_before').$type<UploadStatus>().notNull(),
    statusAfter: text('status_after').$type<UploadStatus>().notNull(),
    content: jsonb('content').$type<HistoryContent>().notNull(),
  },
  (table) => [
    index('review_history_upload').on(table.upload),
    index('review_history_at').on(table.at),
    index('review_history_of_actor').on(table.actor),
    index('review_history_of_expert')
      .on(table.expert)
      .where(sql`${table.expert} is not null`),
    // The figures of the board need nothing but this index.
    index('review_history_figures')
      .on(table.upload, table.id, table.act, table.actor, table.at, table.statusAfter)
      .where(sql`${table.act} in ('submitted', 'reopened', 'voted', 'decided')`),
  ],
);

/** Requests for changes, with the answers of the contributor. */
export const changeRequests = repository.table(
  'change_requests',
  {
    id: serial('id').primaryKey(),
    upload: uploadColumn(),
    panel: integer('panel').$type<PanelNumber>().notNull(),
    expert: personColumn('expert'),
    points: text('points').array().notNull(),
    /** As many as there are points; '' = not answered. */
    answers: text('answers').array().notNull(),
    requestedAt: moment('requested_at').notNull(),
    /** When the contributor handed in again, withdrew, or the chair reopened the submission; null until then. */
    closedAt: moment('closed_at'),
    /** Reminders of the answers that were due so far. */
    reminders: integer('reminders').notNull().default(0),
    /** The submission as it was, for a comparison with the next round. */
    before: jsonb('before').notNull(),
  },
  (table) => [
    uniqueIndex('change_requests_open')
      .on(table.upload)
      .where(sql`closed_at is null`),
    index('change_requests_upload').on(table.upload),
    index('change_requests_of_expert').on(table.expert),
  ],
);

/** Notes about a submission, apart from those of the votes. */
export const reviewNotes = repository.table(
  'review_notes',
  {
    id: serial('id').primaryKey(),
    upload: uploadColumn(),
    author: personColumn('author'),
    readers: text('readers').$type<NoteReader>().notNull(),
    /** Subject of the expert to whom a note for the other expert was written; null for both experts, and for other notes. */
    addressee: text('addressee').references(() => people.subject),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('review_notes_upload').on(table.upload), index('review_notes_of_author').on(table.author)],
);

/** Letters about decisions, which the contributor gets. */
export const decisionLetters = repository.table(
  'decision_letters',
  {
    upload: uploadColumn().primaryKey(),
    text: text('text').notNull(),
    /** Incremented with every save. */
    version: integer('version').notNull(),
    /** Null while the chair may still edit it. */
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('decision_letters_unsent')
      .on(table.upload)
      .where(sql`${table.sentAt} is null`),
  ],
);

/** What members of the board say about themselves. */
export const expertProfiles = repository.table('expert_profiles', {
  expert: personColumn('expert').primaryKey(),
  institution: text('institution').notNull().default(''),
  /** Keys of motor tests and words for methods. */
  topics: text('topics').array().notNull(),
  /** First and last day of an absence, yyyy-MM-dd. */
  awayFrom: text('away_from'),
  awayUntil: text('away_until'),
  /** One mail a day instead of one for each event. */
  mails: text('mails').$type<MailRhythm>().notNull().default('each'),
});

/** Mails that wait for the daily digest of their recipient. */
export const waitingMails = repository.table(
  'waiting_mails',
  {
    id: serial('id').primaryKey(),
    recipient: personColumn('recipient'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('waiting_mails_recipient').on(table.recipient)],
);
