import {
  type AcceptedMembership,
  AcceptedMembershipSchema,
  type ChairsOwner,
  ChairsOwnerSchema,
  type LinkedMembership,
  LinkedMembershipSchema,
  type MemberRight,
  type NewMember,
  type UploadMembers,
  UploadMembersSchema,
} from '@domain/life/co-authors';

import { call, callForJson, type ClientContext, segments } from './transport';

const ofUpload = (id: string) => `/fileupload${segments(id)}`;

/** Who shares an upload. */
export function readMembers(context: ClientContext, id: string): Promise<UploadMembers> {
  return callForJson(context, UploadMembersSchema, `${ofUpload(id)}/members`);
}

/** Invites a co-author by mail. */
export function inviteMember(context: ClientContext, id: string, json: NewMember): Promise<UploadMembers> {
  return callForJson(context, UploadMembersSchema, `${ofUpload(id)}/members`, { method: 'POST', json });
}

export async function changeMember(
  context: ClientContext,
  id: string,
  { member, right }: { member: number; right: MemberRight },
): Promise<void> {
  await call(context, `${ofUpload(id)}/members${segments(String(member))}`, { method: 'PUT', json: { right } });
}

/** Ends a membership or an invitation. */
export async function endMember(context: ClientContext, id: string, member: number): Promise<void> {
  await call(context, `${ofUpload(id)}/members${segments(String(member))}`, { method: 'DELETE' });
}

/** Offers an upload to somebody else, as its owner. */
export function offerOwnership(context: ClientContext, id: string, email: string): Promise<UploadMembers> {
  return callForJson(context, UploadMembersSchema, `${ofUpload(id)}/owner`, { method: 'POST', json: { email } });
}

/** Takes the offer of an upload back, as its owner. */
export async function endOffer(context: ClientContext, id: string): Promise<void> {
  await call(context, `${ofUpload(id)}/owner`, { method: 'DELETE' });
}

/** Whose a submission is, for the chair. */
export function readChairsOwner(context: ClientContext, id: string): Promise<ChairsOwner> {
  return callForJson(context, ChairsOwnerSchema, `/editorial${segments(id)}/owner`);
}

/** Offers a submission to somebody else, as the chair. */
export function offerAsChair(
  context: ClientContext,
  id: string,
  json: { email: string; reason: string },
): Promise<ChairsOwner> {
  return callForJson(context, ChairsOwnerSchema, `/editorial${segments(id)}/owner`, { method: 'POST', json });
}

/** Takes an offer back, as the chair. */
export async function endOfferAsChair(context: ClientContext, id: string): Promise<void> {
  await call(context, `/editorial${segments(id)}/owner`, { method: 'DELETE' });
}

/** What the link of a mail is about; also without a login. */
export function readLinkedMembership(context: ClientContext, link: string): Promise<LinkedMembership> {
  return callForJson(context, LinkedMembershipSchema, `/members${segments(link)}`);
}

export async function declineMembership(context: ClientContext, link: string): Promise<void> {
  await call(context, `/members${segments(link)}`, { method: 'DELETE' });
}

/** Accepts with the account of the user. */
export function acceptMembership(context: ClientContext, link: string): Promise<AcceptedMembership> {
  return callForJson(context, AcceptedMembershipSchema, `/members${segments(link)}`, { method: 'POST' });
}
