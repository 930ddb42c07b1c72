import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { FileChanges } from '@domain/api/corrections';
import type { MetadataEntry } from '@domain/api/metadata';
import type { ParseOptions, SkippedTable, TableTop } from '@domain/api/readings';
import type { CsvDialect, FileState } from '@domain/api/uploads';
import type { ColumnInfo, ColumnMeasures } from '@domain/column-info';
import { type DataChoices, noChoices, type RecognisedData } from '@domain/data-rows';
import type { ErrorParameters } from '@domain/error-codes';
import type { UploadKind } from '@domain/upload-id';
import type { UploadStatus } from '@domain/upload-status';
import type { CheckState } from '@domain/workflow-steps';

import { repository } from './namespace';
import { people, personColumn } from './people';

/** What tells whether the names in the metadata of a study have changed: field 5 is the abstract, those before it name people. */
export const namesOf = (metadata: AnyPgColumn, formerlyNamed: AnyPgColumn) =>
  sql`md5(jsonb_path_query_array(${metadata}, '$[*] ? (@.id < 5)')::text || ${formerlyNamed}::text)`;

/** Studies with their metadata. RAW and AGG uploads of one owner can share a study. */
export const studies = repository.table(
  'studies',
  {
    id: serial('id').primaryKey(),
    owner: personColumn('owner'),
    /** Title as entered; null until metadata is saved. */
    title: text('title'),
    /** Title key for comparison. Unique among studies with `titleCounts`. */
    titleKey: text('title_key'),
    /** False after all uploads of the study are deleted or rejected, so that the title can be used again. */
    titleCounts: boolean('title_counts').notNull().default(true),
    metadata: jsonb('metadata').$type<MetadataEntry[]>().notNull().default([]),
    /** `namingEntries` of the metadata whenever an upload of the study was submitted. */
    formerlyNamed: jsonb('formerly_named').$type<MetadataEntry[][]>().notNull().default([]),
    /** `namingMarks` of both, for looking up whom the study names; valid while it is not unread (`isUnread`). */
    namedMarks: text('named_marks').array(),
    /** `namesOf` both when the marks were made. */
    namedMarksOf: text('named_marks_of'),
    savedAt: timestamp('saved_at', { withTimezone: true }),
    /** Who saved the metadata last; null if nobody did, or it was before this was kept. */
    savedBy: text('saved_by').references(() => people.subject),
  },
  (table) => [
    index('studies_title_key').on(table.titleKey),
    index('studies_owner').on(table.owner),
    index('studies_saved_by').on(table.savedBy),
    // Data sets of an author are found by a part of the metadata.
    index('studies_metadata').using('gin', sql`${table.metadata} jsonb_path_ops`),
    index('studies_title_trigrams').using('gin', sql`${table.title} gin_trgm_ops`),
    index('studies_named_marks').using('gin', table.namedMarks),
    index('studies_unread')
      .on(table.id)
      .where(sql`${table.namedMarksOf} is distinct from ${namesOf(table.metadata, table.formerlyNamed)}`),
  ],
);

/** Condition: the names of a study have changed since its marks were made. */
export const isUnread = sql`${studies.namedMarksOf} is distinct from ${namesOf(studies.metadata, studies.formerlyNamed)}`;

export const uploads = repository.table(
  'uploads',
  {
    /** Number in the upload id, such as 12 in '12r'. */
    number: serial('number').primaryKey(),
    kind: text('kind').$type<UploadKind>().notNull(),
    owner: personColumn('owner'),
    study: integer('study')
      .notNull()
      .references(() => studies.id),
    status: text('status').$type<UploadStatus>().notNull().default('Uploaded'),
    /** Public number, assigned at acceptance. */
    nr: integer('nr').unique(),
    /** Upload that this one revises. */
    revises: integer('revises').references((): AnyPgColumn => uploads.number),
    /** First version of the data set; null if it is the first itself. */
    series: integer('series').references((): AnyPgColumn => uploads.number),
    /** Number among the versions of the data set, from 1. */
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    submittedAt: timestamp('submitted_at', { withTimezone: true }),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** How often both experts voted and disagreed since they last agreed, and the last time. */
    tieRounds: integer('tie_rounds').notNull().default(0),
    tiedAt: timestamp('tied_at', { withTimezone: true }),
    /** When the accepted data set was withdrawn; null unless it is. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /** When the metadata of the accepted data set was last corrected; null if it was not. */
    correctedAt: timestamp('corrected_at', { withTimezone: true }),
    /** End of the embargo of which the contributor had notice, yyyy-MM-dd; null before that. */
    embargoNotice: text('embargo_notice'),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('uploads_owner').on(table.owner),
    // With both columns they are counted from the index alone.
    index('uploads_status').on(table.status, table.deletedAt),
    index('uploads_study').on(table.study),
    // The order in which the board lists them.
    index('uploads_submitted')
      .on(table.submittedAt.desc().nullsLast(), table.number.desc().nullsFirst())
      .where(sql`${table.deletedAt} is null and ${table.status} <> 'Uploaded'`),
    // Few are withdrawn, and copies of their files are looked for in every list.
    index('uploads_withdrawn')
      .on(table.number)
      .where(sql`${table.withdrawnAt} is not null`),
    // Norms look for the data sets whose licence may have changed lately.
    index('uploads_corrected')
      .on(table.correctedAt)
      .where(sql`${table.correctedAt} is not null`),
    index('uploads_revises').on(table.revises),
    index('uploads_series').on(table.series),
    // Of each version after the first there is one that is not rejected.
    uniqueIndex('uploads_version')
      .on(table.series, table.version)
      .where(sql`${table.version} > 1 and ${table.status} <> 'Rejected' and ${table.deletedAt} is null`),
  ],
);

