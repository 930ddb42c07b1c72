import type { BoardFigures, ExpertFigures, MonthFigures } from '@domain/api/board-figures';
import { localDay } from '@domain/local-time';

import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { listParties } from '../../editorial/list-asker';
import { listExperts } from '../../context/list-experts';
import { readFigures } from '../../figures/kept-figures';
import { countOpenPanels, listVoteCounts, type VoteCount, type WorkOf } from '../../store/board-figures';
import { findPeople } from '../../store/people';

/**
 * Figures of the board by month: how much, how quickly and by whom, from the history. The chair gets the work of every
 * expert, without that on submissions to which the chair is a party; other experts only their own.
 */
export async function describeBoardFigures(actor: Actor, repository: RepositoryContext): Promise<BoardFigures> {
  const { now, settings } = repository;
  const present = localDay(now(), settings.timeZone).slice(0, 7);
  const { value, countedAt } = await readFigures(repository, 'board');
  return {
    months: withoutGaps(value.months, present),
    experts: await listExpertFigures(actor, repository, value.votes),
    countedAt: countedAt?.toISOString() ?? null,
  };
}

async function listExpertFigures(
  actor: Actor,
  repository: RepositoryContext,
  all: readonly VoteCount[],
): Promise<ExpertFigures[]> {
  const { db } = repository;
  const parties = isChair(actor) ? await listParties(actor, db, { isOpen: false }) : [];
  const of: WorkOf = isChair(actor) ? { without: parties } : { expert: actor.subject };
  const counts = isChair(actor)
    ? withoutThese(all, await listHidden(repository, all, parties))
    : all.filter(({ expert }) => expert === actor.subject);
  const open = await countOpenPanels(db, of);
  const board = isChair(actor) ? await listExperts(db, repository) : [];
  const subjects = new Set([...board.map(({ subject }) => subject), ...counts.map(({ expert }) => expert)]);
  const people = await findPeople(db, [...subjects, actor.subject]);
  const figures = [...people.values()].map(({ subject, email }): ExpertFigures => {
    const months = counts.filter(({ expert }) => expert === subject).map(({ month, votes }) => ({ month, votes }));
    const votes = months.reduce((sum, one) => sum + one.votes, 0);
    return { email, isMe: subject === actor.subject, open: open.get(subject) ?? 0, votes, months };
  });
  return figures.sort((a, b) => b.votes - a.votes || a.email.localeCompare(b.email));
}

/** Those of the counted votes that are on some submissions. The ids of their acts tell which are counted, as no clock could. */
async function listHidden(
  { db, settings }: RepositoryContext,
  all: readonly VoteCount[],
  uploads: readonly number[],
): Promise<VoteCount[]> {
  if (uploads.length === 0) return [];
  const until = Math.max(0, ...all.map(({ last }) => last));
  return listVoteCounts(db, settings.timeZone, { uploads, until });
}

function withoutThese(all: readonly VoteCount[], hidden: readonly VoteCount[]): VoteCount[] {
  return all
    .map((counted) => {
      const some = hidden.find(({ expert, month }) => expert === counted.expert && month === counted.month);
      return { ...counted, votes: counted.votes - (some?.votes ?? 0) };
    })
    .filter(({ votes }) => votes > 0);
}

/** All months from the first one to the present one, also those in which nothing happened. */
function withoutGaps(figures: MonthFigures[], present: string): MonthFigures[] {
  const known = new Map(figures.map((one) => [one.month, one]));
  const months: MonthFigures[] = [];
  const last = [present, ...known.keys()].sort().at(-1)!;
  for (let month = figures[0]?.month; month !== undefined && month <= last; month = monthAfter(month)) {
    months.push(known.get(month) ?? { month, ...nothing });
  }
  return months;
}

const nothing = { submitted: 0, decided: 0, accepted: 0, votes: 0, firstVote: null, decision: null };

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
