import { z } from 'zod';

import { isVisible, storableText } from '../text';
import { TextLanguageSchema } from '../language';
import { maxDataSetNr, maxDownloadItems, maxInstitutionCharacters, maxPurposeCharacters } from '../limits';
import { SearchRowSchema } from './search';

/** Body of `POST api/search/download`: the selected public numbers. */
export const DownloadSelectionSchema = z
  .array(z.number().int().positive().max(maxDataSetNr))
  .min(1)
  .max(maxDownloadItems);

/** Session id (spec section 3): a UUID, also accepted as 32 hex digits. Parses to the 8-4-4-4-12 form. */
export const SessionIdSchema = z
  .string()
  .regex(/^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i)
  .transform((id) =>
    id
      .toLowerCase()
      .replaceAll('-', '')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );

/** Files of a download session: `GET api/search/downloads/{id}`. */
export const DownloadSessionSchema = z.object({
  session: z.string(),
  /** The package can be fetched, because the licence form has been answered or is not required. */
  open: z.boolean(),
  files: z.array(SearchRowSchema.extend({ fileName: z.string() })),
});
export type DownloadSession = z.infer<typeof DownloadSessionSchema>;

/** A text field of the form, which must contain something visible. */
const answer = (maxCharacters: number) =>
  z
    .string()
    .transform((text) => storableText(text).trim())
    .pipe(z.string().max(maxCharacters).refine(isVisible));

/** No country has a longer name. */
const maxCountryCharacters = 100;

/** Body of `POST api/search/downloads/{id}` (spec sections 3 and 5). */
export const DownloadRequestSchema = z.object({
  session: SessionIdSchema,
  institution: answer(maxInstitutionCharacters),
  /** Name of a country from the list in one of the languages. */
  country: answer(maxCountryCharacters),
  purpose: answer(maxPurposeCharacters),
  /**
   * Both confirmations of the form: accuracy, and the Scientific Use File licence 1.0. The specification does not send
   * them, because its form is sent only with both.
   */
  accurate: z.literal(true).optional(),
  licence: z.literal(true).optional(),
});
export type DownloadRequest = z.infer<typeof DownloadRequestSchema>;

/** Row of 'My downloads': one per data set, newest first. */
export const MyDownloadSchema = z.object({
  nr: z.number().int(),
  /** ISO 8601 with time zone. */
  date: z.string(),
  id: z.string(),
  authors: z.array(z.string()),
  titles: z.array(z.string()),
  /** Languages of the titles, in the same order. */
  titleLanguages: z.array(TextLanguageSchema).default([]),
  doi: z.string(),
  doiUrl: z.string(),
  rights: z.array(z.string()),
  fileName: z.string(),
});
export type MyDownload = z.infer<typeof MyDownloadSchema>;
