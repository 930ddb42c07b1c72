import { bigint, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

import type { Language } from '@domain/language';

import { repository } from './namespace';
import { personColumn } from './people';

/** Searches whose owners get mails about new data sets. A search that is ended is deleted. */
export const savedSearches = repository.table(
  'saved_searches',
  {
    id: uuid('id').primaryKey(),
    owner: personColumn('owner'),
    /** As in an address, in the form of `writeSearchQuery`. */
    query: text('query').notNull(),
    /** Language in which it was saved. */
    language: text('language').$type<Language>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The owner knows what was published up to this revision of the search index. */
    knownRevision: bigint('known_revision', { mode: 'number' }).notNull(),
    /** Secret part of the link that ends it. Whoever has it can do nothing else. */
    endToken: text('end_token').notNull().unique(),
  },
  (table) => [unique('saved_searches_owner_query').on(table.owner, table.query)],
);

/** People who get mails about their saved searches. */
export const searchMailings = repository.table('search_mailings', {
  owner: personColumn('owner').primaryKey(),
  /** Secret part of the link that ends all their searches. */
  endToken: text('end_token').notNull().unique(),
  /** When the last mail was enqueued; null before the first one. */
  mailedAt: timestamp('mailed_at', { withTimezone: true }),
});
