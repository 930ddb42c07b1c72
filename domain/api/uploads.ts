import { z } from 'zod';

import { ColumnInfoSchema } from '../column-info';
import { RowReasonSchema, TableReasonSchema } from '../data-rows';
import { TextLanguageSchema } from '../language';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { ListedStatusSchema, UploadStatusSchema } from '../upload-status';
import { CheckStateSchema, StepSchema, WorkflowFlagsSchema } from '../workflow-steps';
import { RelatedUploadSchema } from './reviews';

/** State of a file from arrival to a readable table. */
export const FileStateSchema = z.enum(['received', 'reading', 'ready', 'failed']);
export type FileState = z.infer<typeof FileStateSchema>;

/** A message and the stable code it is made from. */
export const MessageSchema = z.object({ code: z.string(), message: z.string() });

/** Why a file was refused. `upload` is the caller's own upload of an identical file. */
export const FileRefusalSchema = MessageSchema.extend({ upload: UploadIdSchema.optional() });
export type FileRefusal = z.infer<typeof FileRefusalSchema>;

/** Row of `GET api/fileupload/user`. */
export const UploadListEntrySchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  status: ListedStatusSchema,
  hasMapping: z.boolean(),
  hasMeta: z.boolean(),
  /** A problem is open: it cannot be overridden or has no comment. */
  hasErrors: z.boolean(),
  /** First step that is not done; null if the file is not read or is submitted. */
  next: StepSchema.nullable().default(null),
  state: FileStateSchema,
  /** yyyy-MM-dd. */
  date: z.string(),
  type: z.enum(['RAW', 'AGG']),
  file: z.string(),
  doi: z.string().nullable(),
  license: z.string().nullable(),
  /** Number of people or cases; null until the data has been checked. */
  n: z.number().int().nullable(),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable().default(null),
  /** The newest upload that revises this one. */
  revisedBy: RelatedUploadSchema.nullable().default(null),
});
export type UploadListEntry = z.infer<typeof UploadListEntrySchema>;

/**
 * Encodings of CSV files as named in the Encoding Standard. Only the first four are detected. The bytes of the others
 * look like Windows-1252, but a person can recognise the text.
 */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
] as const;

/** How the text of a CSV file was read. */
export const CsvDialectSchema = z.object({
  encoding: z.enum(textEncodings),
  separator: z.enum([',', ';', '\t', '|']),
  decimal: z.enum(['.', ',']),
});
export type CsvDialect = z.infer<typeof CsvDialectSchema>;

export const TableShapeSchema = z.object({
  name: z.string(),
  rowCount: z.number().int(),
  /** Row of the file in which the data begins, as a spreadsheet program counts. */
  firstRow: z.number().int(),
  columns: z.array(
    z.object({
      /** A, B … Z, AA. */
      letters: z.string(),
      /** Name in the header, made unique and never empty. The `source` of a mapping entry. */
      name: z.string(),
    }),
  ),
  mapped: z.boolean(),
  checkState: CheckStateSchema,
  /** Why the table is left out; null if it is data. */
  leftOut: TableReasonSchema.nullable().default(null),
  /** Number of rows that are no data. */
  rowsLeftOut: z.number().int().default(0),
  /** Number of entries about rows that were left out of a previous file and not found again in this one. */
  rowsLost: z.number().int().default(0),
});
export type TableShape = z.infer<typeof TableShapeSchema>;

/** Response of `GET api/fileupload/{id}/state` (not in the spec): the state that every screen of an upload needs. */
export const UploadStateSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  nr: z.number().int().nullable(),
  /** Whether the upload belongs to the caller. The editorial board reads uploads of others. */
  own: z.boolean(),
  /** Whether the caller may read the file and anything that quotes or counts its rows. */
  readsFile: z.boolean().default(true),
  fileName: z.string(),
  bytes: z.number(),
  status: UploadStatusSchema,
  state: FileStateSchema,
  /** Why the file could not be read; only if `state` is 'failed'. */
  failure: MessageSchema.extend({
    /** The file was not the cause, so trying again may help. */
    mayTryAgain: z.boolean().default(false),
  }).nullable(),
  /** Reading or checking is delayed by an outage: when it began, and when the next attempt is. */
  delay: z.object({ since: z.iso.datetime(), next: z.iso.datetime() }).nullable().default(null),
  dialect: CsvDialectSchema.nullable(),
  flags: WorkflowFlagsSchema,
  /** The check found problems, and all of them are explained in comments. */
  isExplained: z.boolean().default(false),
  tables: z.array(TableShapeSchema),
  /** Ids of all uploads that share the metadata, including this one. */
  study: z.array(UploadIdSchema),
  doi: z.string().nullable(),
  /** Page that the DOI leads to: the resolver, or our own page for a local test DOI. */
  doiUrl: z.string().nullable(),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable().default(null),
});
export type UploadState = z.infer<typeof UploadStateSchema>;

/**
 * Response of `POST api/fileupload/{raw|agg}`: one entry per posted file, in the same order. An accepted file has an id
 * and its tables (possibly still empty), a refused one has `error`. Status 201 if at least one file was accepted;
 * otherwise problem details with the status of the first refusal and the entries as member `files`.
 */
export const ReceivedFileSchema = z.object({
  id: UploadIdSchema.nullable(),
  fileName: z.string(),
  tables: z.array(z.string()),
  error: FileRefusalSchema.nullable(),
});
export type ReceivedFile = z.infer<typeof ReceivedFileSchema>;

/** Part of responses about a published table of which the caller may only see some rows. */
export const RowLimitSchema = z.object({
  /**
   * Number of rows, from the first on, that the caller may see before answering the download form of the licence.
   * Absent if all rows may be seen.
   */
  readableRows: z.number().int().optional(),
});

/** Window of rows: `GET api/fileupload/{id}/rows?table=&offset=&limit=` and `GET api/search/data/{nr}/rows`. */
export const RowWindowSchema = z.object({
  offset: z.number().int(),
  rowCount: z.number().int(),
  ...RowLimitSchema.shape,
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** As in the spreadsheet: the first data row is 2. */
      row: z.number().int(),
      /** One text per column; null = empty. */
      values: z.array(z.string().nullable()),
      /** Why the row of an upload is no data; absent if it is. */
      leftOut: RowReasonSchema.optional(),
    }),
  ),
});
export type RowWindow = z.infer<typeof RowWindowSchema>;

/**
 * Digest (spec section 3): distinct values per column with their rows; '2+3 9' = rows 2 to 5 and 9. Columns also have
 * the information from the file (labels, missing values), if any. If the caller may not see every row of a published
 * table, the digest covers its first `readableRows` rows.
 */
export const DigestSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  tables: z.array(
    z.object({
      tableName: z.string(),
      ...RowLimitSchema.shape,
      /** Number of rows of the whole table, if the digest covers only the first ones. */
      rowCount: z.number().int().optional(),
      columns: z.array(
        z.object({
          columnName: z.string(),
          values: z.array(z.tuple([z.string(), z.string()])),
          rows: z.number().int(),
          ...ColumnInfoSchema.partial().shape,
        }),
      ),
    }),
  ),
});
export type Digest = z.infer<typeof DigestSchema>;

/** Response header with the number of entries in the whole list, of which the body is one page. */
export const totalCountHeader = 'X-Total-Count';
