import { type PanelNumber, panels } from '@domain/limits';
import { addDays, localDay } from '@domain/local-time';
import { statusRules } from '@domain/upload-status';

import { standingOf } from '../context/access';
import type { RepositoryContext } from '../context/context';
import { type BoardState, dueAfter, readBoardState } from '../editorial/board-state';
import { emptyPanel, replaceExpert } from '../editorial/empty-panel';
import { listExperts } from '../context/list-experts';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwner } from '../mail/mail-recipients';
import { mailChairs } from '../mail/mail-chairs';
import { changeRequest, changeSeat, listChangeRequests, listReviewedNow, type Seat } from '../store/board';
import type { Transaction } from '../store/database';
import { lockUploads } from '../store/locks';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';

/**
 * Reminds experts whose votes are due, and contributors whose changes are awaited, tells the chair of what is overdue,
 * and empties panels that nobody will vote in: those of experts who have lost the role or are named by now, and overdue
 * invitations if experts are invited automatically. Called every hour. What was done is stored in the transaction that
 * enqueues the mails, so it happens once, on however many servers this runs. Uploads that fail are reported and do not
 * keep the others waiting.
 */
export async function remindBoard(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, jobs } = repository;
  // Where experts are invited automatically, somebody may be back who was away when nobody was left.
  const isAutomatic = repository.settings.board.assignment === 'automatic';
  for (const upload of await listReviewedNow(db, !isAutomatic)) {
    await db.transaction((tx) => attendTo(tx, repository, upload)).catch(report);
  }
  jobs.nudge();
}

async function attendTo(tx: Transaction, repository: RepositoryContext, upload: number): Promise<void> {
  await lockUploads(tx, [upload]);
  const submission = await findUploadProgress(tx, upload);
  if (submission?.upload.status === 'ChangesRequested') await remindOfChanges(tx, repository, submission);
  if (!submission || !statusRules[submission.upload.status].votable) return;
  const experts = await listExperts(tx, repository);
  const reviewers = new Set(
    experts.filter((one) => standingOf(one, submission) === 'board').map(({ subject }) => subject),
  );
  const state = await readBoardState(tx, submission);
  for (const seat of state.seats.filter((one) => !hasVote(state, one))) {
    if (isLeft(repository, seat, reviewers)) await endByItself(tx, repository, upload, seat.panel);
    else await remind(tx, repository, state, seat);
  }
  await tellOfTie(tx, repository, state);
  const isFull = state.seats.length === panels.length;
  if (repository.settings.board.assignment === 'automatic' && !isFull) {
    await repository.jobs.enqueue(tx, 'assign-experts', { upload, isRepeated: true });
  }
}

function hasVote({ votes }: BoardState, { panel }: Seat): boolean {
  return votes.some((vote) => vote.panel === panel);
}

/** Whether nobody will vote in a panel, as far as the settings let this be decided without the chair. */
function isLeft({ settings, now }: RepositoryContext, seat: Seat, reviewers: ReadonlySet<string>): boolean {
  if (!reviewers.has(seat.expert)) return true;
  return settings.board.assignment === 'automatic' && seat.acceptedAt === null && seat.dueAt < now();
}

/** Empties a panel and finds another expert for it. */
async function endByItself(
  tx: Transaction,
  repository: RepositoryContext,
  upload: number,
  panel: PanelNumber,
): Promise<void> {
  // The other panel may have been emptied just now.
  const state = await readBoardState(tx, (await findUploadProgress(tx, upload))!);
  await emptyPanel(tx, repository, state, { panel, actor: null });
  await replaceExpert(tx, repository, state.submission, null);
}

/** Sends the newest reminder that is due and was not sent. Days without a server are skipped. */
async function remind(tx: Transaction, repository: RepositoryContext, state: BoardState, seat: Seat): Promise<void> {
  const { settings, now } = repository;
  const { reminderDays } = settings.board;
  const dayOf = (at: Date) => localDay(at, settings.timeZone);
  const due = dayOf(seat.dueAt);
  const reached = reminderDays.filter((days) => addDays(due, days) <= dayOf(now()));
  if (reached.length <= seat.reminders) return;
  await changeSeat(tx, seat, { reminders: reached.length });
  const newest = reached.at(-1)!;
  // With little time for a vote, the first reminders would come with the invitation.
  if (addDays(due, newest) <= dayOf(seat.since)) return;
  const isOverdue = newest > 0;
  const holder = { subject: seat.expert, name: '', email: seat.email };
  const kind = isOverdue ? 'voteOverdue' : 'voteDue';
  await enqueueMails(tx, repository, state.submission, [{ kind, people: [holder], due }]);
  if (isOverdue) await mailChairs(tx, repository, state.submission, { kind: 'panelOverdue', due });
}

/** Reminds the contributor once of requested changes, and tells the chair, when a review would be over. */
async function remindOfChanges(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
): Promise<void> {
  const { settings, now } = repository;
  const open = (await listChangeRequests(tx, submission.upload.number)).find(({ closedAt }) => closedAt === null);
  const dueAt = open && dueAfter(open.requestedAt, repository);
  if (!dueAt || dueAt >= now() || open.reminders > 0) return;
  await changeRequest(tx, open.id, { reminders: 1 });
  const contributor = await findOwner(tx, submission);
  await enqueueMails(tx, repository, submission, [{ kind: 'changesDue', people: contributor }]);
  await mailChairs(tx, repository, submission, { kind: 'changesOverdue', due: localDay(dueAt, settings.timeZone) });
}

/** Tells the chair once of votes that have disagreed for too long. A new tie sets the reminders of its panels back. */
async function tellOfTie(tx: Transaction, repository: RepositoryContext, state: BoardState): Promise<void> {
  const { tiedAt } = state.submission.upload;
  const { settings, now } = repository;
  if (tiedAt === null || state.votes.length < panels.length) return;
  const dueAt = dueAfter(tiedAt, repository);
  if (dueAt >= now() || state.seats.some(({ reminders }) => reminders > 0)) return;
  for (const seat of state.seats) await changeSeat(tx, seat, { reminders: 1 });
  await mailChairs(tx, repository, state.submission, { kind: 'tieOverdue', due: localDay(dueAt, settings.timeZone) });
}
