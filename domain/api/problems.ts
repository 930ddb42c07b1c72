import { z } from 'zod';

import { maxRowWindow } from '../limits';
import { ProblemSchema } from './mapping';

/** Which problems a list shows: those no comment can override, those without comment, those with one. */
export const problemSeverities = ['error', 'open', 'commented'] as const;
export const ProblemSeveritySchema = z.enum(problemSeverities);
export type ProblemSeverity = z.infer<typeof ProblemSeveritySchema>;

/** Stands for the letters of a column where the problems of the table as a whole are meant. */
export const wholeTableColumn = 'table';

/** Lines of the list on one page. */
export const problemsPerPage = 100;

/** Query of `GET api/mapping/problems/{id}/{table}`; `column` is its letters or 'table'. */
export const ProblemQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(problemsPerPage),
  column: z.string().max(40).optional(),
  severity: ProblemSeveritySchema.optional(),
  /** One group: each of its cells is a line. The filters do not concern it. */
  group: z.string().max(40).optional(),
});
export type ProblemQuery = z.infer<typeof ProblemQuerySchema>;

/** All problems of a table, whatever a list shows of them. */
export const ProblemCountsSchema = z.object({
  /** Cells (columns, tables) with a problem. */
  cells: z.number().int(),
  /** Those among them that cannot be overridden. */
  errors: z.number().int(),
  /** Lines of the list that still need a comment. */
  open: z.number().int(),
});
export type ProblemCounts = z.infer<typeof ProblemCountsSchema>;

/** Problems of one rule in one column, as far as they stand on a page. */
export const ListedGroupSchema = z.object({
  /** Id of the group; '<id>-all' is that of the comment on all its cells. */
  id: z.string(),
  /** Letters of its column; '' for the table. */
  letters: z.string(),
  /** Number of its cells. */
  count: z.number().int(),
  canOverride: z.boolean(),
  /** Comment on all cells that have none of their own. */
  comment: z.string(),
  problems: z.array(ProblemSchema),
});
export type ListedGroup = z.infer<typeof ListedGroupSchema>;

/** One page of a table's problems. */
export const ProblemPageSchema = z.object({
  counts: ProblemCountsSchema,
  /** Columns with problems in the order of the file, for a filter; 'table' as letters for the table. */
  columns: z.array(z.object({ letters: z.string(), name: z.string() })),
  /** Lines that pass the filter, on all pages. */
  total: z.number().int(),
  offset: z.number().int(),
  groups: z.array(ListedGroupSchema),
});
export type ProblemPage = z.infer<typeof ProblemPageSchema>;

/** Body of `POST api/mapping/problems/{id}/{table}`: nothing is saved when problems stay open, unless `confirmed`. */
export const SavedCommentsSchema = z.object({
  comments: z.array(z.object({ id: z.string().max(200), comment: z.string() })).max(20_000),
  confirmed: z.boolean(),
});

/** Files of `GET api/mapping/problems/{id}`: for any program, and for Excel. */
export const ProblemFileFormatSchema = z.enum(['csv', 'xlsx']);
export type ProblemFileFormat = z.infer<typeof ProblemFileFormatSchema>;
