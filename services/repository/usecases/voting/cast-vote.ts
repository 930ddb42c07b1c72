import type { EditorialUpload, Vote } from '@domain/api/editorial';
import { actRefusal, panelRefusal } from '@domain/board/act-rules';
import { type ErrorCode, Refusal } from '@domain/error-codes';
import { sortableVoteTime, voteTime } from '@domain/local-time';
import { comparedEmail } from '@domain/text';
import { standingRefusal } from '@domain/review-standing';
import { statusAfterVotes, statusRules } from '@domain/upload-status';

import { lockAllowedUpload, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import {
  actFactsOf,
  type BoardState,
  keepInHistory,
  readBoardState,
  requireComplete,
  seatOf,
} from '../../editorial/board-state';
import { followVotes } from '../../editorial/follow-votes';
import { votesNeededFor } from '../../editorial/votes-needed';
import { holdPanel } from '../../editorial/panel-seats';
import { viewSubmission } from '../../editorial/view-submission';
import type { Transaction } from '../../store/database';
import { findOpening, listVotes, saveVote, type VoteRecord } from '../../store/submissions';

/**
 * Casts or changes an expert's vote and, if two votes agree or one is enough, decides, all in one transaction. The upload is locked
 * before the votes are read, so that the second of two simultaneous votes sees the first. Refuses with 'forbidden',
 * 'not-found', 'vote-own-upload', 'vote-named', 'vote-invalid' (not the expert's e-mail address), 'not-impartial',
 * 'half-changed', 'former-withdrawn' if the vote would accept a version that continues a withdrawn one, 'voting-locked'
 * (closed, or no panel left), and 'update-conflict' if the panel has another owner or version now. The last two carry the upload and its panels.
 */
export async function castVote(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  vote: Vote,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const state = await readBoardState(tx, await lockAllowedUpload('castVote', actor, tx, id));
    const { upload } = state.submission;
    const refusal = voteRefusal(actor, repository, state, vote);
    if (refusal === 'voting-locked' || refusal === 'update-conflict') {
      throw new Refusal(refusal, {}, { ...(await viewSubmission(actor, repository, tx, upload.number)) });
    }
    if (refusal) throw new Refusal(refusal);
    requireComplete(state, vote.rating);
    // A vote takes an empty panel and accepts an open invitation.
    await holdPanel(tx, repository, actor, state.submission, { panel: vote.nr, seat: seatOf(state, vote.nr) });
    await saveOwnVote(tx, actor, repository, state, vote);
    const votes = await listVotes(tx, [upload.number]);
    const needed = await votesNeededFor(tx, repository, upload.number);
    const status = statusAfterVotes(ratingOf(votes, 1), ratingOf(votes, 2), needed);
    await keepVote(tx, actor, repository, state, { vote, status });
    await followVotes(tx, repository, state.submission, { status, votes });
    return viewSubmission(actor, repository, tx, upload.number);
  });
  jobs.nudge();
  return view;
}

/** Why a vote may not be saved; null if it may. */
function voteRefusal(actor: Actor, repository: RepositoryContext, state: BoardState, vote: Vote): ErrorCode | null {
  const { upload } = state.submission;
  const party = standingRefusal(standingOf(actor, state.submission));
  if (party) return party;
  const seat = seatOf(state, vote.nr);
  if (!isSameEmail(vote.email, actor.email) && !(seat && isSameEmail(vote.email, seat.email))) return 'vote-invalid';
  if (vote.isImpartial === false) return 'not-impartial';
  if (!statusRules[upload.status].votable) return 'voting-locked';
  const stored = state.votes.find(({ panel }) => panel === vote.nr);
  const facts = actFactsOf(actor, repository, state);
  return (
    panelRefusal(facts, vote.nr) ??
    actRefusal('vote', facts) ??
    (isUnchanged(stored, vote, repository.settings.timeZone) ? null : 'update-conflict')
  );
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
  { now }: RepositoryContext,
  { submission, votes }: BoardState,
  vote: Vote,
): Promise<void> {
  const { number } = submission.upload;
  const stored = votes.find(({ panel }) => panel === vote.nr);
  await saveVote(tx, {
    upload: number,
    panel: vote.nr,
    expert: actor.subject,
    rating: vote.rating,
    note: vote.note,
    // A later vote by the calls of the specification does not take a declaration back.
    isImpartial: vote.isImpartial ?? stored?.isImpartial ?? null,
    criteria: vote.criteria ?? stored?.criteria ?? {},
    version: (stored?.version ?? 0) + 1,
    startedAt: stored?.startedAt ?? (await findOpening(tx, number, actor.subject)) ?? now(),
    endedAt: now(),
  });
}

function ratingOf(votes: VoteRecord[], panel: number) {
  return votes.find((vote) => vote.panel === panel)?.rating ?? null;
}

async function keepVote(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  { submission }: BoardState,
  { vote, status }: { vote: Vote; status: ReturnType<typeof statusAfterVotes> },
): Promise<void> {
  const { rating, note, isImpartial, criteria } = vote;
  const content = { rating, note, isImpartial, criteria };
  await keepInHistory(tx, repository, submission, { act: 'voted', actor, panel: vote.nr, status, content });
}
