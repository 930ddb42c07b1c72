import { index, integer, jsonb, primaryKey, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { SearchRow } from '@domain/api/search';
import type { ColumnInfo } from '@domain/column-info';

import { repository } from './namespace';
import { personColumn } from './people';
import { uploadColumn } from './uploads';

/** Stored part of a search row. Values from the DOI and the metadata are added when it is read. */
export type PublishedRow = Omit<SearchRow, 'titleLanguages' | 'dataLanguage'>;

/** Published data sets for search, previews and packages. Written once, after acceptance. */
export const dataSets = repository.table('data_sets', {
  nr: integer('nr').primaryKey(),
  upload: uploadColumn().unique(),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  row: jsonb('row').$type<PublishedRow>().notNull(),
  /** Published metadata entries (MetadataEntry list without private fields). */
  metadata: jsonb('metadata').notNull(),
  /** Folded text of title, authors, keywords, abstract and study name, with a space around each word. */
  text: text('text').notNull(),
  /** Counts for the statistics. */
  values: integer('values').notNull(),
});

/** Required column with the number of a data set. */
function dataSetColumn() {
  return integer('nr')
    .notNull()
    .references(() => dataSets.nr);
}

/** Published tables as Parquet with vocabulary keys and default units. */
export const publishedTables = repository.table(
  'published_tables',
  {
    id: serial('id').primaryKey(),
    nr: dataSetColumn(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    rowCount: integer('row_count').notNull(),
    objectKey: text('object_key').notNull(),
    /** `source` is the contributor's column, `info` the public data about it from their file. */
    columns: jsonb('columns')
      .$type<{ key: string; unit: string; source: string; info?: Omit<ColumnInfo, 'kind'> }[]>()
      .notNull(),
    /** List of { column, reason } for columns that were left out or coarsened. */
    withheld: jsonb('withheld').$type<{ column: string; reason: string }[]>().notNull(),
  },
  (table) => [index('published_tables_nr').on(table.nr)],
);

/** Facets of a data set for the search. */
export const searchFacets = repository.table(
  'search_facets',
  {
    nr: dataSetColumn(),
    kind: text('kind').$type<'exercise' | 'year' | 'age' | 'postal-area' | 'gender' | 'type'>().notNull(),
    /** Slug, postal code digits or code; '' for number ranges. */
    value: text('value').notNull().default(''),
    /** Inclusive range of years or ages. */
    start: integer('start'),
    end: integer('end'),
  },
  (table) => [index('search_facets_kind').on(table.kind, table.value), index('search_facets_nr').on(table.nr)],
);

export const downloadSessions = repository.table(
  'download_sessions',
  {
    id: uuid('id').primaryKey(),
    subject: personColumn('subject'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the package was opened for its user: at once without SUFL, otherwise with the answered form. */
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
    nr: dataSetColumn(),
  },
  (table) => [primaryKey({ columns: [table.session, table.nr] })],
);
