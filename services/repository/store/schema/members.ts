import { sql } from 'drizzle-orm';
import { check, index, integer, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import type { UploadRight } from '@domain/life/co-authors';

import { repository } from './namespace';
import { people, personColumn } from './people';
import { studies, uploads } from './uploads';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Co-authors, invitations of co-authors, and offers to take an upload over. Rows are never deleted: whoever accepted one
 * stays a party to the submission.
 */
export const studyMembers = repository.table(
  'study_members',
  {
    id: serial('id').primaryKey(),
    /** The study whose uploads are shared, those that join later among them; null if only `upload` is. */
    study: integer('study').references(() => studies.id),
    /** The upload that is shared; null if the whole study is. */
    upload: integer('upload').references(() => uploads.number),
    /** Address to which the mail was sent. */
    email: text('email').notNull(),
    /** Who accepted; null until then. */
    person: text('person').references(() => people.subject),
    /** What they may do; 'own' is an offer to take the upload over. */
    right: text('right').$type<UploadRight>().notNull(),
    invitedBy: personColumn('invited_by'),
    /** Reason of an offer that the chair made; null for everything else. */
    chairsReason: text('chairs_reason'),
    invitedAt: moment('invited_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Hash of the secret in the link of the mail; null for rows that were made without a mail. */
    linkHash: text('link_hash'),
    acceptedAt: moment('accepted_at'),
    /** When it was declined, withdrawn or ended, or an upload was taken over. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('study_members_study').on(table.study),
    index('study_members_upload').on(table.upload),
    index('study_members_person').on(table.person),
    index('study_members_invited_by').on(table.invitedBy, table.invitedAt),
    uniqueIndex('study_members_link').on(table.linkHash),
    check('study_members_scope', sql`(${table.study} is null) <> (${table.upload} is null)`),
  ],
);
