import { randomBytes } from 'node:crypto';

import type { PanelNumber } from '@domain/limits';
import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import type { Actor, RepositoryContext } from '../context/context';
import { enqueueMails } from '../mail/enqueue-mails';
import { addSeat, changeSeat, closeChangeRequest, listSeats, removeVotes, type Seat } from '../store/board';
import type { Transaction } from '../store/database';
import type { Person } from '../store/people';
import type { UploadProgress } from '../store/upload-progress';
import { type BoardState, dueAfter, keepInHistory } from './board-state';

/** Gives an empty panel to an expert, and enqueues the mail with the link that answers. `by` is null if it is automatic. */
export async function invite(
  tx: Transaction,
  repository: RepositoryContext,
  { submission }: Pick<BoardState, 'submission'>,
  { panel, expert, by }: { panel: PanelNumber; expert: Person; by: Actor | null },
): Promise<void> {
  const at = repository.now();
  const link = randomBytes(24).toString('base64url');
  const dueAt = dueAfter(at, repository);
  await addSeat(tx, {
    upload: submission.upload.number,
    panel,
    expert: expert.subject,
    invitedBy: by?.subject ?? null,
    linkHash: hashOf(link),
    since: at,
    dueAt,
  });
  const about = { act: 'invited' as const, actor: by, panel, expert: expert.subject };
  await keepInHistory(tx, repository, submission, about);
  const due = localDay(dueAt, repository.settings.timeZone);
  const path = `/editorial-board/invitation/${link}`;
  await enqueueMails(tx, repository, submission, [{ kind: 'invited', people: [expert], path, due }]);
}

/**
 * Gives the actor an empty panel, or accepts their invitation to it, and keeps that in the history. Does nothing if they
 * hold it already. `seat` is the actor's, or none.
 */
export async function holdPanel(
  tx: Transaction,
  repository: Pick<RepositoryContext, 'now' | 'settings'>,
  actor: Actor,
  submission: UploadProgress,
  { panel, seat }: { panel: PanelNumber; seat: Seat | undefined },
): Promise<void> {
  if (seat?.acceptedAt) return;
  const at = repository.now();
  const { number: upload } = submission.upload;
  // The link stays, so that it can say that the invitation was accepted. It declines only an open one.
  if (seat) await changeSeat(tx, seat, { acceptedAt: at });
  else {
    const dueAt = dueAfter(at, repository);
    await addSeat(tx, { upload, panel, expert: actor.subject, since: at, acceptedAt: at, dueAt });
  }
  const act = seat ? 'accepted-invitation' : 'took-panel';
  await keepInHistory(tx, repository, submission, { act, actor, panel });
}

/** Votes begin anew, and so does their time. The experts keep their panels. */
export async function beginRound(
  tx: Transaction,
  repository: Pick<RepositoryContext, 'now' | 'settings'>,
  submission: UploadProgress,
): Promise<void> {
  const { number } = submission.upload;
  const at = repository.now();
  await removeVotes(tx, number);
  await closeChangeRequest(tx, number, at);
  for (const seat of await listSeats(tx, [number]))
    await changeSeat(tx, seat, { since: at, dueAt: dueAfter(at, repository), reminders: 0 });
}
