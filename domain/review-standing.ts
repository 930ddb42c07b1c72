import { z } from 'zod';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './text';
import { nestedValuesOf, valuesOf } from './metadata/entries';
import { fieldIds } from './metadata/field-ids';
import { isOrcid, normaliseOrcid } from './metadata/identifiers';
import { foldDigraphs, foldText } from './search/fold';
import { statusRules, type UploadStatus } from './upload-status';

/**
 * Relation of an expert to a submission: member of the board that reviews it, its contributor ('own'), a present or
 * former co-author ('member'), or named in it as author, contact or contributor ('named'). Only the board votes and sees
 * votes.
 */
export const ReviewStandingSchema = z.enum(['board', 'own', 'member', 'named']);
export type ReviewStanding = z.infer<typeof ReviewStandingSchema>;

/** The properties of an account that decide its standing. */
interface Account {
  subject: string;
  name: string;
  email: string;
  orcid?: string;
  /** All names, e-mail addresses and ORCIDs it has had, so that a new one does not hide that it is named. */
  knownAs?: readonly string[];
}

/** The properties of a submission that decide who may review it. */
interface Submission {
  owner: string;
  /** Subjects of all with whom it is shared, or was. */
  members: readonly string[];
  metadata: readonly MetadataEntry[];
  /** `namingEntries` of its metadata whenever it was submitted: whoever was named then stays a party. */
  formerly?: readonly (readonly MetadataEntry[])[];
}

/** The entries of the metadata that name people. They come before the abstract. */
export function namingEntries(metadata: readonly MetadataEntry[]): MetadataEntry[] {
  return metadata.filter(({ id }) => id < fieldIds.abstract);
}

/**
 * Returns the standing of an expert. Experts count as named if the contact's e-mail address or an author's ORCID is
 * theirs, or if an author, the contact or a contributor has their name. Two people may have the same name: if both have
 * ORCIDs, these decide.
 */
export function reviewStanding(
  account: Account,
  { owner, members, metadata, formerly = [] }: Submission,
): ReviewStanding {
  if (account.subject === owner) return 'own';
  if (members.includes(account.subject)) return 'member';
  return [metadata, ...formerly].some((entries) => isNamedIn(entries, account)) ? 'named' : 'board';
}

/** Longest mark that is compared; an index of the database has no room for more. */
const markCharacters = 200;

/**
 * All by which a submission names, or named, somebody, as they are compared: e-mail addresses, ORCIDs and names. Who is
 * named has one of these among their own (`accountMarks`); who has one may be somebody else of the same name.
 */
export function namingMarks({ metadata, formerly = [] }: Pick<Submission, 'metadata' | 'formerly'>): string[] {
  return distinctMarks([metadata, ...formerly].flatMap(marksIn));
}

function marksIn(metadata: readonly MetadataEntry[]): string[] {
  return [
    ...valuesOf(metadata, fieldIds.contactEmail).map(mailbox),
    ...valuesOf(metadata, fieldIds.orcid).map(normaliseOrcid),
    ...[fieldIds.author, fieldIds.contactPerson, fieldIds.contributor].flatMap((id) =>
      valuesOf(metadata, id).map(comparedName),
    ),
  ];
}

/** All by which metadata may name the owner of an account. */
export function accountMarks(account: Omit<Account, 'subject'>): string[] {
  const { marks, names } = marksOf(account);
  return distinctMarks([...marks.map(mailbox), ...marks.map(normaliseOrcid), ...names.map(comparedName)]);
}

function distinctMarks(marks: readonly string[]): string[] {
  return [...new Set(marks.map((mark) => mark.slice(0, markCharacters)))].filter((mark) => mark !== '');
}

function marksOf({ name, email, orcid = '', knownAs = [] }: Omit<Account, 'subject'>) {
  const isIdentifier = (mark: string) => mark.includes('@') || isOrcid(mark);
  return { marks: [email, orcid, ...knownAs], names: [name, ...knownAs.filter((mark) => !isIdentifier(mark))] };
}

function isNamedIn(metadata: readonly MetadataEntry[], account: Account): boolean {
  const { marks, names } = marksOf(account);
  return (
    shareOne(valuesOf(metadata, fieldIds.contactEmail).map(mailbox), marks.map(mailbox)) ||
    shareOne(valuesOf(metadata, fieldIds.orcid).map(normaliseOrcid), marks.map(normaliseOrcid)) ||
    hasNameIn(metadata, names, marks.some(isOrcid))
  );
}

/** Whether somebody in the metadata has one of these names. If both have an ORCID, it was compared already. */
function hasNameIn(metadata: readonly MetadataEntry[], names: readonly string[], hasOrcid: boolean): boolean {
  const own = new Set(names.map(comparedName).filter((name) => name !== ''));
  if (own.size === 0) return false;
  const authors = valuesOf(metadata, fieldIds.author).filter(
    (_, index) => !(hasOrcid && nestedValuesOf(metadata, fieldIds.orcid, index).some(isOrcid)),
  );
  const others = [fieldIds.contactPerson, fieldIds.contributor].flatMap((id) => valuesOf(metadata, id));
  return [...authors, ...others].some((other) => own.has(comparedName(other)));
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
  const refusals = { board: null, own: 'vote-own-upload', member: 'vote-member', named: 'vote-named' } as const;
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
