import { index, integer, serial, text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';
import { uploadColumn } from './uploads';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Links with which people without an account read an upload that is not published. */
export const privateLinks = repository.table(
  'private_links',
  {
    id: serial('id').primaryKey(),
    upload: uploadColumn(),
    /** For whom it is, for its contributor alone. */
    label: text('label').notNull(),
    /** Hash of the secret in its address, which is not stored. */
    hash: text('hash').notNull().unique(),
    madeAt: moment('made_at').notNull(),
    /** Last day on which it can be used, yyyy-MM-dd. */
    until: text('until').notNull(),
    revokedAt: moment('revoked_at'),
    /** How often its page was opened. */
    uses: integer('uses').notNull().default(0),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('private_links_upload').on(table.upload)],
);
