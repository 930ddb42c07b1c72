import { integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

import type { TableRowsChanged, VersionDifference } from '@domain/life/versions';

import { repository } from './namespace';
import { personColumn } from './people';
import { uploadColumn, uploads } from './uploads';

/** Rows that were compared, with a tag of what they depend on. */
export interface ComparedRows {
  tag: string;
  rows: TableRowsChanged[];
}

/** Uploads that continue a published data set. */
export const newVersions = repository.table('new_versions', {
  upload: uploadColumn().primaryKey(),
  /** The version that it continues and is compared with. */
  former: integer('former')
    .notNull()
    .references(() => uploads.number),
  /** What is new, as the contributor tells readers; '' until it is submitted. */
  news: text('news').notNull().default(''),
  /** The last comparison of its rows, which may take long. */
  compared: jsonb('compared').$type<ComparedRows>(),
  /** What was submitted, compared with the former version; null until then. */
  difference: jsonb('difference').$type<VersionDifference>(),
});

/** DOIs of data sets with several versions. Each leads to the newest one. */
export const conceptDois = repository.table('concept_dois', {
  /** First version of the data set. */
  series: integer('series')
    .primaryKey()
    .references(() => uploads.number),
  doi: text('doi').notNull().unique(),
  registrar: text('registrar').$type<'local' | 'datacite-test' | 'datacite'>().notNull(),
  attributes: jsonb('attributes').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** People who get a mail about each new version of a data set that they have downloaded. */
export const versionFollowers = repository.table(
  'version_followers',
  {
    owner: personColumn('owner'),
    /** First version of the data set. */
    series: integer('series')
      .notNull()
      .references(() => uploads.number),
    /** Secret part of the link that ends it. Whoever has it can do nothing else. */
    endToken: text('end_token').notNull().unique(),
    /** The newest version of which they know: they asked when it was there, or were told of it. */
    knownVersion: integer('known_version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.series] })],
);
