import { z } from 'zod';

import { PublishedTablesSchema, DataSetSchema } from '../api/search';
import { RowWindowSchema } from '../api/uploads';
import { PublishedColumnSchema } from '../api/publication';
import { chosenEnd, ChosenEndSchema, type ChosenEnd } from '../chosen-end';
import type { ErrorCode } from '../error-codes';
import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { shortNameSchema } from '../short-name';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { isUnderReview, statusRules, type UploadStatus, UploadStatusSchema } from '../upload-status';

/*
 * Links with which reviewers of a paper read data that is not public (docs/embargo.md). What a link gives follows from the
 * state of its upload, so nothing has to end it when that changes.
 */

/** Own estimates: a review of a paper takes some months, and each link is for somebody. */
export const defaultLinkDays = 90;
export const maxLinkDays = 365;
/** Links of an upload that can be used at the same time. */
export const maxOpenLinks = 20;
export const maxLabelCharacters = 100;

/** What decides whether an upload is read by links. */
export interface LinkedUploadFacts {
  status: UploadStatus;
  isWithdrawn: boolean;
  isPublished: boolean;
}

/** Why an upload cannot be read by links now; null if it can. */
export function linkRefusal({ status, isWithdrawn, isPublished }: LinkedUploadFacts): ErrorCode | null {
  if (isWithdrawn) return 'data-set-withdrawn';
  if (isPublished) return 'already-published';
  return isUnderReview(status) || statusRules[status].published ? null : 'no-private-links';
}

/**
 * How far a link is: 'open'; 'revoked' by its contributor; 'ended' after its last day; 'published', when it leads to
 * the public page; 'closed' while its upload is neither under review nor accepted.
 */
export const linkStates = ['open', 'revoked', 'ended', 'published', 'closed'] as const;
export type LinkState = (typeof linkStates)[number];

/** State of a link on a day, yyyy-MM-dd. */
export function linkStateOf(
  { isRevoked, until }: { isRevoked: boolean; until: string },
  facts: LinkedUploadFacts,
  today: string,
): LinkState {
  if (isRevoked) return 'revoked';
  if (until < today) return 'ended';
  const refusal = linkRefusal(facts);
  if (refusal === null) return 'open';
  return refusal === 'already-published' ? 'published' : 'closed';
}

/** Days that may be chosen as the last one of a link, both included. */
export function linkEndsOf(today: string): ChosenEnd {
  return chosenEnd(today, { usualDays: defaultLinkDays, maxDays: maxLinkDays });
}

/** Everything for which a link cannot be made with what was entered, in the order of the form; empty if it can. */
export function newLinkRefusals(
  { label, until }: NewPrivateLink,
  { from, to }: { from: string; to: string },
): ErrorCode[] {
  return [
    ...(label === '' ? (['private-link-label-missing'] as const) : []),
    ...(until < from || until > to ? (['private-link-end'] as const) : []),
  ];
}

/** Body of `POST api/fileupload/{id}/private-links`. */
export const NewPrivateLinkSchema = z.object({
  label: shortNameSchema(maxLabelCharacters).describe('For whom it is. Only its contributor reads this.'),
  until: z.iso.date().describe(`Last day on which it can be used, yyyy-MM-dd, at most ${maxLinkDays} days from today.`),
});
export type NewPrivateLink = z.infer<typeof NewPrivateLinkSchema>;

export const PrivateLinkSchema = z.object({
  number: z.number().int(),
  label: z.string(),
  madeAt: z.iso.datetime(),
  until: z.string().describe('Last day on which it can be used, yyyy-MM-dd.'),
  state: z.enum(linkStates),
  uses: z.number().int().describe('How often its page was opened.'),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PrivateLink = z.infer<typeof PrivateLinkSchema>;

/** Response of `GET api/fileupload/{id}/private-links`. */
export const PrivateLinksSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  status: UploadStatusSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  isOpen: z.boolean().describe('Links can be made.'),
  ends: ChosenEndSchema.describe('Days for the end of a new link.'),
  links: PrivateLinkSchema.array().describe('Newest first.'),
});
export type PrivateLinks = z.infer<typeof PrivateLinksSchema>;

/** Response of `POST api/fileupload/{id}/private-links`. */
export const MadePrivateLinkSchema = z.object({
  link: PrivateLinkSchema,
  address: z.string().describe('Its address, with a secret that is not stored. It cannot be read again.'),
});
export type MadePrivateLink = z.infer<typeof MadePrivateLinkSchema>;

/** Response of `GET api/private-links/{link}`: an upload as it would be published, for whoever has the link. */
export const LinkedDataSetSchema = z.object({
  title: z.string(),
  titleLanguage: TextLanguageSchema,
  translatedTitle: TranslatedTitleSchema,
  kind: UploadKindSchema,
  isAccepted: z.boolean().describe('The editorial board has accepted it. Otherwise it is still reviewed.'),
  embargoUntil: z.string().describe("End of its embargo, yyyy-MM-dd; ''."),
  until: z.string().describe('Last day of the link, yyyy-MM-dd.'),
  rights: z.array(z.string()).describe('Licences under which it is to be published.'),
  isReadOnly: z.boolean().describe('Its licence asks for a form, so there are first rows only and no files.'),
  fields: DataSetSchema.shape.fields,
  tables: PublishedTablesSchema,
  files: z.array(z.object({ table: z.string().nullable().describe('Null for the notice.'), fileName: z.string() })),
});
export type LinkedDataSet = z.infer<typeof LinkedDataSetSchema>;

/** Response of `GET api/private-links/{link}/rows`. People are numbered within the window. */
export const LinkedRowsSchema = z.object({
  title: z.string(),
  titleLanguage: TextLanguageSchema,
  translatedTitle: TranslatedTitleSchema,
  name: z.string().describe('Name of the table.'),
  columns: PublishedColumnSchema.array(),
  window: RowWindowSchema,
});
export type LinkedRows = z.infer<typeof LinkedRowsSchema>;
