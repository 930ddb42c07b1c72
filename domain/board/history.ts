import { z } from 'zod';

import { panels } from '../limits';
import { FieldChangeSchema } from '../metadata/compare';
import { UploadStatusSchema } from '../upload-status';
import { CriteriaAnswersSchema } from './criteria';

/** Everything that is done with a submission, in the order of its life. */
export const historyActs = [
  'submitted',
  'withdrawn',
  'invited',
  'accepted-invitation',
  'declined',
  'took-panel',
  'handed-over',
  'voted',
  'requested-changes',
  'handed-in',
  'wrote-note',
  'edited-letter',
  'sent-letter',
  'decided-tie',
  'reopened',
  'decided',
  'version',
  'asked-withdrawal',
  'took-withdrawal-back',
  'declined-withdrawal',
  'withdrew-data',
  'restored-data',
  'asked-removal',
  'took-removal-back',
  'declined-removal',
  'removed-data',
  'corrected',
  'proposed-correction',
  'withdrew-correction',
  'consented-to-correction',
  'declined-correction',
  'co-author-joined',
  'co-author-ended',
  'offered-ownership',
  'handed-on',
  'shortened-embargo',
  'lengthened-embargo',
  'made-link',
  'revoked-link',
] as const;
export const HistoryActSchema = z.enum(historyActs);
export type HistoryAct = z.infer<typeof HistoryActSchema>;

/** Acts that the contributor sees, without names. */
const shownActs = [
  'submitted',
  'withdrawn',
  'requested-changes',
  'handed-in',
  'sent-letter',
  'decided-tie',
  'reopened',
  'decided',
  'version',
  'asked-withdrawal',
  'took-withdrawal-back',
  'declined-withdrawal',
  'withdrew-data',
  'restored-data',
  'asked-removal',
  'took-removal-back',
  'declined-removal',
  'removed-data',
  'corrected',
  'proposed-correction',
  'withdrew-correction',
  'consented-to-correction',
  'declined-correction',
  'co-author-joined',
  'co-author-ended',
  'offered-ownership',
  'handed-on',
  'shortened-embargo',
  'lengthened-embargo',
  'made-link',
  'revoked-link',
] as const satisfies readonly HistoryAct[];
export type ContributorAct = (typeof shownActs)[number];
export const contributorActs: readonly HistoryAct[] = shownActs;

/** What was entered with an act, such as a vote as it was saved, or a reason. */
export const HistoryContentSchema = z.object({
  reason: z.string().optional(),
  rating: z.union([z.literal(1), z.literal(2)]).optional(),
  note: z.string().optional(),
  /** The expert declared that they have no conflict of interest. */
  isImpartial: z.boolean().optional(),
  criteria: CriteriaAnswersSchema.optional(),
  points: z.array(z.string()).optional(),
  answers: z.array(z.string()).optional(),
  text: z.string().optional(),
  /** The contributor confirmed that the numbers of people in metadata and data are both right. */
  arePersonsRight: z.literal(true).optional(),
  /** Name of the co-author or new owner whom it is about, and of whom it was before. */
  person: z.string().optional(),
  from: z.string().optional(),
  /** Number of an accepted version of a data set. */
  version: z.number().int().optional(),
  /** End of an embargo, or of a private link, yyyy-MM-dd. */
  until: z.string().optional(),
  /** Fields of the metadata that were corrected, or were to be. `note` is the public note of the contributor. */
  changes: FieldChangeSchema.array().optional(),
});
export type HistoryContent = z.infer<typeof HistoryContentSchema>;

/** One act in the history of a submission. */
export const HistoryEntrySchema = z.object({
  id: z.number().int(),
  /** ISO 8601. */
  at: z.iso.datetime(),
  act: HistoryActSchema,
  /** E-mail address of whoever did it; null for what happened by itself, and for the contributor. */
  actor: z.string().nullable(),
  panel: z.union(panels.map((nr) => z.literal(nr))).nullable(),
  /** E-mail address of the expert whom it is about, if it is somebody else; null for the contributor. */
  expert: z.string().nullable(),
  statusBefore: UploadStatusSchema,
  statusAfter: UploadStatusSchema,
  /**
   * Name of who did it on the contributor's side, if it is neither the reader nor, for the board, the contributor;
   * absent for everything that the board did.
   */
  person: z.string().optional(),
  /** The contributor did what the chair may do, too. */
  byContributor: z.literal(true).optional(),
  /** Null as long as voting is blind for whoever asks. */
  content: HistoryContentSchema.nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntrySchema>;

/** Acts of the contributor and co-authors alone. For the board their entries name nobody but co-authors. */
const actsOfContributor = [
  'submitted',
  'withdrawn',
  'handed-in',
  'wrote-note',
  'asked-withdrawal',
  'took-withdrawal-back',
  'took-removal-back',
  'corrected',
  'proposed-correction',
  'withdrew-correction',
  'co-author-joined',
  'co-author-ended',
  'handed-on',
  'shortened-embargo',
  'made-link',
  'revoked-link',
] as const satisfies readonly HistoryAct[];
type ActOfContributorSide = Exclude<(typeof actsOfContributor)[number], 'wrote-note'>;

function isOfContributor(act: HistoryAct): boolean {
  return actsOfContributor.some((one) => one === act);
}

/** Whether only the contributor's side does it. Notes are written by both. */
export function isOfContributorSide(act: HistoryAct): act is ActOfContributorSide {
  return act !== 'wrote-note' && isOfContributor(act);
}

/** Acts of the contributor or of the chair. */
export const sharedActs: readonly HistoryAct[] = ['asked-removal', 'removed-data'];

/** Who did it: an e-mail address of the board, the name of a co-author, the contributor, or nobody. */
export function actorOf({
  act,
  actor,
  person,
  byContributor,
}: Pick<HistoryEntry, 'act' | 'actor' | 'person' | 'byContributor'>):
  | { email: string; coAuthor?: undefined }
  | { coAuthor: string; email?: undefined }
  | 'contributor'
  | null {
  if (actor !== null) return { email: actor };
  if (person !== undefined) return { coAuthor: person };
  return byContributor || isOfContributor(act) ? 'contributor' : null;
}

/** Formats in which a history can be saved. */
export const HistoryFormatSchema = z.enum(['csv', 'json']);
export type HistoryFormat = z.infer<typeof HistoryFormatSchema>;

/** Query of `GET api/editorial/{id}/history`: a file if it has a format. */
export const HistoryQuerySchema = z.object({ format: HistoryFormatSchema.optional() });
