import { z } from 'zod';

import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { nextActs } from '../life/next-acts';
import { UploadIdSchema } from '../upload-id';
import { ListedStatusSchema, UploadStatusSchema } from '../upload-status';
import { StepSchema } from '../workflow-steps';

/** Statuses of a version that is not decided. */
export const OpenVersionStatusSchema = UploadStatusSchema.exclude(['Accepted', 'Rejected']);

const CountSchema = z.number().int().nonnegative();

/** Row of `GET api/fileupload/data-sets`: a data set with all its versions. */
export const MyDataSetSchema = z.object({
  id: UploadIdSchema.describe('Upload of the version that is told about: the newest accepted one, or else the newest.'),
  nr: z.number().int().nullable().describe('Its public number; null until it is accepted.'),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema,
  translatedTitle: TranslatedTitleSchema,
  file: z.string().describe('Name of its file.'),
  status: ListedStatusSchema,
  changesRequested: z.boolean().describe('The editorial board asks for changes.'),
  withdrawal: z.enum(['asked', 'withdrawn']).nullable(),
  embargo: z.string().describe('Last day of an embargo that lasts, yyyy-MM-dd; otherwise empty.'),
  doi: z.string().nullable(),
  doiUrl: z.string().nullable(),
  version: z.number().int().describe('Its number among the versions.'),
  versions: z.number().int().describe('Number of accepted versions.'),
  next: StepSchema.nullable().describe('First step that is not done, if it is not submitted.'),
  openVersion: z
    .object({ id: UploadIdSchema, version: z.number().int(), status: OpenVersionStatusSchema })
    .nullable()
    .describe('A newer version that is not decided.'),
  otherVersions: z
    .array(
      z.object({
        id: UploadIdSchema.describe('Its upload.'),
        version: z.number().int().describe('Its number among the versions.'),
        withdrawal: z.enum(['asked', 'withdrawn']).nullable(),
        embargo: z.string().describe('Last day of an embargo that lasts, yyyy-MM-dd; otherwise empty.'),
        acts: z.array(z.enum(nextActs)).describe('What the contributor can do next with it.'),
      }),
    )
    .describe('Other accepted versions that are not simply published, the newest first.'),
  views: CountSchema.describe('Investigations of all versions, in the terms of COUNTER.'),
  downloads: CountSchema.describe('Requests of all versions.'),
  answers: CountSchema.nullable().describe('Answered licence forms of all versions; null if no licence asks for one.'),
  acts: z.array(z.enum(nextActs)).describe('What the contributor can do next.'),
});
export type MyDataSet = z.infer<typeof MyDataSetSchema>;

/** What somebody stated in the form of the Scientific Use File licence, for the contributor. It names nobody. */
export const LicenceAnswerSchema = z.object({
  date: z.string().describe('Day in the time zone of the site, yyyy-MM-dd.'),
  version: z.number().int(),
  institution: z.string(),
  country: z.string(),
  purpose: z.string(),
});
export type LicenceAnswer = z.infer<typeof LicenceAnswerSchema>;

/** Answer of `GET api/fileupload/{id}/licence-answers`. */
export const LicenceAnswersSchema = z.object({
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema,
  translatedTitle: TranslatedTitleSchema,
  answers: z.array(LicenceAnswerSchema).describe('The newest first.'),
});
export type LicenceAnswers = z.infer<typeof LicenceAnswersSchema>;

/** Query of `GET api/fileupload/{id}/licence-answers`. */
export const LicenceAnswersQuerySchema = z.object({
  format: z.literal('csv').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
