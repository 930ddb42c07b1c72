import { z } from 'zod';

import { ColumnInfoSchema } from '../column-info';
import { TextLanguageSchema } from '../language';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { ListedStatusSchema, UploadStatusSchema } from '../upload-status';
import { CheckStateSchema, WorkflowFlagsSchema } from '../workflow-steps';
import { RelatedUploadSchema } from './reviews';

/** Way of a file from arrival to a readable table (design section 3). */
export const FileStateSchema = z.enum(['received', 'reading', 'ready', 'failed']);
export type FileState = z.infer<typeof FileStateSchema>;

/** A sentence with the stable code it comes from. */
export const SentenceSchema = z.object({ code: z.string(), sentence: z.string() });

/** Row of `GET api/fileupload/user`. */
export const UploadListEntrySchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  status: ListedStatusSchema,
  hasMapping: z.boolean(),
  hasMeta: z.boolean(),
  /** A problem is open: not overridable, or without comment. */
  hasErrors: z.boolean(),
  state: FileStateSchema,
  /** yyyy-MM-dd */
  date: z.string(),
  type: z.enum(['RAW', 'AGG']),
  file: z.string(),
  doi: z.string().nullable(),
  license: z.string().nullable(),
  /** Persons or cases; null until the data are checked. */
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
 * Encodings of csv files by their names in the Encoding Standard. Only the first four are ever guessed;
 * the others cannot be told from Windows-1252 by their bytes, but a person can tell.
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

/** How the text of a csv file was read. */
export const CsvDialectSchema = z.object({
  encoding: z.enum(textEncodings),
  separator: z.enum([',', ';', '\t', '|']),
  decimal: z.enum(['.', ',']),
});
export type CsvDialect = z.infer<typeof CsvDialectSchema>;

export const TableShapeSchema = z.object({
  name: z.string(),
  rowCount: z.number().int(),
  columns: z.array(
    z.object({
      /** A, B … Z, AA */
      letters: z.string(),
      /** Name in the header; made unique and never empty. A mapping's `source`. */
      name: z.string(),
    }),
  ),
  mapped: z.boolean(),
  checkState: CheckStateSchema,
});
export type TableShape = z.infer<typeof TableShapeSchema>;

/** Answer of `GET api/fileupload/{id}/state` (ours): all a screen needs to draw its frame. */
export const UploadStateSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  nr: z.number().int().nullable(),
  /** Whether it is the caller's; the editorial board reads those of others. */
  own: z.boolean(),
  /** Whether the caller may read the file, and what quotes or counts its rows. */
  readsFile: z.boolean().default(true),
  fileName: z.string(),
  bytes: z.number(),
  status: UploadStatusSchema,
  state: FileStateSchema,
  /** Why the file cannot be read; only when `state` is 'failed'. */
  failure: SentenceSchema.extend({
    /** It was not the file: trying again may help. */
    mayTryAgain: z.boolean().default(false),
  }).nullable(),
  /** What keeps the reading or the check from going on is away: it has been tried since, and will be again. */
  delay: z.object({ since: z.iso.datetime(), next: z.iso.datetime() }).nullable().default(null),
  dialect: CsvDialectSchema.nullable(),
  flags: WorkflowFlagsSchema,
  tables: z.array(TableShapeSchema),
  /** Ids of the uploads that share this one's metadata, this one included. */
  study: z.array(UploadIdSchema),
  doi: z.string().nullable(),
  /** Page the DOI leads to: the resolver, or our own page for a local test DOI. */
  doiUrl: z.string().nullable(),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable().default(null),
});
export type UploadState = z.infer<typeof UploadStateSchema>;

/**
 * Answer of `POST api/fileupload/{raw|agg}`: one entry per posted file, in their order. A file that is
 * taken has an id and its (possibly still empty) tables, a refused one has `error`. Status 201 when at
 * least one was taken; otherwise problem details with the status of the first refusal and the same
 * entries as member `files`.
 */
export const ReceivedFileSchema = z.object({
  id: UploadIdSchema.nullable(),
  fileName: z.string(),
  tables: z.array(z.string()),
  error: SentenceSchema.nullable(),
});
export type ReceivedFile = z.infer<typeof ReceivedFileSchema>;

/** Part of answers about a published table of which the caller may not see every row. */
export const RowLimitSchema = z.object({
  /**
   * Rows that the caller may see, from the first on: the licence asks for the download form, which they have
   * not answered. Absent where they may see all.
   */
  readableRows: z.number().int().optional(),
});

/** Window of rows: `GET api/fileupload/{id}/rows?table=&offset=&limit=` and `GET api/search/data/{nr}/rows`. */
export const RowWindowSchema = z.object({
  offset: z.number().int(),
  rowCount: z.number().int(),
  ...RowLimitSchema.shape,
  columns: z.array(z.string()),
  /** Row number as in the spreadsheet (first data row is 2) and one text per column; null = empty. */
  rows: z.array(z.object({ row: z.number().int(), values: z.array(z.string().nullable()) })),
});
export type RowWindow = z.infer<typeof RowWindowSchema>;

/**
 * Digest (spec section 3): distinct values per column with the rows they stand in, '2+3 9' = rows 2 to 5 and 9.
 * What the file itself says about a column stands beside them, where it says anything. Where the caller may
 * not see every row of a published table, the digest is of its `readableRows` first ones.
 */
export const DigestSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  tables: z.array(
    z.object({
      tableName: z.string(),
      ...RowLimitSchema.shape,
      /** Rows of the whole table, where the digest is of the first ones alone. */
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

/** Header that tells how many entries a whole list has, beside one page of it. */
export const totalCountHeader = 'X-Total-Count';
