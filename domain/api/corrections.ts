import { z } from 'zod';

import { TargetReferenceSchema } from './mapping';
import { FileStateSchema, SentenceSchema } from './uploads';

/**
 * What became of a comment when its file was replaced: 'waiting' for the check of the new one; kept; or
 * dropped, because its cell holds another value, its problem is gone, or its column is.
 */
export const CommentFateSchema = z.enum(['waiting', 'kept', 'value-changed', 'problem-gone', 'column-gone']);
export type CommentFate = z.infer<typeof CommentFateSchema>;

export const ComparedCommentSchema = z.object({
  rule: z.string(),
  /** Name of its column in the file before; null for a problem of the table. */
  column: z.string().nullable(),
  /** Place of its column in this file, from 0; -1 for a problem of the table, null for a column that is gone. */
  position: z.number().int().nullable(),
  /** Row of its cell; 0 for a problem of a column or table, -1 for all cells that were not listed. */
  cell: z.number().int(),
  /** Value of the cell that it explained; '' where there is none. */
  value: z.string(),
  comment: z.string(),
  fate: CommentFateSchema,
});
export type ComparedComment = z.infer<typeof ComparedCommentSchema>;

/** Cells with a problem: those that have to be corrected, and those that a comment explains. */
export const ProblemTallySchema = z.object({ locked: z.number().int(), explainable: z.number().int() });
export type ProblemTally = z.infer<typeof ProblemTallySchema>;

/** What a corrected file changed about one table. */
export const TableChangesSchema = z.object({
  /** Name in this file and in the file before; null where there is no such table. */
  name: z.string().nullable(),
  formerName: z.string().nullable(),
  /** Rows of data; null where there is no such table. */
  rowsBefore: z.number().int().nullable(),
  rowsAfter: z.number().int().nullable(),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Columns that stand at another place among those of both files, with their letters. */
  moved: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** Mapped columns of the file before: with their name in this file, or null when that target is lost. */
  mapping: z.array(z.object({ formerName: z.string(), name: z.string().nullable(), target: TargetReferenceSchema })),
  /** Null where the table was not checked, or is not yet. */
  problemsBefore: ProblemTallySchema.nullable(),
  problemsAfter: ProblemTallySchema.nullable(),
  comments: z.array(ComparedCommentSchema),
});
export type TableChanges = z.infer<typeof TableChangesSchema>;

/** What a corrected file changed against the one it replaced. */
export const FileChangesSchema = z.object({ formerFileName: z.string(), tables: z.array(TableChangesSchema) });
export type FileChanges = z.infer<typeof FileChangesSchema>;

/** Answer of `GET` and `POST api/fileupload/{id}/correction` (ours). */
export const CorrectionSchema = z.object({
  /** A corrected file that is being read, or that could not be, with the reason; the file before stays in force. */
  coming: z.object({ fileName: z.string(), state: FileStateSchema, failure: SentenceSchema.nullable() }).nullable(),
  /** What the file in force changed, if it is a corrected one. */
  changes: FileChangesSchema.nullable(),
});
export type Correction = z.infer<typeof CorrectionSchema>;
