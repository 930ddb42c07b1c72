import { z } from 'zod';

import { maxRowWindow } from '../limits';
import { storableText } from '../text';
import { ProblemSchema } from './mapping';

/** Which problems a list shows: those that cannot be overridden, those without a comment, those with one. */
export const problemSeverities = ['error', 'open', 'commented'] as const;
export const ProblemSeveritySchema = z.enum(problemSeverities);
export type ProblemSeverity = z.infer<typeof ProblemSeveritySchema>;

/** Used in place of column letters for problems of the whole table. */
export const wholeTableColumn = 'table';

/** Lines of the list per page. */
export const problemsPerPage = 100;

/** Query of `GET api/mapping/problems/{id}/{table}`. `column` is column letters or 'table'. */
export const ProblemQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(problemsPerPage),
  column: z.string().max(40).optional(),
  severity: ProblemSeveritySchema.optional(),
  /** Id of one group, of which every cell is a line. Other filters do not apply. */
  group: z.string().max(40).optional(),
});
export type ProblemQuery = z.infer<typeof ProblemQuerySchema>;

/** Counts of all problems of a table, whatever the list shows. */
export const ProblemCountsSchema = z.object({
  /** Cells, columns and tables with a problem. */
  cells: z.number().int(),
  /** Those that cannot be overridden. */
  errors: z.number().int(),
  /** Those that can be explained and have no comment yet. */
  open: z.number().int(),
  /** Rules and columns whose cells can be explained. */
  groups: z.number().int(),
});
export type ProblemCounts = z.infer<typeof ProblemCountsSchema>;

/** Problems of one rule in one column that are shown on a page. */
export const ListedGroupSchema = z.object({
  /** Id of the group. '<id>-all' identifies the comment on all its cells. */
  id: z.string(),
  /** Letters of its column; '' for the table. */
  letters: z.string(),
  /** Number of its cells. */
  count: z.number().int(),
  canOverride: z.boolean(),
  /** Comment on all cells that have no comment of their own. */
  comment: z.string(),
  problems: z.array(ProblemSchema),
});
export type ListedGroup = z.infer<typeof ListedGroupSchema>;

/** One page of the problems of a table. */
export const ProblemPageSchema = z.object({
  /** Identifies the check that found them. Another file, mapping or list of missing-value codes is checked anew. */
  check: z.string(),
  counts: ProblemCountsSchema,
  /** Columns with problems in the order of the file, for a filter; the table has the letters 'table'. */
  columns: z.array(z.object({ letters: z.string(), name: z.string() })),
  /** Number of lines on all pages that match the filter. */
  total: z.number().int(),
  offset: z.number().int(),
  groups: z.array(ListedGroupSchema),
});
export type ProblemPage = z.infer<typeof ProblemPageSchema>;

/**
 * Body of `POST api/mapping/problems/{id}/{table}`. If problems stay open, nothing is saved unless `confirmed`. With the
 * `check` of the page on which the comments were typed, comments on problems that it no longer has are refused.
 */
export const SavedCommentsSchema = z.object({
  check: z.string().max(40).optional(),
  comments: z.array(z.object({ id: z.string().max(200), comment: z.string().transform(storableText) })).max(20_000),
  confirmed: z.boolean(),
});

/** Members of the refusal 'problems-changed': the present check, and the ids of the problems that are gone. */
export const ChangedProblemsSchema = z.object({ check: z.string(), gone: z.array(z.string()) });

/** Formats of `GET api/mapping/problems/{id}`: for any program, and for Excel. */
export const ProblemFileFormatSchema = z.enum(['csv', 'xlsx']);
export type ProblemFileFormat = z.infer<typeof ProblemFileFormatSchema>;
