import { z } from 'zod';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './invisible-signs';
import { valuesOf } from './metadata/entries';
import { fieldIds } from './metadata/field-ids';
import { normaliseOrcid } from './metadata/orcid';
import { statusRules, type UploadStatus } from './upload-status';

/**
 * What an expert is to a submission: one of the board that reviews it, its contributor ('own'), or named in
 * it as contact or author ('named'). Only the board votes, and only the board learns of votes.
 */
export const ReviewStandingSchema = z.enum(['board', 'own', 'named']);
export type ReviewStanding = z.infer<typeof ReviewStandingSchema>;

/** An account as far as its standing follows from it. */
interface Account {
  subject: string;
  email: string;
  orcid?: string;
  /** E-mails and ORCIDs that it has had so far: who is named stays so under another address. */
  knownAs?: readonly string[];
}

/** What of a submission decides who may review it. */
interface Submission {
  owner: string;
  metadata: readonly MetadataEntry[];
}

/**
 * The standing of an expert's account. Named is whose e-mail is the contact's or whose ORCID is an author's:
 * a name alone may be that of two people.
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

/** Why an expert may not vote on a submission, whatever its status; null when they may. */
export function standingRefusal(standing: ReviewStanding) {
  const refusals = { board: null, own: 'vote-own-upload', named: 'vote-named' } as const;
  return refusals[standing];
}

/** Whether an expert reads the file of a submission: while the board reviews it, and they with it. */
export function readsFile(standing: ReviewStanding, status: UploadStatus): boolean {
  return standing === 'board' && statusRules[status].votable;
}

/** Where mail to an address arrives: what follows a plus sign is a note of the reader's own (RFC 5233). */
function mailbox(email: string): string {
  return comparedEmail(email).replace(/\+[^@]*(?=@)/, '');
}

function shareOne(texts: string[], others: string[]): boolean {
  return texts.some((text) => text !== '' && others.includes(text));
}