/** Required column with the number of an upload. */
export function uploadColumn() {
  return integer('upload')
    .notNull()
    .references(() => uploads.number);
}

/** State of a file among the versions of an upload's file. */
export type FileVersionState = 'current' | 'pending' | 'replaced';

/** Original files. A corrected file is a new version of the file of an upload. */
export const files = repository.table(
  'files',
  {
    id: uuid('id').primaryKey(),
    upload: uploadColumn(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Hex digest of the original. */
    sha256: text('sha256').notNull(),
    /** Key in the file store; '' once the original is removed because its contributor has deleted their account. */
    objectKey: text('object_key').notNull(),
    state: text('state').$type<FileState>().notNull(),
    /** Why it cannot be read, as a key in `locales/<language>/ingest.json`. */
    failureCode: text('failure_code'),
    failureParameters: jsonb('failure_parameters').$type<ErrorParameters>(),
    dialect: jsonb('dialect').$type<CsvDialect>(),
    /** Reading choices of the owner; null = detected automatically. */
    choices: jsonb('choices').$type<ParseOptions>(),
    /** Incremented with every new reading. Results of older readings are discarded. */
    reading: integer('reading').notNull().default(0),
    /** Sheets that did not become tables. */
    skipped: jsonb('skipped').$type<SkippedTable[]>().notNull().default([]),
    /**
     * 'current' is the file whose tables are mapped and checked, 'pending' a corrected file that is being read or could
     * not be read, 'replaced' a replaced file without its original.
     */
    versionState: text('version_state').$type<FileVersionState>().notNull().default('current'),
    /** Changes of a corrected file compared with the previous one; null for the first file of an upload. */
    changes: jsonb('changes').$type<FileChanges>(),
    /** False if the upload is deleted or rejected or the file is replaced, so that it can be uploaded again. */
    counts: boolean('counts').notNull().default(true),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('files_version').on(table.upload, table.version),
    uniqueIndex('files_version_state')
      .on(table.upload, table.versionState)
      .where(sql`${table.versionState} <> 'replaced'`),
    index('files_sha256').on(table.sha256),
    index('files_object').on(table.objectKey),
    index('files_name_trigrams').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
);

/** Tables of a file: a sheet, or a whole csv file. Rows are stored as Parquet. */
export const sourceTables = repository.table(
  'source_tables',
  {
    id: serial('id').primaryKey(),
    file: uuid('file')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    rowCount: integer('row_count').notNull(),
    /** Row of the file in which the data begins, as a spreadsheet program counts. */
    firstRow: integer('first_row').notNull(),
    /**
     * Key of its Parquet file, which has columns c0, c1 … (text) and n0, n1 … (number or null) in row order; '' once it
     * is removed together with the original.
     */
    objectKey: text('object_key').notNull(),
    /** First rows of the file with the header row; null if the file format names the columns. */
    top: jsonb('top').$type<TableTop>(),
    /** Rows that are no data, or why the whole table is none; null for tables read before this was recognised. */
    recognised: jsonb('recognised').$type<RecognisedData>(),
    /** Rows, or the table, that its user left out or took back in. */
    dataChoices: jsonb('data_choices').$type<DataChoices>().notNull().default(noChoices),
    checkState: text('check_state').$type<CheckState>().notNull().default('none'),
    /** Incremented with every change of the mapping. Checks of older revisions are discarded. */
    mappingRevision: integer('mapping_revision').notNull().default(0),
    /** Persons (raw) or cases (aggregated), counted by the check. */
    n: integer('n'),
    /** When the last check ended, and the version of its rules; null for checks before these were kept. */
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    rulesVersion: text('rules_version'),
    /** Who changed the mapping last, and when; null if nobody did, or it was before this was kept. */
    mappedBy: text('mapped_by').references(() => people.subject),
    mappedAt: timestamp('mapped_at', { withTimezone: true }),
    /** The same for the comments on its problems. */
    commentedBy: text('commented_by').references(() => people.subject),
    commentedAt: timestamp('commented_at', { withTimezone: true }),
  },
  (table) => [
    unique('source_tables_position').on(table.file, table.position),
    index('source_tables_object').on(table.objectKey),
    index('source_tables_mapped_by').on(table.mappedBy),
    index('source_tables_commented_by').on(table.commentedBy),
  ],
);

/** Required column with the id of a source table, together with which the row is deleted. */
export function tableColumn() {
  return integer('table_id')
    .notNull()
    .references(() => sourceTables.id, { onDelete: 'cascade' });
}

export const sourceColumns = repository.table(
  'source_columns',
  {
    table: tableColumn(),
    position: integer('position').notNull(),
    /** Unique within the table and never empty. */
    name: text('name').notNull(),
    /** Name in the file, '' if there is none; null if it equals `name`. */
    header: text('header'),
    /** Target of the mapping; null = not mapped. */
    targetKey: text('target_key'),
    targetUnit: text('target_unit'),
    /** Labels and missing codes from the file; null if it has only names. */
    info: jsonb('info').$type<ColumnInfo>(),
    /** Measures of its cells; null for files that were read before these were introduced. */
    summary: jsonb('summary').$type<ColumnMeasures>(),
  },
  (table) => [
    unique('source_columns_position').on(table.table, table.position),
    unique('source_columns_name').on(table.table, table.name),
    // Uploads with a motor test are found by the target, or by the beginning of one.
    index('source_columns_target')
      .on(table.targetKey.op('text_pattern_ops'), table.table)
      .where(sql`${table.targetKey} is not null`),
  ],
);
