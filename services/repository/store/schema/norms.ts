import { customType, index, integer, jsonb, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';

import type { KeptCurves, KeptPoint, KeptSummary } from '@domain/norms/kept-norms';

import { repository } from './namespace';
import { dataSets } from './publication';

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});

/**
 * What published data sets contribute to norms (norms/). A data set has another one after a correction; the former stays
 * while versions of the curves refer to it. While a data set is withdrawn, they are not read; they go with its data.
 */
export const normContributions = repository.table(
  'norm_contributions',
  {
    /** Hash of the data set and everything that the content depends on. */
    id: text('id').primaryKey(),
    nr: integer('nr')
      .notNull()
      .references(() => dataSets.nr, { onDelete: 'cascade' }),
    /** Order in which they were made. */
    place: serial('place').notNull(),
  },
  (table) => [index('norm_contributions_nr').on(table.nr)],
);

/** The people of a contribution with one kind of result. */
export const normCells = repository.table(
  'norm_cells',
  {
    contribution: text('contribution')
      .notNull()
      .references(() => normContributions.id, { onDelete: 'cascade' }),
    /** Key of the vocabulary. */
    key: text('key').notNull(),
    /** Cells of at least 5 people each (norms/cell-bytes.ts); empty for aggregated data. */
    cells: bytea('cells').notNull(),
    /** Groups of aggregated data. */
    points: jsonb('points').$type<KeptPoint[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contribution, table.key] }), index('norm_cells_key').on(table.key)],
);

/** Versions of the curves. */
export const normVersions = repository.table('norm_versions', {
  /** Day, or day and number, as it is cited. */
  id: text('id').primaryKey(),
  place: serial('place').notNull().unique(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  /** Number of data sets in it. */
  dataSets: integer('data_sets').notNull(),
  /** When the data sets began to be read for it; null in versions that were made before it was kept. */
  readAt: timestamp('read_at', { withTimezone: true }),
});

/** Contributions behind the versions: a row for each time that one comes in, so that versions without it add nothing. */
export const normMemberships = repository.table(
  'norm_memberships',
  {
    contribution: text('contribution')
      .notNull()
      .references(() => normContributions.id, { onDelete: 'cascade' }),
    /** Place of the first version with it. */
    since: integer('since').notNull(),
    /** Place of the first version without it; null while the newest one has it. */
    until: integer('until'),
  },
  (table) => [primaryKey({ columns: [table.contribution, table.since] })],
);

/**
 * Curves of all data sets of a kind of result, which later versions have too until they have other ones. They stay,
 * because they are cited, until a data set in them is withdrawn.
 */
export const normCurves = repository.table(
  'norm_curves',
  {
    version: text('version')
      .notNull()
      .references(() => normVersions.id),
    key: text('key').notNull(),
    /** Null if there are no results any more. */
    summary: jsonb('summary').$type<KeptSummary>(),
    /** Null also once one of the data sets of the summary was withdrawn. */
    curves: jsonb('curves').$type<KeptCurves>(),
  },
  (table) => [primaryKey({ columns: [table.version, table.key] }), index('norm_curves_key').on(table.key)],
);
