import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { maxCommentCharacters, maxCorrectionNoteCharacters } from '../limits';
import { FieldChangeSchema } from '../metadata/compare';
import { storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { MetadataEntrySchema } from './metadata';

const NoteSchema = z
  .string()
  .transform((note) => storableText(note).replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(maxCorrectionNoteCharacters))
  .describe('What was corrected and why, for everybody.');

/** Body of `POST api/fileupload/{id}/metadata-corrections`. */
export const NewCorrectionSchema = z.object({
  metadata: z
    .array(MetadataEntrySchema)
    .max(100)
    .describe('All metadata as it is to be. Fields that are not corrected here may be left out.'),
  note: NoteSchema,
});
export type NewCorrection = z.infer<typeof NewCorrectionSchema>;

/** Response of `POST api/fileupload/{id}/metadata-corrections`. */
export const CorrectionOutcomeSchema = z.object({
  applied: z.array(z.number()).describe('Ids of the fields that were corrected at once.'),
  proposed: z.array(z.number()).describe('Ids of the fields that wait for consent.'),
});
export type CorrectionOutcome = z.infer<typeof CorrectionOutcomeSchema>;

/** A correction that waits for consent. */
export const ProposalViewSchema = z.object({
  version: z.number().int().describe('Number of the proposal, which is never used again.'),
  note: z.string().describe('What is to be corrected and why.'),
  proposedAt: z.iso.datetime(),
  changes: FieldChangeSchema.array().describe('The fields, each with those nested in it.'),
});
export type ProposalView = z.infer<typeof ProposalViewSchema>;

const DataSetOfStudySchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable().describe('Number of the data set; null before acceptance.'),
  fileName: z.string(),
});

/** Response of `GET api/fileupload/{id}/metadata-corrections`: what can be corrected, for the contributor. */
export const CorrectionStateSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().describe('Number of the data set.'),
  metadata: z.array(MetadataEntrySchema).describe('The present metadata.'),
  dataSets: z.array(DataSetOfStudySchema).describe('Accepted uploads of the study, which share the metadata.'),
  reviewed: z
    .array(DataSetOfStudySchema)
    .describe('Uploads of the study that are with the board, which share it, too.'),
  proposal: ProposalViewSchema.nullable().describe('What waits for consent; null if nothing does.'),
  declined: z
    .object({ at: z.iso.datetime(), reason: z.string(), changes: FieldChangeSchema.array() })
    .nullable()
    .describe('The last proposal, if it was declined and nothing was proposed since.'),
});
export type CorrectionState = z.infer<typeof CorrectionStateSchema>;

/** A correction that waits for the caller's consent: `GET api/editorial/corrections`. */
export const WaitingCorrectionSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable().describe('Public number of the data set.'),
  fileName: z.string(),
  title: z.string().nullable(),
});
export type WaitingCorrection = z.infer<typeof WaitingCorrectionSchema>;

/** Response of `GET api/editorial/{id}/correction`: what waits for consent, for those who may give it. */
export const CorrectionToJudgeSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  fileName: z.string(),
  title: z.string(),
  titleLanguage: TextLanguageSchema,
  proposal: ProposalViewSchema.nullable().describe('Null if nothing waits, any more or yet.'),
});
export type CorrectionToJudge = z.infer<typeof CorrectionToJudgeSchema>;

/** Body of `POST api/editorial/{id}/correction`. */
export const CorrectionDecisionSchema = z.object({
  version: z.number().int().describe('Of the proposal that was seen.'),
  consents: z.boolean(),
  reason: z
    .string()
    .transform((reason) => storableText(reason).replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(maxCommentCharacters))
    .default('')
    .describe('Why it is declined, for the contributor.'),
});
export type CorrectionDecision = z.infer<typeof CorrectionDecisionSchema>;

/** A correction in the public history of a data set. It names nobody. */
export const PublicCorrectionSchema = z.object({
  day: z.iso.date().describe('Day of the correction, yyyy-MM-dd.'),
  note: z.string().describe('What was corrected and why, in the words of the contributor.'),
  isConsented: z.boolean().describe('The editorial board has consented to it.'),
  fields: z
    .array(
      z.object({
        id: z.number().describe('Id of the field.'),
        name: z.string().describe('Name in the requested language.'),
        before: z.array(z.string()).describe('Its values before.'),
        after: z.array(z.string()).describe('Its values after.'),
        languages: z
          .object({
            before: z.array(TextLanguageSchema.nullable()).describe('Of the values before.'),
            after: z.array(TextLanguageSchema.nullable()).describe('Of the values after.'),
          })
          .describe('Language of each value; null for values without one or in the requested language.'),
        owners: z
          .object({
            before: z.array(z.string().nullable()).describe('Of the old values.'),
            after: z.array(z.string().nullable()).describe('Of the new values.'),
          })
          .describe('To what each value belongs, such as the author of an ORCID iD; null for values that stand alone.'),
      }),
    )
    .describe('Corrected fields in schema order, without private ones.'),
});
export type PublicCorrection = z.infer<typeof PublicCorrectionSchema>;
