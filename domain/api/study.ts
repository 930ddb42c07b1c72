import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { StudyMetadataSchema } from './metadata';

/** Most uploads of a study, and most that are offered to be one. */
export const maxStudyUploads = 50;

/**
 * Body of `POST api/metadata`: uploads that share the metadata from then on. Those of `apart` leave the study
 * they are in: with a copy of its entries, but the title, or, where `id` names them too, with these metadata.
 */
export const SavedStudySchema = StudyMetadataSchema.extend({
  apart: z.array(UploadIdSchema).max(maxStudyUploads).optional(),
});
export type SavedStudy = z.infer<typeof SavedStudySchema>;

/** Another upload of the same person: it shares the metadata of an upload, or may. `GET api/metadata/{id}/uploads` (ours). */
export const StudyUploadSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  fileName: z.string(),
  /** Day of the upload, yyyy-MM-dd. */
  date: z.string(),
  /** It belongs to the same study. */
  shares: z.boolean(),
  /** It can no longer be changed, nor can what it shares. */
  isSubmitted: z.boolean(),
  /** The step that must be done before it can have metadata; null when it can. */
  lack: z.enum(['not-mapped', 'not-checked']).nullable(),
  /** Title of metadata of its own. */
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
});
export type StudyUpload = z.infer<typeof StudyUploadSchema>;
