import { boolean, index, integer, jsonb, text, timestamp, unique } from 'drizzle-orm/pg-core';

import type { CriteriaAnswers } from '@domain/board/criteria';
import type { PanelNumber } from '@domain/limits';
import type { Rating } from '@domain/upload-status';

import { repository } from './namespace';
import { personColumn } from './people';
import { uploadColumn } from './uploads';

/** Votes by panel. A row exists after the first vote. */
export const votes = repository.table(
  'votes',
  {
    upload: uploadColumn(),
    panel: integer('panel').$type<PanelNumber>().notNull(),
    expert: personColumn('expert'),
    rating: integer('rating').$type<Rating>().notNull(),
    note: text('note').notNull(),
    /** The expert declared that they have no conflict of interest; null without a declaration, as the spec has none. */
    isImpartial: boolean('is_impartial'),
    /** Answers to the criteria, by their names. */
    criteria: jsonb('criteria').$type<CriteriaAnswers>().notNull().default({}),
    /** Incremented with every save. A vote based on an older version is refused. */
    version: integer('version').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('votes_panel').on(table.upload, table.panel),
    unique('votes_expert').on(table.upload, table.expert),
    index('votes_of_expert').on(table.expert),
  ],
);

/** When an expert first opened the vote screen of an upload: the `start` of a later vote. */
export const panelOpenings = repository.table(
  'panel_openings',
  {
    upload: uploadColumn(),
    expert: personColumn('expert'),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('panel_openings_expert').on(table.upload, table.expert),
    index('panel_openings_of_expert').on(table.expert),
  ],
);

/** Experts who were asked by e-mail to vote on a submission. They are also notified of its withdrawal. */
export const askedExperts = repository.table(
  'asked_experts',
  { upload: uploadColumn(), expert: personColumn('expert') },
  (table) => [
    unique('asked_experts_expert').on(table.upload, table.expert),
    index('asked_experts_of_expert').on(table.expert),
  ],
);

/** 'registered' is a DOI that leads to its page without being found at DataCite: that of a withdrawn data set. */
export type DoiState = 'draft' | 'findable' | 'registered';
/** States of DOIs that lead to their page. */
export const resolvingStates: DoiState[] = ['findable', 'registered'];
type Registrar = 'local' | 'datacite-test' | 'datacite';

/** DOIs by upload, with the DataCite JSON that was sent, or would be sent without the local adapter. */
export const dois = repository.table('dois', {
  upload: uploadColumn().primaryKey(),
  doi: text('doi').notNull().unique(),
  state: text('state').$type<DoiState>().notNull(),
  /** 'local' = made by the local adapter; 'datacite-test' = registered with DataCite's test system. */
  registrar: text('registrar').$type<Registrar>().notNull(),
  attributes: jsonb('attributes').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** Last failed registration of an upload, for the operator. Deleted after a success. */
export const doiErrors = repository.table('doi_errors', {
  upload: uploadColumn().primaryKey(),
  reason: text('reason').notNull(),
  /** Refused until something is corrected; otherwise the registrar was unavailable. */
  isRefusal: boolean('is_refusal').notNull(),
  since: timestamp('since', { withTimezone: true }).notNull(),
  triedAt: timestamp('tried_at', { withTimezone: true }).notNull(),
});
