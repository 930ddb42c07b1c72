import { bigint, index, text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** What was found when an object was read. */
export type ObjectFault = 'damaged' | 'missing';

/** SHA-256 of each object of the file store that rows refer to, and when it was compared. */
export const objectSums = repository.table(
  'object_sums',
  {
    key: text('key').primaryKey(),
    /** Hex; null for an object that was stored before its sum was, until it has been read once. */
    sha256: text('sha256'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** When it was last written or read with this sum; null if never. */
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    /** When it is read next. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** Until when a server is reading it, which it prolongs. */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    /** The last fault and when it was found; null if there was none. */
    fault: text('fault').$type<ObjectFault>(),
    foundAt: timestamp('found_at', { withTimezone: true }),
    /** When the object was right again; null while it is not. */
    mendedAt: timestamp('mended_at', { withTimezone: true }),
    /** When the operator was told of the fault. */
    toldAt: timestamp('told_at', { withTimezone: true }),
    /** When it was copied to the replica. */
    replicatedAt: timestamp('replicated_at', { withTimezone: true }),
  },
  (table) => [index('object_sums_due_at').on(table.dueAt), index('object_sums_fault').on(table.fault)],
);
