import { z } from 'zod';

import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { FieldChangeSchema } from '../metadata/compare';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { DataFactsSchema } from './metadata';
import { RoundChangesSchema } from './round-changes';
import { SubmissionReviewSchema } from './submission';
import { NewVersionViewSchema } from './version-changes';

const SubmittedTableSchema = SubmissionReviewSchema.shape.tables.element;

/** What the check found in a table, and what of it will not be published. */
export const GlanceTableSchema = SubmittedTableSchema.extend({
  /** The first columns that are not mapped. */
  unmapped: z.array(z.object({ letters: z.string(), column: z.string() })),
});
export type GlanceTable = z.infer<typeof GlanceTableSchema>;

/** What the file of a submission contains. */
export const GlanceContentSchema = z.object({
  ages: DataFactsSchema.shape.ages,
  /** Keys of the motor tests with results. */
  tests: z.array(z.string()),
  /** Numbers of people in the metadata and in the data; null if they are not known. */
  persons: z.object({
    stated: z.number().int().nullable(),
    counted: z.number().int().nullable(),
    /** The contributor confirmed with the submission that both are right. */
    areRight: z.boolean().default(false),
  }),
  tables: z.array(GlanceTableSchema),
  tablesLeftOut: SubmissionReviewSchema.shape.tablesLeftOut,
});
export type GlanceContent = z.infer<typeof GlanceContentSchema>;

/** Response of `GET api/editorial/{id}/glance` (not in the spec): a submission as far as it can be told on one page. */
export const SubmissionGlanceSchema = z.object({
  id: UploadIdSchema,
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  translatedTitle: TranslatedTitleSchema,
  contributor: z.object({ name: z.string(), email: z.string() }),
  /** Names in the metadata: authors, contact persons with their addresses, and contributors. */
  coAuthors: z
    .array(z.object({ name: z.string(), email: z.string() }))
    .default([])
    .describe('Co-authors of the upload.'),
  named: z
    .object({
      authors: z.array(z.object({ name: z.string(), affiliations: z.array(z.string()) })),
      contacts: z.array(z.object({ name: z.string(), email: z.string() })),
      contributors: z.array(z.string()),
    })
    .default({ authors: [], contacts: [], contributors: [] }),
  /** What the contributor tells the board in the metadata; '' = nothing. */
  boardNote: z.string().default(''),
  kind: UploadKindSchema,
  n: z.number().int().nullable(),
  /** '' = not stated; labels in the requested language. */
  licence: z.string(),
  studyDesign: z.string(),
  batteries: z.array(z.string()),
  /** Null once the board may not read the file any more. */
  content: GlanceContentSchema.nullable(),
  /**
   * What changed after each request for changes, oldest first; null for one that is not answered yet, and for all once
   * the contributor's account is deleted.
   */
  rounds: z.array(RoundChangesSchema.nullable()),
  /** What changed since the published version that it continues; null for what is no new version. */
  newVersion: NewVersionViewSchema.nullable().default(null),
  /** Corrections of the metadata by another, accepted data set of the study, during the review of this one. */
  corrections: z
    .array(z.object({ at: z.iso.datetime(), note: z.string(), changes: FieldChangeSchema.array() }))
    .default([]),
  /** A correction of the metadata waits for consent that this member of the board may give. */
  hasProposal: z.boolean().default(false),
});
export type SubmissionGlance = z.infer<typeof SubmissionGlanceSchema>;
