import { sql } from 'drizzle-orm';
import { text, timestamp } from 'drizzle-orm/pg-core';

import type { Language } from '@domain/language';

import { repository } from './namespace';

/** People according to their latest verified token. */
export const people = repository.table('people', {
  /** `sub` of the identity provider. */
  subject: text('subject').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  /** ORCID iD in its normalised form; '' if the token contains none. */
  orcid: text('orcid').notNull().default(''),
  /** All names, e-mail addresses and ORCID iDs of this person's tokens so far. */
  knownAs: text('known_as')
    .array()
    .notNull()
    .default(sql`'{}'`),
  roles: text('roles').array().notNull(),
  /** Language of their last visit; null until there was one. Their mails are written in it. */
  language: text('language').$type<Language>(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});

/** Required column with the subject of a person. */
export function personColumn(name: string) {
  return text(name)
    .notNull()
    .references(() => people.subject);
}
