import {
  type EditorialUpload,
  EditorialUploadSchema,
  type HandOver,
  type InvitationAnswer,
  type LinkedInvitation,
  LinkedInvitationSchema,
  type NewInvitation,
  type TieDecision,
} from '@domain/api/editorial';
import { type BoardExpert, BoardExpertSchema } from '@domain/board/experts';
import { type HistoryEntry, HistoryEntrySchema, type HistoryFormat } from '@domain/board/history';
import { type NewNote, type ReviewNote, ReviewNoteSchema } from '@domain/board/notes';
import { type ExpertProfile, ExpertProfileSchema } from '@domain/board/profiles';

import { call, callForJson, segments, type ClientContext } from './transport';

/** Members of the board; with the id of a submission, what they have to do with it. */
export function listExperts(context: ClientContext, id?: string): Promise<BoardExpert[]> {
  return callForJson(context, BoardExpertSchema.array(), '/editorial/experts', { query: { id } });
}

/** What the user has said about themselves as a member of the board. */
export function readProfile(context: ClientContext): Promise<ExpertProfile> {
  return callForJson(context, ExpertProfileSchema, '/editorial/profile');
}

export async function saveProfile(context: ClientContext, profile: ExpertProfile): Promise<void> {
  await call(context, '/editorial/profile', { method: 'PUT', json: profile });
}

/** Invites an expert to a panel. */
export function inviteExpert(context: ClientContext, id: string, invitation: NewInvitation): Promise<EditorialUpload> {
  return post(context, id, 'invitations', invitation);
}

/** Answers the user's own invitation. */
export function answerInvitation(
  context: ClientContext,
  id: string,
  answer: InvitationAnswer,
): Promise<EditorialUpload> {
  return post(context, id, 'invitation', answer);
}

/** Empties a panel, or takes it over. */
export function handOverPanel(context: ClientContext, id: string, order: HandOver): Promise<EditorialUpload> {
  return post(context, id, 'handover', order);
}

export function decideTie(context: ClientContext, id: string, decision: TieDecision): Promise<EditorialUpload> {
  return post(context, id, 'decision', decision);
}

export function reopenSubmission(context: ClientContext, id: string, reason: string): Promise<EditorialUpload> {
  return post(context, id, 'reopening', { reason });
}

function post(context: ClientContext, id: string, act: string, json: unknown): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id, act)}`, { method: 'POST', json });
}

/** The invitation of a link. Throws 410 'invitation-ended'. */
export function readInvitation(context: ClientContext, link: string): Promise<LinkedInvitation> {
  return callForJson(context, LinkedInvitationSchema, `/editorial/invitations${segments(link)}`);
}

/** Declines the invitation of a link. Throws 410 'invitation-ended'. */
export async function declineByLink(context: ClientContext, link: string, reason: string): Promise<void> {
  await call(context, `/editorial/invitations${segments(link)}`, { method: 'POST', json: { reason } });
}

/** What was done with a submission, oldest first. */
export function readHistory(context: ClientContext, id: string): Promise<HistoryEntry[]> {
  return callForJson(context, HistoryEntrySchema.array(), `/editorial${segments(id)}/history`);
}

/** The same as a file. */
export function downloadHistory(
  context: ClientContext,
  id: string,
  format: HistoryFormat,
  signal: AbortSignal,
): Promise<Response> {
  return call(context, `/editorial${segments(id)}/history`, { query: { format }, headers: { Accept: '*/*' }, signal });
}

/** Notes about a submission that the user may read, oldest first. */
export function readNotes(context: ClientContext, id: string): Promise<ReviewNote[]> {
  return callForJson(context, ReviewNoteSchema.array(), `/editorial${segments(id)}/notes`);
}

export async function writeNote(context: ClientContext, id: string, note: NewNote): Promise<void> {
  await call(context, `/editorial${segments(id)}/notes`, { method: 'POST', json: note });
}
