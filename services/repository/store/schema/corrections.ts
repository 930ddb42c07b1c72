import { integer, jsonb, serial, text, timestamp } from 'drizzle-orm/pg-core';

import type { FieldChange } from '@domain/metadata/compare';

import { repository } from './namespace';
import { personColumn } from './people';
import { studies, uploadColumn } from './uploads';

/** Corrections of metadata that wait for consent: at most one for each study. A row goes when it is decided. */
export const correctionProposals = repository.table('correction_proposals', {
  study: integer('study')
    .primaryKey()
    .references(() => studies.id),
  /** Never used twice, so that nobody consents to another proposal than the one they saw. */
  version: serial('version').notNull(),
  /** The upload from which it was made. */
  upload: uploadColumn(),
  proposer: personColumn('proposer'),
  /** What was corrected and why, for everybody. */
  note: text('note').notNull(),
  changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  proposedAt: timestamp('proposed_at', { withTimezone: true }).notNull(),
});
