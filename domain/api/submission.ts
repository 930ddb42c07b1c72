import { z } from 'zod';

import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';
import { MetadataFaultSchema } from './metadata';

/** What may keep an upload from being submitted; each has a sentence in `locales/<language>/submission.json`. */
export const lackCodes = [
  /** Its file waits to be read, or is being read. */
  'file-unread',
  'file-failed',
  /** A corrected file is being read. */
  'being-corrected',
  'no-tables',
  'table-unmapped',
  'check-running',
  /** A mapped table whose check has not begun. */
  'check-missing',
  /** A check that a fault of ours has ended. */
  'check-failed',
  /** Cells that no comment can override. */
  'problems-locked',
  /** Problems without comment. */
  'problems-open',
  'no-metadata',
  /** Saved metadata that the rules, or the titles of others, no longer allow. */
  'metadata-fault',
] as const;
export const LackCodeSchema = z.enum(lackCodes);
export type LackCode = z.infer<typeof LackCodeSchema>;

/** One thing that is missing before an upload can be submitted. */
export const LackSchema = z.object({
  /** Where it is put right. */
  step: z.enum(['mapping', 'check', 'metadata']),
  code: LackCodeSchema,
  /** The table it is about, if it is about one. */
  table: z.string().nullable(),
  /** Of problems: cells of 'problems-locked', lines of the list of 'problems-open'. */
  count: z.number().int().nullable(),
  /** Of 'metadata-fault'. */
  fault: MetadataFaultSchema.nullable(),
});
export type Lack = z.infer<typeof LackSchema>;

/** A lack in the words of the caller's language. A refused submission lists them as `errors`. */
export const NamedLackSchema = LackSchema.extend({ upload: UploadIdSchema, sentence: z.string() });
export type NamedLack = z.infer<typeof NamedLackSchema>;

/** Which state of an upload was looked at: a text that changes with whatever is handed in. */
const VersionSchema = z.string().max(100);

/** Problems of one rule in one column that comments override. */
export const OverriddenGroupSchema = z.object({
  /** Of its first cell, 'C/17'; the letters of a column, or '' for the table. */
  cell: z.string(),
  /** Sentence of its first cell, in the language of the call. */
  warning: z.string(),
  column: z.string().nullable(),
  /** Number of its cells. */
  count: z.number().int(),
  /** The first of the different comments on it, the one on all its cells before others. */
  comments: z.array(z.string()),
  /** Different comments on it. */
  commentCount: z.number().int(),
});

/** Answer of `GET api/submit/{id}` (ours): what is handed in, or what it lacks. */
export const SubmissionReviewSchema = z.object({
  id: UploadIdSchema,
  version: VersionSchema,
  missing: z.array(NamedLackSchema),
  /** ISO moment of the upload, or of the corrected file in force. */
  receivedAt: z.string(),
  /** The DOI it has or will get, and whether that is one for tests, not registered with DataCite. */
  doi: z.string(),
  doiIsTest: z.boolean(),
  /** Last day of an embargo, yyyy-MM-dd, and whether it has passed: then publication waits for nothing. */
  embargo: z.object({ end: z.string(), isPast: z.boolean() }).nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      rowCount: z.number().int(),
      columnCount: z.number().int(),
      mappedCount: z.number().int(),
      /** The first mapped columns; label and unit in the language of the call, '' for no unit. */
      mapped: z.array(z.object({ letters: z.string(), column: z.string(), label: z.string(), unit: z.string() })),
      /** The first mapped columns that are left out or coarsened when it is published, and all of them counted. */
      withheld: z.array(z.object({ letters: z.string(), column: z.string(), reason: z.string() })),
      withheldCount: z.number().int(),
      /** Groups of problems, and their cells. */
      groupCount: z.number().int(),
      cellCount: z.number().int(),
      /** The first groups. */
      overridden: z.array(OverriddenGroupSchema),
    }),
  ),
  /** The other uploads of the same study. */
  others: z.array(
    z.object({
      id: UploadIdSchema,
      version: VersionSchema,
      kind: UploadKindSchema,
      fileName: z.string(),
      status: UploadStatusSchema,
      missing: z.array(NamedLackSchema),
    }),
  ),
});
export type SubmissionReview = z.infer<typeof SubmissionReviewSchema>;
export type OverriddenGroup = z.infer<typeof OverriddenGroupSchema>;

/**
 * Body of `POST api/submit/{id}`; the spec's is empty. With a version the upload is handed in as it was
 * looked at, or not at all; `also` names uploads of the same study that are handed in with it.
 */
export const SubmitOrderSchema = z.object({
  version: VersionSchema.optional(),
  also: z
    .array(z.object({ id: UploadIdSchema, version: VersionSchema.optional() }))
    .max(50)
    .optional(),
});
export type SubmitOrder = z.infer<typeof SubmitOrderSchema>;
