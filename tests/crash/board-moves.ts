import type { HistoryAct, HistoryEntry } from '@domain/board/history';
import { panels } from '@domain/limits';

import type { Random } from '../../services/repository/help-files/made-up-people';
import type { actors } from '../support/test-api';

export type Caller = keyof typeof actors | 'chair';

/** A call of the API, and what the history tells of it. */
export interface BoardCall {
  id: string;
  caller: Caller;
  address: string;
  body?: unknown;
  act: HistoryAct;
  /** Who does it according to the history; null for the contributor. */
  email: string | null;
}

interface Situation {
  status: string;
  votes: ReadonlyMap<number, string>;
  holders: ReadonlyMap<number, string>;
  /** Versions of the votes, by panel. */
  versions: ReadonlyMap<number, number>;
  tieRounds: number;
}

const experts = { 1: 'expert1', 2: 'expert2' } as const;
const reason = 'For a reason.';

/**
 * Calls that are possible for a submission, whose requested changes have been answered. Expert 1 votes in panel 1 and
 * expert 2, who always rejects, in panel 2, so that no submission is accepted and the chair can reopen each.
 */
export function actsFor(random: Random, id: string, situation: Situation): BoardCall[] {
  const { status, votes, holders, versions, tieRounds } = situation;
  const by = (caller: Caller, act: HistoryAct, address: string, body?: unknown): BoardCall => ({
    ...{ id, caller, act, body, address },
    email: caller === 'contributor' ? null : `${caller}@example.org`,
  });
  const chair = (act: HistoryAct, path: string, body: unknown) => by('chair', act, `editorial/${id}/${path}`, body);
  if (status === 'Rejected') return [chair('reopened', 'reopening', { reason })];
  if (status === 'ChangesRequested') {
    return [by('contributor', 'handed-in', `submit/${id}`), chair('reopened', 'reopening', { reason })];
  }
  const calls = panels.flatMap((panel) => {
    const caller = experts[panel];
    const email = `${caller}@example.org`;
    const rating = panel === 2 ? 2 : random.whole(1, 2);
    const version = versions.get(panel) ?? 0;
    const content = { nr: panel, email, rating, note: reason, isImpartial: true, version };
    const vote = by(caller, 'voted', `editorial/${id}`, content);
    const handOver = chair('handed-over', 'handover', { panel, reason });
    const ask = by(caller, 'requested-changes', `editorial/${id}/changes`, {
      panel,
      points: ['Name the device.'],
      isImpartial: true,
    });
    if (status === 'Pending') return [vote, vote, vote, handOver];
    if (votes.has(panel)) return [handOver];
    return holders.has(panel) ? [vote, vote, ask, handOver] : [vote, vote, ask];
  });
  if (status !== 'Pending') return calls;
  return tieRounds >= 2 ? [chair('decided-tie', 'decision', { rating: 2, reason })] : calls;
}

/** Who has voted in which panel after a history. */
export function votesAfter(history: readonly HistoryEntry[]): Map<number, string> {
  const votes = new Map<number, string>();
  for (const { act, panel, actor } of history) {
    if (act === 'voted' && panel && actor) votes.set(panel, actor);
    if (act === 'handed-over' && panel) votes.delete(panel);
    if (act === 'reopened' || act === 'handed-in') votes.clear();
  }
  return votes;
}

/** How often each mail must have been sent after these histories, by the end of its subject. */
export function mailsOf(histories: readonly HistoryEntry[][]): { subject: string; expected: number }[] {
  const all = histories.flat();
  const count = (of: (entry: HistoryEntry) => boolean) => all.filter(of).length;
  return [
    { subject: 'the editorial board asks for changes', expected: count(({ act }) => act === 'requested-changes') },
    { subject: 'your data set has been rejected', expected: count(({ act }) => act === 'decided') },
    { subject: 'your review is no longer needed', expected: count(({ act }) => act === 'handed-over') },
    {
      subject: 'the two votes disagree',
      expected: 2 * count((one) => one.statusAfter === 'Pending' && one.statusBefore !== 'Pending'),
    },
  ];
}
