import {
  type ListCounts,
  type ListedSubmission,
  type ListFilter,
  type ListQuery,
  usualSort,
} from '@domain/api/board-list';
import { pageWindow } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { listJudged } from '../../corrections/judges';
import { askerOf, askerWithParties, isReviewer } from '../../editorial/list-asker';
import { listedSubmission } from '../../editorial/listed-submission';
import { listDecidableWithdrawals } from '../../life/withdrawal-state';
import { listAwaitedChanges, listSeats, listVoters } from '../../store/board';
import { countPart, countParts, listNumbers, listWaiting } from '../../store/board-list';
import { listAwaitingLetter } from '../../store/letters';
import { findPeople } from '../../store/people';
import { listVotes } from '../../store/submissions';
import { groupBy, listUploadProgress } from '../../store/upload-progress';

/**
 * Submissions of a part of the list, narrowed and in an order, with their number on all pages. `page` counts from 1 and
 * is limited to the last page; without it all are listed. Votes, and who reviews, are left out of an expert's own
 * submissions and of those that name them, and no filter or order tells.
 */
export async function listSubmissions(
  actor: Actor,
  repository: RepositoryContext,
  { show: part, sort, page, ...filter }: ListQuery,
): Promise<{ submissions: ListedSubmission[]; total: number }> {
  const { db } = repository;
  const asker = await askerWithParties(actor, repository, { filter, sort });
  if (page === undefined) {
    const numbers = await listNumbers(db, asker, { part, filter }, { sort, window: null });
    return { submissions: await listRows(actor, repository, numbers), total: numbers.length };
  }
  const total = await countPart(db, asker, { part, filter });
  const numbers = await listNumbers(db, asker, { part, filter }, { sort, window: pageWindow(total, page) });
  return { submissions: await listRows(actor, repository, numbers), total };
}

async function listRows(actor: Actor, repository: RepositoryContext, numbers: number[]): Promise<ListedSubmission[]> {
  const { db } = repository;
  const uploads = await listUploadProgress(db, numbers);
  const seats = groupBy(await listSeats(db, numbers), ({ upload }) => upload);
  const votes = groupBy(await listVotes(db, numbers), ({ upload }) => upload);
  const voters = groupBy(await listVoters(db, numbers), ({ upload }) => upload);
  const awaited = await listAwaitedChanges(db, numbers);
  const unsent = await listAwaitingLetter(db, numbers);
  const people = await findPeople(db, [...new Set(uploads.map(({ upload }) => upload.owner))]);
  return uploads.map((submission) => {
    const { number, owner } = submission.upload;
    const state = {
      submission,
      seats: seats.get(number) ?? [],
      votes: votes.get(number) ?? [],
      voters: (voters.get(number) ?? []).map(({ expert }) => expert),
      changesSince: awaited.get(number) ?? null,
    };
    return listedSubmission(actor, repository, state, {
      contributor: people.get(owner),
      awaitsLetter: unsent.has(number),
    });
  });
}

/** How many submissions each part of the list has, narrowed by a filter. */
export async function countSubmissions(
  actor: Actor,
  repository: RepositoryContext,
  filter: ListFilter,
): Promise<ListCounts> {
  const asker = await askerWithParties(actor, repository, { filter, sort: usualSort });
  return countParts(repository.db, asker, filter);
}

/**
 * How many submissions, corrections of metadata and withdrawals wait for the actor. Every page shows it, so each kind is
 * one query if none waits.
 */
export async function countWaiting(actor: Actor, repository: RepositoryContext): Promise<number> {
  const { db } = repository;
  const [submissions, corrections, withdrawals] = await Promise.all([
    listWaiting(db, askerOf(actor, repository)),
    listJudged(actor, db),
    isChair(actor) ? listDecidableWithdrawals(actor, db) : [],
  ]);
  return submissions.filter((one) => isReviewer(actor, one)).length + corrections.length + withdrawals.length;
}
