import { z } from 'zod';

import { TableReasonSchema } from '../data-rows';
import { storableText } from '../text';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';
import { MetadataErrorSchema } from './metadata';
import { NewVersionViewSchema } from './version-changes';

/** Reasons why an upload cannot be submitted; each has a message in `locales/<language>/submission.json`. */
export const blockerCodes = [
  /** Its file has not been read yet. */
  'file-unread',
  'file-failed',
  /** A corrected file is being read. */
  'being-corrected',
  'no-tables',
  'table-unmapped',
  /** All rows of the table are left out. */
  'table-empty',
  /** Rows that were left out were not found again in a corrected file. */
  'rows-lost',
  'check-running',
  /** The check of a mapped table has not begun. */
  'check-missing',
  /** The check stopped with a server error. */
  'check-failed',
  /** Cells with problems that cannot be overridden. */
  'problems-locked',
  /** Problems without a comment. */
  'problems-open',
  /** What may be personal data in documents has no comment. */
  'findings-open',
  'no-metadata',
  /** Saved metadata that is no longer valid, because the rules or other studies' titles have changed. */
  'metadata-error',
] as const;
export const BlockerCodeSchema = z.enum(blockerCodes);
export type BlockerCode = z.infer<typeof BlockerCodeSchema>;

/** One thing that is missing before an upload can be submitted. */
export const BlockerSchema = z.object({
  /** The step in which it can be corrected. */
  step: z.enum(['mapping', 'check', 'documents', 'metadata']),
  code: BlockerCodeSchema,
  /** The table it is about, if any. */
  table: z.string().nullable(),
  /**
   * Number of cells ('problems-locked'), of lines in the list ('problems-open'), of entries ('rows-lost') or of
   * findings ('findings-open'); null for other codes.
   */
  count: z.number().int().nullable(),
  /** Only for 'metadata-error'. */
  error: MetadataErrorSchema.nullable(),
});
export type Blocker = z.infer<typeof BlockerSchema>;

/** A blocker with its message in the requested language. A refused submission lists all of them as `errors`. */
export const NamedBlockerSchema = BlockerSchema.extend({ upload: UploadIdSchema, message: z.string() });
export type NamedBlocker = z.infer<typeof NamedBlockerSchema>;

/** Tag of the state of an upload that was reviewed. It changes with anything that would be submitted. */
const VersionSchema = z.string().max(100);

/** Problems of one rule in one column that are overridden by comments. */
export const OverriddenGroupSchema = z.object({
  /** Its first cell ('C/17'), the letters of a column, or '' for the table. */
  cell: z.string(),
  /** Message for its first cell, in the requested language. */
  warning: z.string(),
  column: z.string().nullable(),
  /** Number of its cells. */
  count: z.number().int(),
  /** The first distinct comments on it; the one on all its cells comes first. */
  comments: z.array(z.string()),
  /** Number of distinct comments on it. */
  commentCount: z.number().int(),
});

/** Response of `GET api/submit/{id}` (not in the spec): what would be submitted, or what is missing. */
export const SubmissionReviewSchema = z.object({
  id: UploadIdSchema,
  version: VersionSchema,
  missing: z.array(NamedBlockerSchema),
  /** When the upload, or its current corrected file, was received; ISO 8601. */
  receivedAt: z.string(),
  /** The DOI it has or will get, and whether it is a test DOI, not registered with DataCite. */
  doi: z.string(),
  doiIsTest: z.boolean(),
  /** Last day of the embargo, yyyy-MM-dd, and whether it has passed. A past embargo does not delay publication. */
  embargo: z.object({ end: z.string(), isPast: z.boolean() }).nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** Rows with data. */
      rowCount: z.number().int(),
      /** Rows that are no data. */
      rowsLeftOut: z.number().int().default(0),
      columnCount: z.number().int(),
      mappedCount: z.number().int(),
      /** The first mapped columns; label and unit in the requested language, '' for no unit. */
      mapped: z.array(z.object({ letters: z.string(), column: z.string(), label: z.string(), unit: z.string() })),
      /** The first mapped columns that will be left out or made less detailed, and the number of all of them. */
      withheld: z.array(z.object({ letters: z.string(), column: z.string(), reason: z.string() })),
      withheldCount: z.number().int(),
      /** Number of problem groups, and of their cells. */
      groupCount: z.number().int(),
      cellCount: z.number().int(),
      /** The first groups. */
      overridden: z.array(OverriddenGroupSchema),
    }),
  ),
  /**
   * Numbers of persons in the metadata and in the data to be published, if they differ; null otherwise and for what is
   * submitted. They have to be confirmed.
   */
  persons: z.object({ stated: z.number().int(), counted: z.number().int() }).nullable().default(null),
  /** Names of README and codebook files. */
  documents: z.array(z.string()).default([]),
  /** Tables that are left out. */
  tablesLeftOut: z.array(z.object({ name: z.string(), reason: TableReasonSchema })).default([]),
  /** What changed since the published version that it continues; null for what is no new version. */
  newVersion: NewVersionViewSchema.nullable().default(null),
  /** The other uploads of the same study. */
  others: z.array(
    z.object({
      id: UploadIdSchema,
      version: VersionSchema,
      kind: UploadKindSchema,
      fileName: z.string(),
      status: UploadStatusSchema,
      missing: z.array(NamedBlockerSchema),
    }),
  ),
});
export type SubmissionReview = z.infer<typeof SubmissionReviewSchema>;
export type OverriddenGroup = z.infer<typeof OverriddenGroupSchema>;

/**
 * Body of `POST api/submit/{id}`, which is empty in the spec. With a `version`, the upload is only submitted if it has
 * not changed since it was reviewed. `withUploads` lists uploads of the same study to submit with it. With
 * `personsConfirmed`, numbers of persons that differ must be confirmed by `true`. `news` says what is new in a version
 * of a data set, for everybody; it is required for new versions.
 */
export const SubmitOrderSchema = z.object({
  version: VersionSchema.optional(),
  personsConfirmed: z.boolean().optional(),
  news: z.string().transform(storableText).optional(),
  withUploads: z
    .array(z.object({ id: UploadIdSchema, version: VersionSchema.optional() }))
    .max(50)
    .optional(),
});
export type SubmitOrder = z.infer<typeof SubmitOrderSchema>;
