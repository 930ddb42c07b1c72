import {
  type ListCounts,
  type ListedSubmission,
  type ListFilter,
  type ListQuery,
  type ListSort,
  usualSort,
} from '@domain/api/board-list';
import { groupBy } from '@domain/group-by';
import type { ListPart } from '@domain/board/waiting';
import { uploadsPerPage } from '@domain/limits';
import { pageWindow } from '@domain/page-of';
import { statusRules } from '@domain/upload-status';

import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { listJudged } from '../../corrections/judges';
import { askerOf, listParties } from '../../editorial/list-asker';
import { listedSubmission } from '../../editorial/listed-submission';
import { readKept } from '../../figures/kept-figures';
import { listAwaitedChanges, listSeats, listVoters } from '../../store/board';
import {
  countOpenParts,
  countPart,
  type ListAsker,
  type ListCount,
  listNumbers,
  type ListQuestion,
} from '../../store/board-list';
import { matchesOf } from '../../store/board-matches';
import { listAwaitingLetter } from '../../store/letters';
import type { Queryable } from '../../store/database';
import { findPeople } from '../../store/people';
import { listVotes } from '../../store/submissions';
import { listUploadProgress } from '../../store/upload-progress';
import { listWaitingWithdrawals } from '../../store/withdrawals';

/**
 * Submissions of a part of the list, narrowed and in an order, with their number on all pages. `page` counts from 1 and
 * is limited to the last page; without it all are listed. Votes, and who reviews, are left out of an expert's own
 * submissions and of those that name them, and no filter or order tells.
 */
export async function listSubmissions(
  actor: Actor,
  repository: RepositoryContext,
  { show: part, sort, page, ...filter }: ListQuery,
): Promise<{ submissions: ListedSubmission[]; total: number; isMore: boolean }> {
  const { db } = repository;
  const asker = await askerOf(actor, repository, { filter, sort });
  const question = { part, filter, matches: await matchesOf(db, filter) };
  const { numbers, ...counted } = await (page === undefined
    ? listAll(db, asker, question, sort)
    : listPage(repository, asker, question, { sort, page }));
  return { submissions: await listRows(actor, repository, numbers), ...counted };
}

interface ListedNumbers {
  numbers: number[];
  total: number;
  /** Whether there are more than `total`. */
  isMore: boolean;
}

async function listAll(
  db: Queryable,
  asker: ListAsker,
  question: ListQuestion,
  sort: ListSort,
): Promise<ListedNumbers> {
  const numbers = await listNumbers(db, asker, question, { sort, window: null });
  return { numbers, total: numbers.length, isMore: false };
}

/**
 * A page and, to know whether another one follows, the first row after it: what was counted some minutes ago, or only in
 * part, does not tell which page is the last one.
 */
async function listPage(
  repository: RepositoryContext,
  asker: ListAsker,
  question: ListQuestion,
  { sort, page }: { sort: ListSort; page: number },
): Promise<ListedNumbers> {
  const { db } = repository;
  const { count, isMore } = await countPage(repository, asker, question);
  const offset = (page - 1) * uploadsPerPage;
  const found = await listNumbers(db, asker, question, { sort, window: { offset, limit: uploadsPerPage + 1 } });
  if (found.length === 0 && page > 1) {
    const { count: total } = await countPart(db, asker, question, { isExact: true });
    const numbers = await listNumbers(db, asker, question, { sort, window: pageWindow(total, page) });
    return { numbers, total, isMore: false };
  }
  const isLast = found.length <= uploadsPerPage;
  const seen = offset + found.length;
  return {
    numbers: found.slice(0, uploadsPerPage),
    total: isLast ? seen : Math.max(count, seen),
    isMore: isMore && !isLast,
  };
}

async function countPage(repository: RepositoryContext, asker: ListAsker, question: ListQuestion): Promise<ListCount> {
  const kept = (await keptCounts(repository, question.filter))?.(question.part) ?? null;
  return kept === null ? countPart(repository.db, asker, question) : { count: kept, isMore: false };
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
  const asker = await askerOf(actor, repository, { filter, sort: usualSort });
  const { db } = repository;
  const question = { filter, matches: await matchesOf(db, filter) };
  const keptOf = await keptCounts(repository, filter);
  const count = (part: 'all' | 'decided') => {
    const kept = keptOf?.(part) ?? null;
    return kept === null ? countPart(db, asker, { ...question, part }) : { count: kept, isMore: false };
  };
  const [all, decided, open] = await Promise.all([count('all'), count('decided'), countOpenParts(db, asker, question)]);
  const atLeast = Object.entries({ all, decided }).flatMap(([part, { isMore }]) => (isMore ? [part as ListPart] : []));
  return { all: all.count, decided: decided.count, ...open, atLeast };
}

/**
 * How many submissions a part has that is as large as the catalogue, as they were counted last: null if that is not kept,
 * or more is asked for than status and type, and for parts and statuses of few, which are counted at once.
 */
async function keptCounts(
  repository: RepositoryContext,
  { status, kind, ...others }: ListFilter,
): Promise<((part: ListPart) => number | null) | null> {
  const isNarrowed = Object.values(others).some((value) => value !== undefined);
  const kept = isNarrowed ? null : await readKept(repository, 'uploads');
  if (!kept) return null;
  return (part) => {
    const isLarge = part === 'decided' || (part === 'all' && (status === undefined || statusRules[status].decided));
    if (!isLarge) return null;
    return kept.value
      .filter((one) => one.status !== 'Uploaded' && (part === 'all' || statusRules[one.status].decided))
      .filter((one) => one.status === (status ?? one.status) && one.kind === (kind ?? one.kind))
      .reduce((sum, one) => sum + one.number, 0);
  };
}

/**
 * How many submissions, corrections of metadata and withdrawals wait for the actor. Every page shows it, so each kind is
 * one query if none waits.
 */
export async function countWaiting(actor: Actor, repository: RepositoryContext): Promise<number> {
  const { db } = repository;
  const asker = await askerOf(actor, repository, { filter: {}, sort: usualSort });
  const [submissions, corrections, withdrawals] = await Promise.all([
    countPart(db, asker, { part: 'mine', filter: {}, matches: null }),
    listJudged(actor, db),
    isChair(actor) ? countWithdrawals(actor, db) : 0,
  ]);
  return submissions.count + corrections.length + withdrawals;
}

/** How many withdrawals and removals wait for a member of the chair who may decide them. */
async function countWithdrawals(actor: Actor, db: Queryable): Promise<number> {
  const waiting = await listWaitingWithdrawals(db, actor.subject);
  if (waiting.length === 0) return 0;
  const parties = new Set(await listParties(actor, db, { isOpen: false }));
  return waiting.filter((number) => !parties.has(number)).length;
}
