import { z } from 'zod';

import { RowsLostSchema } from '../data-rows';
import { TableRowsChangedSchema } from '../life/versions';
import { TargetReferenceSchema } from './mapping';
import { FileStateSchema, MessageSchema } from './uploads';

/**
 * Outcome for a comment when its file was replaced: 'waiting' until the new file is checked, 'kept', or dropped because
 * the cell's value has changed or its problem or column is gone.
 */
export const CommentOutcomeSchema = z.enum(['waiting', 'kept', 'value-changed', 'problem-gone', 'column-gone']);
export type CommentOutcome = z.infer<typeof CommentOutcomeSchema>;

export const ComparedCommentSchema = z.object({
  rule: z.string(),
  /** Name of its column in the previous file; null for a problem of the table. */
  column: z.string().nullable(),
  /** Index of its column in this file; -1 for a problem of the table, null if the column is gone. */
  position: z.number().int().nullable(),
  /** Row of its cell; 0 for a problem of a column or table, -1 for all cells that were not listed. */
  cell: z.number().int(),
  /** Value of the cell that the comment explained; '' if there is none. */
  value: z.string(),
  comment: z.string(),
  fate: CommentOutcomeSchema,
});
export type ComparedComment = z.infer<typeof ComparedCommentSchema>;

/** Number of cells with a problem: those that must be corrected, and those that a comment can explain. */
export const ProblemTallySchema = z.object({ locked: z.number().int(), explainable: z.number().int() });
export type ProblemTally = z.infer<typeof ProblemTallySchema>;

/** Changes that a corrected file made to one table. */
export const TableChangesSchema = z.object({
  /** Table name in this file and in the previous file; null if the file has no such table. */
  name: z.string().nullable(),
  formerName: z.string().nullable(),
  /** Number of data rows; null if the file has no such table. */
  rowsBefore: z.number().int().nullable(),
  rowsAfter: z.number().int().nullable(),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Columns whose order among the columns of both files has changed, with their letters. */
  moved: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** Rows that were left out of the previous file and could not be found again, so that they may be data now. */
  rowsLost: z.array(RowsLostSchema).default([]),
  /** Mapped columns of the previous file with their name in this file, or null if the mapping is lost. */
  mapping: z.array(z.object({ formerName: z.string(), name: z.string().nullable(), target: TargetReferenceSchema })),
  /** Rows and cells that differ, in the columns that both have; null if the file has no such table, or did not compare. */
  values: TableRowsChangedSchema.nullable().default(null),
  /** Null if the table has not been checked. */
  problemsBefore: ProblemTallySchema.nullable(),
  problemsAfter: ProblemTallySchema.nullable(),
  comments: z.array(ComparedCommentSchema),
});
export type TableChanges = z.infer<typeof TableChangesSchema>;

/** Differences between a corrected file and the one it replaced. */
export const FileChangesSchema = z.object({ formerFileName: z.string(), tables: z.array(TableChangesSchema) });
export type FileChanges = z.infer<typeof FileChangesSchema>;

/** Response of `GET` and `POST api/fileupload/{id}/correction` (not in the spec). */
export const CorrectionSchema = z.object({
  /**
   * A corrected file that is being read or could not be read, with the reason. Until it is read, the previous file
   * stays current.
   */
  pending: z.object({ fileName: z.string(), state: FileStateSchema, failure: MessageSchema.nullable() }).nullable(),
  /** Changes made by the current file; null if it is not a corrected one. */
  changes: FileChangesSchema.nullable(),
});
export type Correction = z.infer<typeof CorrectionSchema>;
