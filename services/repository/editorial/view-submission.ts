import type { EditorialUpload } from '@domain/api/editorial';
import type { ChangeRequestView } from '@domain/api/reviews';
import { allowedActs } from '@domain/board/act-rules';
import { Refusal } from '@domain/error-codes';

import { standingOf } from '../context/access';
import type { Actor, RepositoryContext } from '../context/context';
import { isChair } from '../context/policy';
import { type ChangeRequest, listChangeRequests } from '../store/board';
import type { Queryable } from '../store/database';
import { findLetter, type LetterRecord } from '../store/letters';
import { findPeople } from '../store/people';
import { listRevised } from '../store/revisions';
import { findOpening } from '../store/submissions';
import { findUploadProgress } from '../store/upload-progress';
import { actFactsOf, type BoardState, dueAfter, readBoardState } from './board-state';
import { editorialRow, panelViews, relatedUpload } from './editorial-row';

/** A submission as an expert may see it, without votes and requests if they are a party to it. */
export async function viewSubmission(
  actor: Actor,
  clock: Pick<RepositoryContext, 'now' | 'settings'>,
  db: Queryable,
  number: number,
): Promise<EditorialUpload> {
  const progress = await findUploadProgress(db, number);
  if (!progress) throw new Refusal('not-found');
  const { owner, tieRounds } = progress.upload;
  const state = await readBoardState(db, progress);
  const people = await findPeople(db, [owner]);
  const standing = standingOf(actor, progress);
  const { timeZone } = clock.settings;
  const row = editorialRow(progress, { votes: state.votes, contributor: people.get(owner), standing, timeZone });
  const isReviewer = standing === 'board';
  const openedAt = await findOpening(db, number, actor.subject);
  const votes = isReviewer ? panelViews(actor, clock, state, openedAt) : [];
  return {
    upload: row,
    state: progress.upload.status,
    revises: relatedUpload((await listRevised(db, [number])).get(number), timeZone),
    votes,
    acts: allowedActs(actFactsOf(actor, clock, state)),
    changes: isReviewer ? (await listChangeRequests(db, number)).map(changeRequestView) : [],
    tieRounds: isReviewer ? tieRounds : 0,
    tie: isReviewer && (isChair(actor) || votes.some(({ mine }) => mine)) ? tieOf(clock, state) : null,
    letter: isReviewer && isChair(actor) ? letterState(await findLetter(db, number)) : null,
    handsOn: isReviewer && isChair(actor),
    decidesWithdrawal: isReviewer && isChair(actor) && progress.upload.status === 'Accepted',
  };
}

/** Two votes that disagree. That a note is missing is no secret: the chair waits for it. */
function tieOf(clock: Pick<RepositoryContext, 'settings'>, state: BoardState): EditorialUpload['tie'] {
  const { status, tiedAt } = state.submission.upload;
  if (status !== 'Pending' || !tiedAt) return null;
  const silent = state.votes.filter(({ note }) => note.trim() === '');
  return { dueAt: dueAfter(tiedAt, clock).toISOString(), withoutNote: silent.map(({ panel }) => panel) };
}

function letterState(letter: LetterRecord | null): EditorialUpload['letter'] {
  return letter && (letter.sentAt ? 'sent' : 'waiting');
}

/** A request for changes as the board sees it. */
export function changeRequestView({ panel, points, answers, requestedAt, closedAt }: ChangeRequest): ChangeRequestView {
  return { panel, points, answers, requestedAt: requestedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null };
}
