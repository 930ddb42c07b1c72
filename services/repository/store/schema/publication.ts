import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  serial,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

import type { SearchRow } from '@domain/api/search';
import type { ColumnInfo } from '@domain/column-info';

import { repository } from './namespace';
import { personColumn } from './people';
import { uploadColumn } from './uploads';

/** Stored part of a search row. Values from the DOI and the metadata are added when it is read. */
export type PublishedRow = Omit<SearchRow, 'titleLanguages' | 'dataLanguage'>;

/** Published data sets for search, previews and packages. Written once, after acceptance. */
export const dataSets = repository.table(
  'data_sets',
  {
    nr: integer('nr').primaryKey(),
    upload: uploadColumn().unique(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    row: jsonb('row').$type<PublishedRow>().notNull(),
    /** Published metadata entries (MetadataEntry list without private fields). */
    metadata: jsonb('metadata').notNull(),
    /** First two or three digits of the postal codes in the data. Those of the metadata are in the metadata. */
    postalAreas: text('postal_areas').array().notNull().default([]),
    /** Number of all results of motor tests. */
    values: integer('values').notNull(),
    /** Number of results by motor test; null for data sets that were published before it was counted. */
    results: jsonb('results').$type<Record<string, number>>(),
    /**
     * First revision of the search index that has it; null until then. Unlike that of its document it stays when the
     * index is made again, so it tells what is new.
     */
    revision: bigint('revision', { mode: 'number' }),
  },
  (table) => [index('data_sets_revision').on(table.revision)],
);

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
    /** SHA-256 (hex) of the object; null in tables that were published before it was stored, until it is filled in. */
    sha256: text('sha256'),
    /** `source` is the contributor's column, `info` the public data about it from their file. */
    columns: jsonb('columns')
      .$type<{ key: string; unit: string; source: string; info?: Omit<ColumnInfo, 'kind'> }[]>()
      .notNull(),
    /** List of { column, reason } for columns that were left out or coarsened. */
    withheld: jsonb('withheld').$type<{ column: string; reason: string }[]>().notNull(),
  },
  (table) => [index('published_tables_nr').on(table.nr), index('published_tables_object').on(table.objectKey)],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What the search knows of a data set. Derived from `data_sets`; made again when `search_state` is out of date. */
export const searchDocuments = repository.table(
  'search_documents',
  {
    nr: dataSetColumn().primaryKey(),
    /** Revision of the index in which it was written. */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    /** Values of facets, such as 'test:slj' and 'years:2019' (domain/search/filters.ts), and 'orcid:…'. */
    facets: text('facets').array().notNull(),
    /** Country, and first two or three digits of postal codes: DE-761. */
    areas: text('areas').array().notNull(),
    /** Inclusive ages in years. */
    ageStart: integer('age_start'),
    ageEnd: integer('age_end'),
    persons: integer('persons'),
    /** Key by which the title in each language, or in the one it has, is sorted. */
    titleEn: text('title_en').notNull(),
    titleDe: text('title_de').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    titleWords: tsvector('title_words').notNull(),
    /** Words of the titles and of everything else. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('search_documents_revision').on(table.revision),
    index('search_documents_title_words').using('gin', table.titleWords),
    index('search_documents_words').using('gin', table.words),
  ],
);

/** All folded words of the documents, for parts of compounds and for spelling. Words are never removed. */
export const searchWords = repository.table('search_words', { word: text('word').primaryKey() }, (table) => [
  index('search_words_trigrams').using('gin', sql`${table.word} gin_trgm_ops`),
]);

/** One row: which version of the program made the documents, and what has changed. */
export const searchState = repository.table('search_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  /** Revision in which a data set last left the index or came back. What was counted before is out of date. */
  recountFrom: bigint('recount_from', { mode: 'number' }).notNull().default(0),
});

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
  (table) => [primaryKey({ columns: [table.session, table.nr] }), index('download_items_nr').on(table.nr)],
);
