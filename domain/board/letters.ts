import { z } from 'zod';

import { LanguageSchema } from '../language';
import { maxLetterCharacters, minCommentCharacters } from '../limits';
import { isVisible, storableText } from '../text';
import { UploadIdSchema } from '../upload-id';

/** Response of `GET` and `PUT api/editorial/{id}/letter`: the letter about a decision, which the contributor gets. */
export const DecisionLetterSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  status: z.enum(['Accepted', 'Rejected']),
  /** Language of the contributor, in which the letter was made. */
  language: LanguageSchema,
  text: z.string(),
  /** Null while the chair may still edit it. */
  sentAt: z.iso.datetime().nullable(),
  /** When it is sent by itself; null after it was sent. */
  dueAt: z.iso.datetime().nullable(),
});
export type DecisionLetter = z.infer<typeof DecisionLetterSchema>;

/** Body of `PUT api/editorial/{id}/letter`. */
export const NewLetterSchema = z.object({
  text: z.string().trim().min(minCommentCharacters).max(maxLetterCharacters).transform(storableText).refine(isVisible),
});
