import type { BoardFigures, ExpertFigures, MonthFigures } from '@domain/api/board-figures';
import { localDay } from '@domain/local-time';

import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { partiesAmong } from '../../editorial/list-asker';
import { listExperts } from '../../context/list-experts';
import { countOpenPanels, listMonthFigures, listReviewed, listVoteCounts } from '../../store/board-figures';
import { findPeople } from '../../store/people';

/**
 * Figures of the board by month: how much, how quickly and by whom, from the history. The chair gets the work of every
 * expert, without that on submissions to which the chair is a party; other experts only their own.
 */
export async function describeBoardFigures(actor: Actor, repository: RepositoryContext): Promise<BoardFigures> {
  const { db, now, settings } = repository;
  const present = localDay(now(), settings.timeZone).slice(0, 7);
  const months = withoutGaps(await listMonthFigures(db, settings.timeZone), present);
  const experts = await listExpertFigures(actor, repository);
  return { months, experts: isChair(actor) ? experts : experts.filter(({ isMe }) => isMe) };
}

async function listExpertFigures(actor: Actor, repository: RepositoryContext): Promise<ExpertFigures[]> {
  const { db, settings } = repository;
  // Others see only their own votes, and nobody votes on a submission to which they are a party.
  const parties = isChair(actor) ? partiesAmong(actor, await listReviewed(db)) : [];
  const counts = await listVoteCounts(db, settings.timeZone, parties);
  const open = await countOpenPanels(db, parties);
  const board = await listExperts(db, repository);
  const subjects = new Set([...board.map(({ subject }) => subject), ...counts.map(({ expert }) => expert)]);
  const people = await findPeople(db, [...subjects, actor.subject]);
  const figures = [...people.values()].map(({ subject, email }): ExpertFigures => {
    const months = counts.filter(({ expert }) => expert === subject).map(({ month, votes }) => ({ month, votes }));
    const votes = months.reduce((sum, one) => sum + one.votes, 0);
    return { email, isMe: subject === actor.subject, open: open.get(subject) ?? 0, votes, months };
  });
  return figures.sort((a, b) => b.votes - a.votes || a.email.localeCompare(b.email));
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
