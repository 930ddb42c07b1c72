import { z } from 'zod';

import { maxCommentCharacters, maxTemplateNameCharacters, maxTemplates } from '../limits';
import { isStorable } from '../text';
import { SentenceSchema } from './uploads';

/** Mapping target of `GET api/mapping/{raw|agg}/{lang}/{r|a}`: a probe in one unit. */
export const MappingTargetSchema = z.object({
  key: z.string(),
  /** Label in the language of the call. */
  value: z.string(),
  /** Unit as in the vocabulary data: '1' for counts and points, '' where there is none. */
  unit: z.string(),
  /** Unit as a screen shows it, in the language of the call: 'count', 'points', 'cm', or ''. */
  unitText: z.string(),
  /** Heading under which a select groups it, in the language of the call. */
  group: z.string(),
  /** Rare targets (single trials and the like) that a screen may hold back. */
  rare: z.boolean(),
});
export type MappingTarget = z.infer<typeof MappingTargetSchema>;

/** A text that names something: with a sign less it would name something else, so it is taken whole or not at all. */
const nameText = (maxCharacters: number) => z.string().max(maxCharacters).refine(isStorable);

export const TargetReferenceSchema = z.object({ key: nameText(100).min(1), unit: nameText(40) });
export type TargetReference = z.infer<typeof TargetReferenceSchema>;

/** One column (by its unique name) and the target it holds. Columns without a target are left out. */
export const MappingEntrySchema = z.object({ source: nameText(500), target: TargetReferenceSchema });
export type MappingEntry = z.infer<typeof MappingEntrySchema>;
export const MappingSchema = z.array(MappingEntrySchema).max(5000);

/**
 * Header of the answer to a saved mapping (ours): how many comments were set aside, because their columns
 * have another target now.
 */
export const setAsideHeader = 'X-Set-Aside-Comments';

/** Member `shared` of the refusal 'shared-target': the keys that several columns have, with those columns. */
export const SharedTargetsSchema = z.array(z.object({ key: z.string(), columns: z.array(z.string()).min(2) }));
export type SharedTargets = z.infer<typeof SharedTargetsSchema>;

/**
 * Answer of `GET api/mapping/{raw|agg}/{id}/{table}/suggestions` (ours): columns with what they may be
 * meant for, best first, and why, in words of the language of the call. Columns without a suggestion are
 * left out; a target is the first choice of one column at most. Nothing is saved by it.
 */
export const MappingSuggestionsSchema = z.array(
  z.object({
    source: z.string(),
    suggestions: z
      .array(
        z.object({
          target: TargetReferenceSchema,
          /** 0 to 1. */
          score: z.number(),
          reason: SentenceSchema,
        }),
      )
      .min(1),
  }),
);
export type MappingSuggestions = z.infer<typeof MappingSuggestionsSchema>;

/** Value of an option in a target select: '<key>|<unit>', or '' for 'not mapped'. */
export function formatTargetValue(target: TargetReference): string {
  return `${target.key}|${target.unit}`;
}

/** '<label> (<unit>)', or the label alone where there is no unit or it names the unit itself. */
export function targetLabel({ value, unitText }: Pick<MappingTarget, 'value' | 'unitText'>): string {
  const suffix = ` (${unitText})`;
  return unitText === '' || value.endsWith(suffix) ? value : value + suffix;
}

/** Reads a select's value; null for 'not mapped'. Whether the target exists is the API's to say. */
export function parseTargetValue(value: string): TargetReference | null {
  const bar = value.indexOf('|');
  if (value === '') return null;
  return bar < 0 ? { key: value, unit: '' } : { key: value.slice(0, bar), unit: value.slice(bar + 1) };
}

/**
 * Problem of a table (spec section 3). `cell` is 'Column/row' ('C/17'), the column letters alone for a
 * column's problem, or '' for the table's. A line with `more` > 0 stands for that many further cells
 * of its group and takes one comment for all of them. The id '<group>-all' takes one comment for all
 * cells of the group that have none of their own.
 */
export const ProblemSchema = z.object({
  id: z.string(),
  cell: z.string(),
  warning: z.string(),
  comment: z.string(),
  /** The comment is the one for its whole group. */
  byGroup: z.boolean(),
  canOverride: z.boolean(),
  /** What to do about a problem that no comment can override, in the language of the call; else ''. */
  remedy: z.string(),
  rule: z.string(),
  /** Source column name; null for a table's problem. */
  column: z.string().nullable(),
  row: z.number().int().nullable(),
  group: z.string(),
  more: z.number().int(),
});
export type Problem = z.infer<typeof ProblemSchema>;

/** Comments posted to `POST api/mapping/override/{id}/{table}`; an empty comment withdraws one. */
export const ProblemCommentsSchema = z
  .array(z.object({ id: z.string().max(200), comment: z.string().trim().max(maxCommentCharacters) }))
  .max(20_000);
export type ProblemComment = z.infer<typeof ProblemCommentsSchema>[number];

/** Mapping templates of a user: `GET` and `PUT api/mapping/templates`. A template without entries is deleted. */
export const MappingTemplatesSchema = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(maxTemplateNameCharacters).refine(isStorable),
      entries: z.array(MappingEntrySchema).max(5000),
    }),
  )
  .max(maxTemplates);
export type MappingTemplate = z.infer<typeof MappingTemplatesSchema>[number];
