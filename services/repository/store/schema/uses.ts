import { boolean, index, integer, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

import type { UseKind, UseMethod } from '@domain/api/use';

import { repository } from './namespace';

/** How often data sets were used, by month. This is all that is kept about use. */
export const useCounts = repository.table(
  'use_counts',
  {
    /** Public number of an accepted upload, which may be under an embargo. */
    nr: integer('nr').notNull(),
    /** yyyy-MM, in UTC. */
    month: text('month').notNull(),
    kind: text('kind').$type<UseKind>().notNull(),
    method: text('method').$type<UseMethod>().notNull(),
    uses: integer('uses').notNull(),
    /** Each visitor once an hour. */
    uniqueUses: integer('unique_uses').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nr, table.month, table.kind, table.method] })],
);

/**
 * Uses of the present hour, in which the same visitor is recognised by a hash. A row is deleted when a double click
 * replaces it, and all are deleted when their hour is over.
 */
export const recentUses = repository.table(
  'recent_uses',
  {
    visitor: text('visitor').notNull(),
    nr: integer('nr').notNull(),
    kind: text('kind').$type<UseKind>().notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    method: text('method').$type<UseMethod>().notNull(),
    /** It is in `use_counts`. */
    counted: boolean('counted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.visitor, table.nr, table.kind, table.at] }),
    index('recent_uses_at').on(table.at),
  ],
);
