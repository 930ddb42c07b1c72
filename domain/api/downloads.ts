import { z } from 'zod';

import { isVisible, oneLine, storableText } from '../text';
import { TextLanguageSchema } from '../language';
import { WithdrawnSchema } from '../life/withdrawal';
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
  session: z.string().describe('Id of the session.'),
  open: z
    .boolean()
    .describe('The package can be fetched, because the licence form has been answered or is not required.'),
  files: z
    .array(SearchRowSchema.extend({ fileName: z.string().describe('Name of the package of the data set.') }))
    .describe('Its data sets, each with the name of its package.'),
});
export type DownloadSession = z.infer<typeof DownloadSessionSchema>;

/** A text field of the form, which must contain something visible. */
const answer = (maxCharacters: number, clean = (text: string) => text.trim()) =>
  z
    .string()
    .transform((text) => clean(storableText(text)))
    .pipe(z.string().max(maxCharacters).refine(isVisible));

/** No country has a longer name. */
const maxCountryCharacters = 100;

/** Body of `POST api/search/downloads/{id}` (spec sections 3 and 5). */
export const DownloadRequestSchema = z.object({
  session: SessionIdSchema.describe('Id of the session, as in the address.'),
  institution: answer(maxInstitutionCharacters, oneLine).describe('Institution of the user.'),
  country: answer(maxCountryCharacters, oneLine).describe('Name of a country from the list in one of the languages.'),
  purpose: answer(maxPurposeCharacters).describe('What the data is used for.'),
  // The specification sends neither confirmation, because its form is sent only with both.
  accurate: z.literal(true).optional().describe('Confirms that the answers are accurate. It may be left out.'),
  licence: z.literal(true).optional().describe('Confirms the Scientific Use File licence 1.0. It may be left out.'),
});
export type DownloadRequest = z.infer<typeof DownloadRequestSchema>;

/** Row of 'My downloads': one per data set, newest first. */
export const MyDownloadSchema = z.object({
  nr: z.number().int().describe('Public number of the data set.'),
  date: z.string().describe('ISO 8601 with time zone.'),
  id: z.string().describe('Id of the newest session that contains it.'),
  authors: z.array(z.string()).describe('Its authors.'),
  titles: z.array(z.string()).describe('Its titles, the main one first.'),
  titleLanguages: z.array(TextLanguageSchema).default([]).describe('Languages of the titles, in the same order.'),
  doi: z.string().describe("Its DOI; '' if there is none."),
  doiUrl: z.string().describe('Page that the DOI leads to.'),
  rights: z.array(z.string()).describe('Names of its licences.'),
  fileName: z.string().describe('Name of its package.'),
  version: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe('Its number among the versions; null if it is the only one.'),
  newer: z
    .object({
      nr: z.number().int().describe('Public number of the newest version.'),
      version: z.number().int().describe('Its number among the versions.'),
    })
    .nullable()
    .default(null)
    .describe('The newest version, if it is newer than the downloaded one.'),
  hasMails: z.boolean().default(false).describe('The caller gets a mail about each new version.'),
  withdrawn: WithdrawnSchema.nullable()
    .default(null)
    .describe('The data set was withdrawn: it has no package any more.'),
});
export type MyDownload = z.infer<typeof MyDownloadSchema>;
