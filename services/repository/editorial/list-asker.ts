import { type ListFilter, type ListSort, sortParts } from '@domain/api/board-list';
import { accountMarks, reviewStanding } from '@domain/review-standing';

import type { Actor, RepositoryContext } from '../context/context';
import { isChair } from '../context/policy';
import type { ListAsker } from '../store/board-list';
import type { Queryable } from '../store/database';
import { listPossibleParties } from '../store/parties';
import { reviewMs } from './board-state';

/** Numbers of the uploads to which the actor is a party; with `isOpen` only of those that may wait for the board. */
export async function listParties(actor: Actor, db: Queryable, { isOpen }: { isOpen: boolean }): Promise<number[]> {
  const { subject } = actor;
  const possible = await listPossibleParties(db, { subject, marks: accountMarks(actor) }, { isOpen });
  return possible.filter((one) => reviewStanding(actor, one) !== 'board').map(({ number }) => number);
}

/** Who asks for the list of submissions, as far as the filter and the order need to know. */
export async function askerOf(
  actor: Actor,
  { db, now, settings }: Pick<RepositoryContext, 'db' | 'now' | 'settings'>,
  { filter, sort }: { filter: ListFilter; sort: ListSort },
): Promise<ListAsker> {
  const { column } = sortParts(sort);
  // What is decided waits for nobody, but its experts can be asked for and its ratings sorted by.
  const isOpen = filter.expert === undefined && column !== 'e1' && column !== 'e2';
  return {
    subject: actor.subject,
    isChair: isChair(actor),
    parties: await listParties(actor, db, { isOpen }),
    hasOpenPanels: settings.board.hasOpenPanels,
    now: now(),
    reviewMs: reviewMs(settings),
  };
}
