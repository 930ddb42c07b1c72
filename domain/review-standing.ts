import { z } from 'zod';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './text';
import { nestedValuesOf, valuesOf } from './metadata/entries';
import { fieldIds } from './metadata/field-ids';
import { isOrcid, normaliseOrcid } from './metadata/identifiers';
import { foldDigraphs, foldText } from './search/fold';
import { statusRules, type UploadStatus } from './upload-status';

/**
 * Relation of an expert to a submission: member of the board that reviews it, its contributor ('own'), or named in it
 * as author, contact or contributor ('named'). Only the board votes and sees votes.
 */
export const ReviewStandingSchema = z.enum(['board', 'own', 'named']);
export type ReviewStanding = z.infer<typeof ReviewStandingSchema>;

/** The properties of an account that decide its standing. */
interface Account {
  subject: string;
  name: string;
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
 * theirs, or if an author, the contact or a contributor has their name. Two people may have the same name: if both have
 * ORCIDs, these decide.
 */
export function reviewStanding(account: Account, { owner, metadata }: Submission): ReviewStanding {
  if (account.subject === owner) return 'own';
  const { email, orcid = '', knownAs = [] } = account;
  const identifiers = [email, orcid, ...knownAs];
  const isNamed =
    shareOne(valuesOf(metadata, fieldIds.contactEmail).map(mailbox), identifiers.map(mailbox)) ||
    shareOne(valuesOf(metadata, fieldIds.orcid).map(normaliseOrcid), identifiers.map(normaliseOrcid)) ||
    hasNameIn(metadata, account.name, identifiers.some(isOrcid));
  return isNamed ? 'named' : 'board';
}

/** Whether somebody in the metadata has this name. If both have an ORCID, it was compared already. */
function hasNameIn(metadata: readonly MetadataEntry[], name: string, hasOrcid: boolean): boolean {
  const own = comparedName(name);
  if (own === '') return false;
  const authors = valuesOf(metadata, fieldIds.author).filter(
    (_, index) => !(hasOrcid && nestedValuesOf(metadata, fieldIds.orcid, index).some(isOrcid)),
  );
  const others = [fieldIds.contactPerson, fieldIds.contributor].flatMap((id) => valuesOf(metadata, id));
  return [...authors, ...others].some((other) => comparedName(other) === own);
}

/** Titles and forms of address, with the field of a doctor's degree, in a folded name that begins with a space. */
const titles =
  / (?:prof(?:essor(?:in)?)?|dr|phd|dipl|msc|bsc|mrs?|ms|herr|frau)(?: (?:med|rer|nat|phil|soc|oec|sc|ing|paed|habil|h c))*(?= |$)/g;

/**
 * A name as it is compared: without case, accents, titles and the order of its words. '' for a single word, which is no
 * full name.
 */
function comparedName(name: string): string {
  const words = ` ${foldText(name)}`.replace(titles, '').trim().split(' ').map(foldDigraphs);
  return words.length < 2 ? '' : words.sort().join(' ');
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
