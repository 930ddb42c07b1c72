import { z } from 'zod';

import { boardActs } from '../board/act-rules';
import { listParts } from '../board/waiting';
import { maxSearchTermCharacters, maxValueCharacters } from '../limits';
import { storableText } from '../text';
import { UploadKindSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';
import { EditorialRowSchema, PanelViewSchema } from './editorial';

/** Columns by which the list of submissions can be sorted. */
export const listColumns = [
  'metadata',
  'number',
  'status',
  'date',
  'e1',
  'e2',
  'email',
  'n',
  'type',
  'file',
  'due',
] as const;
export type ListColumn = (typeof listColumns)[number];

/** Order of the list without `sort`: the newest submission first. */
export const usualSort = '-date';

/** A column, after a minus sign if the order is descending. */
const SortSchema = z.enum([...listColumns, ...listColumns.map((column) => `-${column}` as const)]);
export type ListSort = z.infer<typeof SortSchema>;

/** Parts of an order. */
export function sortParts(sort: ListSort): { column: ListColumn; isDescending: boolean } {
  return { column: sort.replace(/^-/, '') as ListColumn, isDescending: sort.startsWith('-') };
}

const text = (max: number) => z.string().trim().max(max).transform(storableText);

/** What narrows the list of submissions. */
export const ListFilterSchema = z.object({
  status: UploadStatusSchema.exclude(['Uploaded']).optional(),
  kind: UploadKindSchema.optional(),
  test: text(maxValueCharacters).optional(),
  q: text(maxSearchTermCharacters).optional(),
  expert: text(320).optional(),
});
export type ListFilter = z.infer<typeof ListFilterSchema>;

/** Query of `GET api/editorial`. */
export const ListQuerySchema = ListFilterSchema.extend({
  show: z.enum(listParts).default('all'),
  sort: SortSchema.default(usualSort),
  page: z.coerce.number().int().positive().max(2_147_483_647).optional(),
});
export type ListQuery = z.infer<typeof ListQuerySchema>;

/** A panel in the list: who holds it, and how far they are. */
const ListedPanelSchema = PanelViewSchema.pick({
  nr: true,
  email: true,
  mine: true,
  state: true,
  dueAt: true,
  isOverdue: true,
});
export type ListedPanel = z.infer<typeof ListedPanelSchema>;

/** Row of `GET api/editorial` with what the specification does not have. */
export const ListedSubmissionSchema = EditorialRowSchema.extend({
  /** Status with 'ChangesRequested', which `status` shows as Pending. */
  state: UploadStatusSchema.optional(),
  /** Both panels; none if the submission is the expert's own or names the expert. */
  panels: z.array(ListedPanelSchema).default([]),
  /** What the requesting expert may do with it now. */
  acts: z.array(z.enum(boardActs)).default([]),
  /** It waits for the requesting expert. */
  waitsForMe: z.boolean().default(false),
  isOverdue: z.boolean().default(false),
  /** When the next vote, or the end of a disagreement, is due. */
  dueAt: z.iso.datetime().nullable().default(null),
});
export type ListedSubmission = z.infer<typeof ListedSubmissionSchema>;

/** Response of `GET api/editorial/counts`: how many submissions each part of the list has. */
export const ListCountsSchema = z.object({
  all: z.number().int(),
  mine: z.number().int(),
  others: z.number().int(),
  overdue: z.number().int(),
  decided: z.number().int(),
  /** Parts that have more than was counted. */
  atLeast: z.array(z.enum(listParts)).default([]),
});
export type ListCounts = z.infer<typeof ListCountsSchema>;

/** Response of `GET api/editorial/waiting`: how many submissions, corrections and withdrawals wait for the caller. */
export const WaitingSchema = z.object({ count: z.number().int() });
