import { type ActFacts, actRefusal, type BoardAct, type PanelFacts } from '@domain/board/act-rules';
import type { HistoryAct, HistoryContent } from '@domain/board/history';
import { Refusal } from '@domain/error-codes';
import { type PanelNumber, panels } from '@domain/limits';
import { localDay } from '@domain/local-time';
import type { Rating, UploadStatus } from '@domain/upload-status';
import { canStart } from '@domain/workflow-steps';

import { standingOf } from '../context/access';
import type { Actor, RepositoryContext, RepositorySettings } from '../context/context';
import { isChair } from '../context/policy';
import { listAwaitedChanges, listSeats, listVoters, recordAct, type Seat } from '../store/board';
import type { Queryable, Transaction } from '../store/database';
import { listVotes, type VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';

const dayMs = 24 * 60 * 60 * 1000;

/** A submission with the experts who hold its panels and their votes. */
export interface BoardState {
  submission: UploadProgress;
  seats: Seat[];
  votes: VoteRecord[];
  /** Subjects of all experts who have voted at any time. */
  voters: string[];
  /** Since when requested changes are awaited; null if they are not. */
  changesSince: Date | null;
}

/** Reads who reviews a submission, after it was locked if it is to be changed. */
export async function readBoardState(db: Queryable, submission: UploadProgress): Promise<BoardState> {
  const { number } = submission.upload;
  const seats = await listSeats(db, [number]);
  const voters = (await listVoters(db, [number])).map(({ expert }) => expert);
  const changesSince = (await listAwaitedChanges(db, [number])).get(number) ?? null;
  return { submission, seats, votes: await listVotes(db, [number]), voters, changesSince };
}

/** Time that a vote, the end of a disagreement or a letter may take. */
export function reviewMs({ board }: Pick<RepositorySettings, 'board'>): number {
  return board.reviewDays * dayMs;
}

/** When a vote is due for which an expert is asked at a time. */
export function dueAfter(at: Date, { settings }: Pick<RepositoryContext, 'settings'>): Date {
  return new Date(at.getTime() + reviewMs(settings));
}

type Clock = Pick<RepositoryContext, 'now' | 'settings'>;

/** The day on which a vote is due for which an expert is asked now, yyyy-MM-dd, for mails. */
export function dueDay(clock: Clock): string {
  return localDay(dueAfter(clock.now(), clock), clock.settings.timeZone);
}

/** What decides whether the actor may do something with a submission. */
export function actFactsOf(actor: Actor, clock: Clock, state: BoardState): ActFacts {
  const { upload } = state.submission;
  return {
    status: upload.status,
    standing: standingOf(actor, state.submission),
    isChair: isChair(actor),
    panels: panels.map((panel) => panelFacts(actor, clock, state, panel)),
    hasOpenPanels: clock.settings.board.hasOpenPanels,
    tieRounds: upload.tieRounds,
    isTieOverdue: isTieOverdue(clock, state),
    isOld: isPast(clock, upload.submittedAt),
    areChangesOverdue: isPast(clock, state.changesSince),
    hasNotes: haveNotes(state.votes),
    hasVotedBefore: state.voters.includes(actor.subject),
  };
}

/** Whether the two votes of a submission have disagreed for too long. */
export function isTieOverdue(clock: Clock, { submission }: Pick<BoardState, 'submission'>): boolean {
  return isPast(clock, submission.upload.tiedAt);
}

/** Whether the time that a vote may take is over since then. */
function isPast(clock: Clock, since: Date | null): boolean {
  return since !== null && dueAfter(since, clock) < clock.now();
}

/** Whether the experts have given reasons for all these votes. */
export function haveNotes(votes: readonly Pick<VoteRecord, 'note'>[]): boolean {
  return votes.every(({ note }) => note.trim() !== '');
}

function panelFacts(actor: Actor, clock: Clock, state: BoardState, panel: PanelNumber): PanelFacts {
  const seat = state.seats.find((one) => one.panel === panel);
  const hasVote = state.votes.some((vote) => vote.panel === panel);
  return {
    holder: seat ? (seat.expert === actor.subject ? 'self' : 'other') : null,
    isInvited: seat !== undefined && seat.acceptedAt === null,
    hasVote,
    isOverdue: seat !== undefined && isOverdue(clock, state, seat, hasVote),
  };
}

/** Whether the vote of a panel is not there in time, or the two votes have disagreed for too long. */
export function isOverdue(clock: Clock, state: Pick<BoardState, 'submission'>, seat: Seat, hasVote: boolean): boolean {
  return hasVote ? isTieOverdue(clock, state) : seat.dueAt < clock.now();
}

/** Refuses with the code of `actRefusal`. */
export function requireAct(act: BoardAct, actor: Actor, clock: Clock, state: BoardState): void {
  const refusal = actRefusal(act, actFactsOf(actor, clock, state));
  if (refusal) throw new Refusal(refusal);
}

/**
 * Refuses with 'half-changed' to accept a submission that the chair reopened before its contributor had finished the
 * requested changes: nothing is published that was not mapped, checked and described.
 */
export function requireComplete({ submission }: Pick<BoardState, 'submission'>, rating: Rating): void {
  if (rating === 1 && !canStart('submit', submission.flags)) throw new Refusal('half-changed');
}

/** Enqueues the search for experts of empty panels, unless experts take them by themselves. */
export async function findExperts(
  tx: Transaction,
  { jobs, settings }: Pick<RepositoryContext, 'jobs' | 'settings'>,
  upload: number,
): Promise<void> {
  const { assignment, hasOpenPanels } = settings.board;
  if (assignment === 'automatic' || !hasOpenPanels) await jobs.enqueue(tx, 'assign-experts', { upload });
}

/** The seat of a panel, if somebody holds it. */
export function seatOf({ seats }: BoardState, panel: PanelNumber): Seat | undefined {
  return seats.find((seat) => seat.panel === panel);
}

interface Act {
  act: HistoryAct;
  /** Null for what happens by itself. */
  actor: Pick<Actor, 'subject'> | null;
  panel?: PanelNumber | null;
  /** Subject of the expert whom it is about. */
  expert?: string | null;
  /** Status afterwards; the same as before by default. */
  status?: UploadStatus;
  content?: HistoryContent;
}

/** Adds an act to the history of a submission, in the transaction that does it. */
export async function keepInHistory(
  tx: Transaction,
  { now }: Pick<RepositoryContext, 'now'>,
  { upload }: Pick<UploadProgress, 'upload'>,
  { act, actor, panel = null, expert = null, status = upload.status, content = {} }: Act,
): Promise<void> {
  await recordAct(tx, {
    upload: upload.number,
    at: now(),
    act,
    actor: actor?.subject ?? null,
    panel,
    expert,
    statusBefore: upload.status,
    statusAfter: status,
    content,
  });
}
