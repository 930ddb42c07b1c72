import type { EditorialUpload, InvitationAnswer, LinkedInvitation, NewInvitation } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';
import { describedIn } from '@domain/metadata/text-language';
import { hashOf } from '@domain/secrets';
import { comparedEmail } from '@domain/text';
import { formatUploadId } from '@domain/upload-id';

import { lockAllowedUpload, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { type BoardState, keepInHistory, readBoardState, requireAct, seatOf } from '../../editorial/board-state';
import { replaceExpert } from '../../editorial/empty-panel';
import { listExperts } from '../../context/list-experts';
import { viewSubmission } from '../../editorial/view-submission';
import { holdPanel, invite } from '../../editorial/panel-seats';
import { findLinkedSeat, removeSeats, type Seat } from '../../store/board';
import type { Transaction } from '../../store/database';
import { lockUploads } from '../../store/locks';
import { findUploadProgress } from '../../store/upload-progress';

/**
 * Invites an expert to a panel of a submission, by the chair. Refuses with 'forbidden', 'not-found',
 * 'vote-own-upload', 'vote-named', 'voting-locked', 'panels-taken', 'panel-taken', 'expert-unknown', and
 * 'expert-involved' for whoever may not vote on it or has the other panel.
 */
export async function inviteExpert(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { panel, email }: NewInvitation,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const state = await readBoardState(tx, await lockAllowedUpload('inviteExpert', actor, tx, id));
    requireAct('invite', actor, repository, state);
    if (seatOf(state, panel)) throw new Refusal('panel-taken');
    const experts = await listExperts(tx, repository);
    const expert = experts.find((one) => comparedEmail(one.email) === comparedEmail(email));
    if (!expert) throw new Refusal('expert-unknown');
    const isInvolved = standingOf(expert, state.submission) !== 'board';
    if (isInvolved || state.seats.some((seat) => seat.expert === expert.subject)) throw new Refusal('expert-involved');
    await invite(tx, repository, state, { panel, expert, by: actor });
    return viewSubmission(actor, repository, tx, state.submission.upload.number);
  });
  jobs.nudge();
  return view;
}

/**
 * Answers the open invitation of the actor. Whoever declines leaves the panel to the next expert. Refuses with
 * 'forbidden', 'not-found', 'vote-own-upload', 'vote-named' and 'invitation-ended'.
 */
export async function answerInvitation(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  answer: InvitationAnswer,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const state = await readBoardState(tx, await lockAllowedUpload('answerInvitation', actor, tx, id));
    requireAct('answerInvitation', actor, repository, state);
    const seat = state.seats.find(({ expert }) => expert === actor.subject)!;
    if (answer.answer === 'decline') await decline(tx, repository, state, { seat, reason: answer.reason });
    else await holdPanel(tx, repository, actor, state.submission, { panel: seat.panel, seat });
    return viewSubmission(actor, repository, tx, state.submission.upload.number);
  });
  jobs.nudge();
  return view;
}

async function decline(
  tx: Transaction,
  repository: RepositoryContext,
  { submission }: Pick<BoardState, 'submission'>,
  { seat, reason }: { seat: Seat; reason: string },
): Promise<void> {
  const { upload, panel, expert } = seat;
  await removeSeats(tx, upload, panel);
  const content = reason === '' ? {} : { reason };
  const act = { act: 'declined' as const, actor: { subject: expert }, panel, expert, content };
  await keepInHistory(tx, repository, submission, act);
  await replaceExpert(tx, repository, submission, { subject: expert });
}

/**
 * The open invitation of a link in a mail. Changes nothing. Refuses with 'invitation-ended', and names the submission
 * if the invitation was accepted: whoever has the link could read that before. Other links that have ended are no
 * different from those that never were.
 */
export async function findInvitation({ db }: RepositoryContext, link: string): Promise<LinkedInvitation> {
  const seat = await findLinkedSeat(db, hashOf(link));
  const progress = seat && (await findUploadProgress(db, seat.upload));
  if (!progress) throw new Refusal('invitation-ended');
  const { upload, study, file, n } = progress;
  const id = formatUploadId(upload.number, upload.kind);
  if (seat.acceptedAt) throw new Refusal('invitation-ended', {}, { accepted: id });
  return {
    id,
    title: study.title,
    titleLanguage: describedIn(study.metadata),
    fileName: file.name,
    n,
    dueAt: seat.dueAt.toISOString(),
  };
}

/** Declines the invitation of a link, once and without a login. Refuses with 'invitation-ended'. */
export async function declineByLink(repository: RepositoryContext, link: string, reason: string): Promise<void> {
  const { db, jobs } = repository;
  const found = await findLinkedSeat(db, hashOf(link));
  if (!found) throw new Refusal('invitation-ended');
  await db.transaction(async (tx) => {
    await lockUploads(tx, [found.upload]);
    const seat = await findLinkedSeat(tx, hashOf(link));
    const submission = seat && (await findUploadProgress(tx, seat.upload));
    if (!submission || seat.acceptedAt) throw new Refusal('invitation-ended');
    await decline(tx, repository, { submission }, { seat, reason });
  });
  jobs.nudge();
}
