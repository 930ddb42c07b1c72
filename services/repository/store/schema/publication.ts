import { index, integer, jsonb, primaryKey, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { SearchRow } from '@domain/api/search';
import type { ColumnInfo } from '@domain/column-info';

import { repository } from './namespace';
import { people } from './people';
import { uploads } from './uploads';

/** The row of a search answer as it is stored: what follows from DOI and metadata is filled in when it is read. */
export type PublishedRow = Omit<SearchRow, 'titleLanguages' | 'dataLanguage'>;

/** Published data sets: what search, previews and packages read. Written once, at acceptance. */
export const dataSets = repository.table('data_sets', {
  nr: integer('nr').primaryKey(),
  upload: integer('upload')
    .notNull()
    .unique()
    .references(() => uploads.number),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  row: jsonb('row').$type<PublishedRow>().notNull(),
  /** Published metadata entries (MetadataEntry list without private fields). */
  metadata: jsonb('metadata').notNull(),
  /** Folded text of title, authors, keywords, abstract and study name, each word between blanks. */
  text: text('text').notNull(),
  /** Numbers of values, for the statistics. */
  values: integer('values').notNull(),
});

/** Published tables: Parquet in vocabulary keys and default units. */
export const publishedTables = repository.table(
  'published_tables',
  {
    id: serial('id').primaryKey(),
    nr: integer('nr')
      .notNull()
      .references(() => dataSets.nr),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    rowCount: integer('row_count').notNull(),
    objectKey: text('object_key').notNull(),
    /** `source` is the contributor's column, `info` what their file says about it as far as it is public. */
    columns: jsonb('columns')
      .$type<{ key: string; unit: string; source: string; info?: Omit<ColumnInfo, 'kind'> }[]>()
      .notNull(),
    /** List of { column, reason }: what was left out or coarsened. */
    withheld: jsonb('withheld').$type<{ column: string; reason: string }[]>().notNull(),
  },
  (table) => [index('published_tables_nr').on(table.nr)],
);

/** What a data set can be found by besides its text. */
export const searchFacets = repository.table(
  'search_facets',
  {
    nr: integer('nr')
      .notNull()
      .references(() => dataSets.nr),
    kind: text('kind').$type<'exercise' | 'year' | 'age' | 'postal-area' | 'gender' | 'type'>().notNull(),
    /** Slug, postal digits, code; '' for number ranges. */
    value: text('value').notNull().default(''),
    /** Years or ages, both ends included. */
    start: integer('start'),
    end: integer('end'),
  },
  (table) => [index('search_facets_kind').on(table.kind, table.value), index('search_facets_nr').on(table.nr)],
);

export const downloadSessions = repository.table(
  'download_sessions',
  {
    id: uuid('id').primaryKey(),
    subject: text('subject')
      .notNull()
      .references(() => people.subject),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the package became open to its user: at once without SUFL, else with the answered form. */
    openedAt: timestamp('opened_at', { withTimezone: true }),
    /** Answers of the licence form. */
    institution: text('institution'),
    country: text('country'),
    purpose: text('purpose'),
  },
  (table) => [index('download_sessions_subject').on(table.subject)],
);

export const downloadItems = repository.table(
  'download_items',
  {
    session: uuid('session')
      .notNull()
      .references(() => downloadSessions.id),
    nr: integer('nr')
      .notNull()
      .references(() => dataSets.nr),
  },
  (table) => [primaryKey({ columns: [table.session, table.nr] })],
);
