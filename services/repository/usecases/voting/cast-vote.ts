import type { EditorialUpload, Vote } from '@domain/api/editorial';
import { type ErrorCode, Refusal } from '@domain/error-codes';
import { sortableVoteTime, voteTime } from '@domain/local-time';
import { comparedEmail } from '@domain/text';
import { standingRefusal } from '@domain/review-standing';
import { statusAfterVotes, statusRules } from '@domain/upload-status';

import { lockAllowedUpload, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { followVotes } from '../../editorial/follow-votes';
import { viewSubmission } from '../../editorial/view-submission';
import type { Transaction } from '../../store/database';
import { findOpening, listVotes, saveVote, type VoteRecord } from '../../store/submissions';
import type { UploadProgress } from '../../store/upload-progress';

/**
 * Casts or changes an expert's vote and, if two votes agree, decides, all in one transaction. The upload is locked
 * before the votes are read, so that the second of two simultaneous votes sees the first. Refuses with 'forbidden',
 * 'not-found', 'vote-own-upload', 'vote-named', 'vote-invalid' (not the expert's e-mail address), 'voting-locked'
 * (closed, or no panel left), and 'update-conflict' if the panel has another owner or version now. The last two carry
 * the upload and its panels.
 */
export async function castVote(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  vote: Vote,
): Promise<EditorialUpload> {
  const { db, jobs, now, settings } = repository;
  const view = await db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('castVote', actor, tx, id);
    const { upload } = submission;
    const votes = await listVotes(tx, [upload.number]);
    const refusal = voteRefusal(actor, submission, votes, { vote, timeZone: settings.timeZone });
    if (refusal === 'voting-locked' || refusal === 'update-conflict') {
      throw new Refusal(refusal, {}, { ...(await viewSubmission(actor, repository, tx, upload.number)) });
    }
    if (refusal) throw new Refusal(refusal);
    await saveOwnVote(tx, actor, votes, { upload: upload.number, vote, now: now() });
    await followVotes(tx, repository, submission, await statusNow(tx, upload.number));
    return viewSubmission(actor, repository, tx, upload.number);
  });
  jobs.nudge();
  return view;
}

/** Why a vote may not be saved; null if it may. */
function voteRefusal(
  actor: Actor,
  submission: UploadProgress,
  votes: VoteRecord[],
  { vote, timeZone }: { vote: Vote; timeZone: string },
): ErrorCode | null {
  const { nr, email } = vote;
  const { upload } = submission;
  const party = standingRefusal(standingOf(actor, submission));
  if (party) return party;
  const panel = votes.find((stored) => stored.panel === nr);
  if (!isSameEmail(email, actor.email) && !(panel && isSameEmail(email, panel.email))) return 'vote-invalid';
  if (!statusRules[upload.status].votable) return 'voting-locked';
  const mine = votes.find((stored) => stored.expert === actor.subject);
  if (!mine && votes.length === 2) return 'voting-locked';
  if (panel && panel !== mine) return 'update-conflict';
  // One expert holds at most one panel.
  if (!panel && mine) return 'voting-locked';
  return isUnchanged(panel, vote, timeZone) ? null : 'update-conflict';
}

/**
 * Whether a panel is as its expert saw it: in this version or, as the specification has no versions, with the end of
 * this vote, or saved before this vote was started.
 */
function isUnchanged(panel: VoteRecord | undefined, { version, start, end }: Vote, timeZone: string): boolean {
  if (version !== undefined) return version === (panel?.version ?? 0);
  if (!panel) return true;
  const savedAt = voteTime(panel.endedAt, timeZone);
  const startedAt = sortableVoteTime(start ?? '');
  return end === savedAt || (startedAt !== null && startedAt > (sortableVoteTime(savedAt) ?? ''));
}

function isSameEmail(one: string, other: string): boolean {
  return comparedEmail(one) === comparedEmail(other);
}

async function saveOwnVote(
  tx: Transaction,
  actor: Actor,
  votes: VoteRecord[],
  { upload, vote, now }: { upload: number; vote: Vote; now: Date },
): Promise<void> {
  const stored = votes.find(({ panel }) => panel === vote.nr);
  await saveVote(tx, {
    upload,
    panel: vote.nr,
    expert: actor.subject,
    rating: vote.rating,
    note: vote.note,
    version: (stored?.version ?? 0) + 1,
    startedAt: stored?.startedAt ?? (await findOpening(tx, upload, actor.subject)) ?? now,
    endedAt: now,
  });
}

async function statusNow(tx: Transaction, upload: number) {
  const votes = await listVotes(tx, [upload]);
  const rating = (panel: number) => votes.find((vote) => vote.panel === panel)?.rating ?? null;
  return { status: statusAfterVotes(rating(1), rating(2)), votes };
}
