import { z } from 'zod';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './text';
import { valuesOf } from './metadata/entries';
import { fieldIds } from './metadata/field-ids';
import { normaliseOrcid } from './metadata/identifiers';
import { statusRules, type UploadStatus } from './upload-status';

/**
 * Relation of an expert to a submission: member of the board that reviews it, its contributor ('own'), or named in it
 * as contact or author ('named'). Only the board votes and sees votes.
 */
export const ReviewStandingSchema = z.enum(['board', 'own', 'named']);
export type ReviewStanding = z.infer<typeof ReviewStandingSchema>;

/** The properties of an account that decide its standing. */
interface Account {
  subject: string;
  email: string;
  orcid?: string;
  /** All e-mail addresses and ORCIDs it has had, so that a new address does not hide that it is named. */
  knownAs?: readonly string[];
}

/** The properties of a submission that decide who may review it. */
interface Submission {
  owner: string;
  metadata: readonly MetadataEntry[];
}

/**
 * Returns the standing of an expert. Experts count as named if the contact's e-mail address or an author's ORCID is
 * theirs. Names are not compared, because two people may have the same name.
 */
export function reviewStanding(account: Account, { owner, metadata }: Submission): ReviewStanding {
  if (account.subject === owner) return 'own';
  const { email, orcid = '', knownAs = [] } = account;
  const names = [email, orcid, ...knownAs];
  const isNamed =
    shareOne(valuesOf(metadata, fieldIds.contactEmail).map(mailbox), names.map(mailbox)) ||
    shareOne(valuesOf(metadata, fieldIds.orcid).map(normaliseOrcid), names.map(normaliseOrcid));
  return isNamed ? 'named' : 'board';
}

/** Why an expert may not vote on a submission, whatever its status; null if they may. */
export function standingRefusal(standing: ReviewStanding) {
  const refusals = { board: null, own: 'vote-own-upload', named: 'vote-named' } as const;
  return refusals[standing];
}

/** Whether an expert may read the file of a submission: only a member of the board, while it is under review. */
export function readsFile(standing: ReviewStanding, status: UploadStatus): boolean {
  return standing === 'board' && statusRules[status].votable;
}

/** Mailbox of an address: without the tag after a plus sign (RFC 5233). */
function mailbox(email: string): string {
  return comparedEmail(email).replace(/\+[^@]*(?=@)/, '');
}

function shareOne(texts: string[], others: string[]): boolean {
  return texts.some((text) => text !== '' && others.includes(text));
}
