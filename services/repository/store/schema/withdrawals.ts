import { text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';
import { people } from './people';
import { uploadColumn } from './uploads';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** How far the withdrawal of an accepted data set is. What was done, and by whom, is in `review_history`. */
export const withdrawals = repository.table('withdrawals', {
  upload: uploadColumn().primaryKey(),
  /** What the contributor asked for; null unless the chair has to answer. */
  askedReason: text('asked_reason'),
  askedAt: moment('asked_at'),
  /** Public reason; null unless the data set is withdrawn (`uploads.withdrawn_at`). */
  reason: text('reason'),
  /** Who asked to remove the data at once, and why; null unless somebody else has to confirm it. */
  removalReason: text('removal_reason'),
  removalAskedAt: moment('removal_asked_at'),
  removalAskedBy: text('removal_asked_by').references(() => people.subject),
  /** When the data was removed for good; nothing comes back after that. */
  removedAt: moment('removed_at'),
});
