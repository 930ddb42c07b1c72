import { sql } from 'drizzle-orm';
import { text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** People as their latest verified token names them (design section 3, 'People'). */
export const people = repository.table('people', {
  /** `sub` of the identity provider. */
  subject: text('subject').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  /** In its usual form; '' when the token names none. */
  orcid: text('orcid').notNull().default(''),
  /** Every e-mail and ORCID that a token of this person has named so far. */
  knownAs: text('known_as')
    .array()
    .notNull()
    .default(sql`'{}'`),
  roles: text('roles').array().notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});
