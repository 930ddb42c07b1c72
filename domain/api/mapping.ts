import { z } from 'zod';

import { maxCommentCharacters, maxTemplateNameCharacters, maxTemplatesRead } from '../limits';
import { shortNameSchema } from '../short-name';
import { isStorable } from '../text';
import { MessageSchema } from './uploads';

/** Mapping target of `GET api/mapping/{raw|agg}/{lang}/{r|a}`: a vocabulary term in one unit. */
export const MappingTargetSchema = z.object({
  key: z.string().describe('Key of the vocabulary.'),
  value: z.string().describe('Label in the requested language.'),
  unit: z.string().describe("Unit as in the vocabulary data: '1' for counts and points, '' if there is none."),
  unitText: z.string().describe("Unit as shown on screens, in the requested language: 'count', 'points', 'cm', or ''."),
  group: z.string().describe('Heading under which a select groups it, in the requested language.'),
  rare: z.boolean().describe('Rarely used targets, such as single trials, which a screen may hide at first.'),
});
export type MappingTarget = z.infer<typeof MappingTargetSchema>;

/** A name. Names that cannot be stored unchanged are refused, because a shortened name would mean something else. */
const nameText = (maxCharacters: number) => z.string().max(maxCharacters).refine(isStorable);

export const TargetReferenceSchema = z.object({
  key: nameText(100).min(1).describe('Key of a target in the vocabulary.'),
  unit: nameText(40).describe("Unit in which the values are, as in the vocabulary data; '' if there is none."),
});
export type TargetReference = z.infer<typeof TargetReferenceSchema>;

/** A column (by its unique name) and its target. Columns without a target are left out. */
export const MappingEntrySchema = z.object({
  source: nameText(500).describe('Name of the column.'),
  target: TargetReferenceSchema.describe('What it means.'),
});
export type MappingEntry = z.infer<typeof MappingEntrySchema>;
export const MappingSchema = z.array(MappingEntrySchema).max(5000);

/**
 * Response header of a saved mapping (not in the spec): number of comments that were detached because their columns
 * now have another target.
 */
export const detachedCommentsHeader = 'X-Detached-Comments';

/** Member `shared` of the refusal 'shared-target': each key with the columns that share it. */
export const SharedTargetsSchema = z.array(z.object({ key: z.string(), columns: z.array(z.string()).min(2) }));
export type SharedTargets = z.infer<typeof SharedTargetsSchema>;

/**
 * Response of `GET api/mapping/{raw|agg}/{id}/{table}/suggestions` (not in the spec): suggested targets per column,
 * best first, with the reason in the requested language. Columns without a suggestion are left out. A target is the
 * first suggestion of at most one column. Nothing is saved.
 */
export const MappingSuggestionsSchema = z.object({
  columns: z.array(
    z.object({
      source: z.string(),
      suggestions: z
        .array(
          z.object({
            target: TargetReferenceSchema,
            /** From 0 to 1. */
            score: z.number(),
            reason: MessageSchema,
          }),
        )
        .min(1),
    }),
  ),
  /** The test battery whose tests the table contains, named in the requested language; null if none is recognised. */
  battery: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type MappingSuggestions = z.infer<typeof MappingSuggestionsSchema>;

/** Value of an option in a target select: '<key>|<unit>', or '' for 'not mapped'. */
export function formatTargetValue(target: TargetReference): string {
  return `${target.key}|${target.unit}`;
}

/** '<label> (<unit>)', or just the label if there is no unit or the label already ends with it. */
export function targetLabel({ value, unitText }: Pick<MappingTarget, 'value' | 'unitText'>): string {
  const suffix = ` (${unitText})`;
  return unitText === '' || value.endsWith(suffix) ? value : value + suffix;
}

/** Parses the value of a target select; null for 'not mapped'. Does not check whether the target exists. */
export function parseTargetValue(value: string): TargetReference | null {
  const bar = value.indexOf('|');
  if (value === '') return null;
  return bar < 0 ? { key: value, unit: '' } : { key: value.slice(0, bar), unit: value.slice(bar + 1) };
}

/**
 * Problem of a table (spec section 3). `cell` is '<column>/<row>' ('C/17'), only the column letters for a problem of a
 * column, or '' for one of the table. A line with `more` > 0 represents that many further cells of its group and takes
 * one comment for all of them. The id '<group>-all' takes one comment for all cells of the group that have no comment
 * of their own.
 */
export const ProblemSchema = z.object({
  id: z.string(),
  cell: z.string(),
  warning: z.string(),
  comment: z.string(),
  /** The comment applies to the whole group. */
  byGroup: z.boolean(),
  canOverride: z.boolean(),
  /** How to correct a problem that cannot be explained in a comment, in the requested language; otherwise ''. */
  remedy: z.string(),
  rule: z.string(),
  /** Name of the column in the file; null for a problem of the table. */
  column: z.string().nullable(),
  row: z.number().int().nullable(),
  group: z.string(),
  more: z.number().int(),
});
export type Problem = z.infer<typeof ProblemSchema>;

/** Body of `POST api/mapping/override/{id}/{table}`. An empty comment removes the saved one. */
export const ProblemCommentsSchema = z
  .array(z.object({ id: z.string().max(200), comment: z.string().trim().max(maxCommentCharacters) }))
  .max(20_000);
export type ProblemComment = z.infer<typeof ProblemCommentsSchema>[number];

/** Mapping templates of a user: `GET` and `PUT api/mapping/templates`. A template without entries is deleted. */
export const MappingTemplatesSchema = z
  .array(
    z.object({
      name: z.string().refine(isStorable).pipe(shortNameSchema(maxTemplateNameCharacters)).pipe(z.string().min(1)),
      entries: z.array(MappingEntrySchema).max(5000),
    }),
  )
  .max(maxTemplatesRead);
export type MappingTemplate = z.infer<typeof MappingTemplatesSchema>[number];
