import { type ListFilter, type ListSort, sortParts } from '@domain/api/board-list';
import { reviewStanding } from '@domain/review-standing';

import type { Actor, RepositoryContext } from '../context/context';
import { isChair } from '../context/policy';
import { type ListAsker, listNamedPeople, type NamedPeople } from '../store/board-list';
import { reviewMs } from './board-state';

type Asker = Omit<ListAsker, 'parties'>;

/** Who asks for the list of submissions, without what they are a party to. */
export function askerOf(actor: Actor, { now, settings }: Pick<RepositoryContext, 'now' | 'settings'>): Asker {
  return {
    subject: actor.subject,
    isChair: isChair(actor),
    hasOpenPanels: settings.board.hasOpenPanels,
    now: now(),
    reviewMs: reviewMs(settings),
  };
}

/** Whether the actor reviews a submission, and is not a party to it. */
export function isReviewer(actor: Actor, submission: NamedPeople): boolean {
  return reviewStanding(actor, submission) === 'board';
}

/** Numbers of those submissions to which the actor is a party. */
export function partiesAmong(actor: Actor, submissions: readonly NamedPeople[]): number[] {
  return submissions.filter((one) => !isReviewer(actor, one)).map(({ number }) => number);
}

/** The same with the submissions to which they are a party, as far as it matters for this filter and order. */
export async function askerWithParties(
  actor: Actor,
  repository: Pick<RepositoryContext, 'db' | 'now' | 'settings'>,
  { filter, sort }: { filter: ListFilter; sort: ListSort },
): Promise<ListAsker> {
  const { column } = sortParts(sort);
  const isByRating = column === 'e1' || column === 'e2';
  const listed = await listNamedPeople(repository.db, { expert: filter.expert, isByRating });
  return { ...askerOf(actor, repository), parties: partiesAmong(actor, listed) };
}
