import { z } from 'zod';

import { ColumnInfoSchema } from '../column-info';
import { RowReasonSchema, TableReasonSchema } from '../data-rows';
import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { UploadRightSchema } from '../life/co-authors';
import { ReviewStandingSchema } from '../review-standing';
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
  changesRequested: z
    .boolean()
    .default(false)
    .describe('The editorial board asks for changes: the upload, listed as Pending, can be edited again.'),
  isWithdrawn: z.boolean().default(false).describe('The accepted data set was withdrawn.'),
  hasMapping: z.boolean(),
  hasMeta: z.boolean(),
  hasErrors: z.boolean().describe('A problem is open: it cannot be overridden or has no comment.'),
  next: StepSchema.nullable()
    .default(null)
    .describe('First step that is not done; null if the file is not read or is submitted.'),
  state: FileStateSchema,
  date: z.string().describe('yyyy-MM-dd.'),
  type: z.enum(['RAW', 'AGG']),
  file: z.string(),
  doi: z.string().nullable(),
  license: z.string().nullable(),
  n: z.number().int().nullable().describe('Number of people or cases; null until the data has been checked.'),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  translatedTitle: TranslatedTitleSchema,
  revises: RelatedUploadSchema.nullable().default(null).describe('Rejected upload that this one revises.'),
  revisedBy: RelatedUploadSchema.nullable().default(null).describe('The newest upload that revises this one.'),
  version: z.number().int().default(1).describe('Number among the versions of its data set.'),
  isContinuable: z.boolean().default(false).describe('A new version of the data set can be begun.'),
  right: UploadRightSchema.default('own').describe('What the caller may do; `own` if the upload is theirs.'),
  owner: z.string().nullable().default(null).describe('Whose upload it is, if it is shared with the caller.'),
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
  firstRow: z.number().int().describe('Row of the file in which the data begins, as a spreadsheet program counts.'),
  columns: z.array(
    z.object({
      letters: z.string().describe('A, B … Z, AA.'),
      name: z.string().describe('Name in the header, made unique and never empty. The `source` of a mapping entry.'),
    }),
  ),
  mapped: z.boolean(),
  checkState: CheckStateSchema,
  leftOut: TableReasonSchema.nullable().default(null).describe('Why the table is left out; null if it is data.'),
  rowsLeftOut: z.number().int().default(0).describe('Number of rows that are no data.'),
  rowsLost: z
    .number()
    .int()
    .default(0)
    .describe('Number of entries about rows that were left out of a previous file and not found again in this one.'),
});
export type TableShape = z.infer<typeof TableShapeSchema>;

/** Response of `GET api/fileupload/{id}/state` (not in the spec): the state that every screen of an upload needs. */
export const UploadStateSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  nr: z.number().int().nullable(),
  own: z
    .boolean()
    .describe('Whether the upload belongs to the caller or is shared with them. The board reads uploads of others.'),
  right: UploadRightSchema.nullable()
    .default(null)
    .describe('What the caller may do as its contributor or as a co-author; null for the board.'),
  owner: z.string().nullable().default(null).describe('Whose upload it is, for co-authors.'),
  standing: ReviewStandingSchema.describe(
    "Relation of the caller to the upload. Experts with 'board' read its file, and anything that quotes or counts its rows, while `status` is Submitted or Pending.",
  ),
  fileName: z.string(),
  bytes: z.number(),
  status: UploadStatusSchema,
  state: FileStateSchema,
  failure: MessageSchema.extend({
    mayTryAgain: z.boolean().default(false).describe('The file was not the cause, so trying again may help.'),
  })
    .nullable()
    .describe("Why the file could not be read; only if `state` is 'failed'."),
  delay: z
    .object({ since: z.iso.datetime(), next: z.iso.datetime(), isForSpace: z.boolean().default(false) })
    .nullable()
    .default(null)
    .describe(
      'Reading or checking is delayed by an outage: when it began, when the next attempt is, and whether the server has too little space for it now.',
    ),
  dialect: CsvDialectSchema.nullable(),
  flags: WorkflowFlagsSchema,
  withdrawnAt: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('When the accepted data set was withdrawn; null unless it is.'),
  isExplained: z
    .boolean()
    .default(false)
    .describe('The check found problems, and all of them are explained in comments.'),
  tables: z.array(TableShapeSchema),
  study: z.array(UploadIdSchema).describe('Ids of all uploads that share the metadata, including this one.'),
  doi: z.string().nullable(),
  doiUrl: z
    .string()
    .nullable()
    .describe('Page that the DOI leads to: the resolver, or our own page for a local test DOI.'),
  revises: RelatedUploadSchema.nullable().default(null).describe('Rejected upload that this one revises.'),
  version: z.number().int().default(1).describe('Number among the versions of its data set.'),
  former: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe('Public number of the version that it continues; null if it is no new version.'),
  isContinuable: z.boolean().default(false).describe('A new version of the data set can be begun by the caller.'),
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
  readableRows: z
    .number()
    .int()
    .optional()
    .describe(
      'Number of rows, from the first on, that the caller may see before answering the download form of the licence. Absent if all rows may be seen.',
    ),
});

/** Window of rows: `GET api/fileupload/{id}/rows?table=&offset=&limit=` and `GET api/search/data/{nr}/rows`. */
export const RowWindowSchema = z.object({
  offset: z.number().int().describe('Number of rows before the window.'),
  rowCount: z.number().int().describe('Number of all rows of the table.'),
  ...RowLimitSchema.shape,
  columns: z.array(z.string()).describe('Names of the columns.'),
  rows: z
    .array(
      z.object({
        row: z.number().int().describe('As in the spreadsheet: the first data row is 2.'),
        values: z.array(z.string().nullable()).describe('One text per column; null = empty.'),
        leftOut: RowReasonSchema.optional().describe('Why the row of an upload is no data; absent if it is.'),
      }),
    )
    .describe('The rows of the window.'),
  nextOffset: z
    .number()
    .int()
    .optional()
    .describe(
      'Number of rows before the first one that did not fit into the response. Absent if it has all rows that were asked for.',
    ),
});
export type RowWindow = z.infer<typeof RowWindowSchema>;

/**
 * Digest (spec section 3): distinct values per column with their rows; '2+3 9' = rows 2 to 5 and 9. Columns also have
 * the information from the file (labels, missing values), if any. If the caller may not see every row of a published
 * table, the digest covers its first `readableRows` rows.
 */
export const DigestSchema = z.object({
  id: z.string().describe('Id of the upload, or public number of the data set.'),
  fileName: z.string().describe('Name of the file.'),
  tables: z
    .array(
      z.object({
        tableName: z.string().describe('Name of the table.'),
        ...RowLimitSchema.shape,
        rowCount: z
          .number()
          .int()
          .optional()
          .describe('Number of rows of the whole table, if the digest covers only the first ones.'),
        columns: z
          .array(
            z.object({
              columnName: z.string().describe('Name of the column.'),
              values: z
                .array(z.tuple([z.string(), z.string()]))
                .describe('Distinct values, each with the rows that have it: `2+3 9` are rows 2 to 5 and 9.'),
              rows: z.number().int().describe('Number of rows that the values come from.'),
              ...ColumnInfoSchema.partial().shape,
            }),
          )
          .describe('Its columns.'),
      }),
    )
    .describe('Its tables.'),
});
export type Digest = z.infer<typeof DigestSchema>;

/** Response header with the number of entries in the whole list, of which the body is one page. */
export const totalCountHeader = 'X-Total-Count';
/** 'true' if there are more than that header says, and at least one more page. */
export const minimumCountHeader = 'X-Total-Count-Is-Minimum';
