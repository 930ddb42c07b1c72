import { z } from 'zod';

import { emailSchema } from '../email-address';
import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { maxCommentCharacters } from '../limits';
import { comparedEmail, storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';

/** What co-authors may be allowed to do, in ascending order. Each right includes those before it. */
export const memberRights = ['read', 'edit', 'submit'] as const;
export const MemberRightSchema = z.enum(memberRights);
export type MemberRight = z.infer<typeof MemberRightSchema>;

/** The same with the right of the contributor to whom an upload belongs. */
export const uploadRights = [...memberRights, 'own'] as const;
export const UploadRightSchema = z.enum(uploadRights);
export type UploadRight = z.infer<typeof UploadRightSchema>;

/** Whether a right, or none, allows what needs another one. */
export function includesRight(held: UploadRight | null, needed: UploadRight): boolean {
  return held !== null && uploadRights.indexOf(held) >= uploadRights.indexOf(needed);
}

/** The highest of some rights; null if there is none. */
export function highestRight(rights: readonly UploadRight[]): UploadRight | null {
  return uploadRights.findLast((right) => rights.includes(right)) ?? null;
}

/** What is shared: one upload, or all uploads of its study, those that join later among them. */
export const memberScopes = ['study', 'upload'] as const;
export const MemberScopeSchema = z.enum(memberScopes);
export type MemberScope = z.infer<typeof MemberScopeSchema>;

/** Days for which the link of an invitation or of an offer is valid. Our own figure. */
export const invitationDays = 14;

/** Most co-authors and open invitations of a study. Our own figure. */
export const maxMembers = 20;

/** Most invitations that somebody can send in 24 hours, because each one is a mail to any address. Our own figure. */
export const maxInvitationsADay = 30;

const EmailSchema = emailSchema().describe('E-mail address to which the link is sent.');

/** Whether a text can be sent as the e-mail address of an invitation. */
export function isInvitableEmail(text: string): boolean {
  return EmailSchema.safeParse(text).success;
}

/** Whether two e-mail addresses are the same mailbox, as accounts are compared. */
export function isSameEmail(one: string, other: string): boolean {
  return comparedEmail(one) === comparedEmail(other);
}

/** Body of `POST api/fileupload/{id}/members`: an invitation. */
export const NewMemberSchema = z.object({
  email: EmailSchema,
  right: MemberRightSchema.describe('What the co-author may do; each right includes those before it.'),
  scope: MemberScopeSchema.default('upload').describe('All uploads of the study, or this upload only.'),
});
export type NewMember = z.infer<typeof NewMemberSchema>;

/** Body of `PUT api/fileupload/{id}/members/{member}`. */
export const ChangedMemberSchema = z.object({ right: MemberRightSchema });

/** Body of `POST api/fileupload/{id}/owner`: the upload is offered to somebody else. */
export const OwnershipOfferSchema = z.object({ email: EmailSchema });

/** Body of `POST api/editorial/{id}/owner`: the same by the chair. */
export const ChairsOfferSchema = z.object({
  email: EmailSchema,
  reason: z
    .string()
    .trim()
    .max(maxCommentCharacters)
    .transform(storableText)
    .describe('Why it is handed on; the contributor and the other person get it.'),
});
export type ChairsOffer = z.infer<typeof ChairsOfferSchema>;

const PersonSchema = z.object({ name: z.string(), email: z.string() });

/** A co-author, or an invitation that waits for an answer. */
export const MemberSchema = z.object({
  id: z.number().int(),
  email: z.string().describe('Address to which the invitation was sent.'),
  person: PersonSchema.nullable().describe('The account that accepted; null while the invitation is open.'),
  right: MemberRightSchema,
  scope: MemberScopeSchema,
  since: z.iso.datetime().describe('When the invitation was accepted, or sent.'),
  expiresAt: z.iso.datetime().nullable().describe('Until when it can be accepted; null once it is.'),
  isExpired: z.boolean(),
  isSelf: z.boolean().describe('Whether it is the caller.'),
});
export type Member = z.infer<typeof MemberSchema>;

/** An offer to take an upload over that waits for an answer. */
export const OfferSchema = z.object({
  email: z.string(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  isByChair: z.boolean().describe('Whether the chair made it.'),
});
export type Offer = z.infer<typeof OfferSchema>;

/** Who shares an upload: `GET api/fileupload/{id}/members`. */
export const UploadMembersSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  right: UploadRightSchema.describe('What the caller may do.'),
  owner: PersonSchema.describe('Whose upload it is.'),
  studySize: z.number().int().describe('Number of uploads of the study.'),
  members: MemberSchema.array(),
  offer: OfferSchema.nullable().describe('Who is offered the upload.'),
});
export type UploadMembers = z.infer<typeof UploadMembersSchema>;

/** Whose a submission is, for the chair: `GET api/editorial/{id}/owner`. */
export const ChairsOwnerSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  status: UploadStatusSchema,
  owner: PersonSchema,
  coAuthors: PersonSchema.extend({ right: MemberRightSchema }).array(),
  offer: OfferSchema.nullable(),
  handedOn: z.number().int().describe('Number of uploads that are handed on together: study, versions and revisions.'),
});
export type ChairsOwner = z.infer<typeof ChairsOwnerSchema>;

/** What the link of a mail tells, also without a login: `GET api/members/{link}`. */
export const LinkedMembershipSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  translatedTitle: TranslatedTitleSchema,
  right: UploadRightSchema.describe('`own` = the upload is offered.'),
  scope: MemberScopeSchema,
  from: z.string().nullable().describe('Name of who sent it; null for the chair of the board.'),
  email: z.string(),
  expiresAt: z.iso.datetime(),
});
export type LinkedMembership = z.infer<typeof LinkedMembershipSchema>;

/** Response of `POST api/members/{link}/acceptance`. */
export const AcceptedMembershipSchema = z.object({ id: UploadIdSchema, right: UploadRightSchema });
export type AcceptedMembership = z.infer<typeof AcceptedMembershipSchema>;
