import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../context/context';
import { listExperts } from '../context/list-experts';
import { composeDigest } from '../mail/compose-mail';
import { listWaiting, lockWaitingMails, removeWaitingMails } from '../store/waiting-mails';

/** Page on which members of the board choose how often they get mails. */
const profilePath = '/editorial-board/profile';

/**
 * Enqueues one mail for everybody who chose one a day and for whom mails of the board wait since an earlier day. Mails
 * are enqueued and removed from those that wait in one transaction, so that none is lost or sent twice, on however
 * many servers this runs. Somebody who has lost the role gets none. One that fails is reported and does not keep the
 * others waiting. Called every hour.
 */
export async function mailDigests(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, jobs } = repository;
  const waiting = await listWaiting(db);
  for (const [recipient, oldest] of waiting)
    if (isFromEarlierDay(repository, oldest)) await mailDigest(repository, recipient).catch(report);
  if (waiting.size > 0) jobs.nudge();
}

async function mailDigest(repository: RepositoryContext, recipient: string): Promise<void> {
  const { db, jobs, settings } = repository;
  await db.transaction(async (tx) => {
    const mails = await lockWaitingMails(tx, recipient);
    // Another server was quicker, and what has come since then waits for tomorrow.
    if (!mails.some(({ at }) => isFromEarlierDay(repository, at))) return;
    const expert = (await listExperts(tx, repository)).find(({ subject }) => subject === recipient);
    if (expert) await jobs.enqueue(tx, 'send-mail', composeDigest(expert, mails, settings.origin + profilePath));
    await removeWaitingMails(
      tx,
      mails.map(({ id }) => id),
    );
  });
}

function isFromEarlierDay({ settings, now }: RepositoryContext, at: Date): boolean {
  return localDay(at, settings.timeZone) < localDay(now(), settings.timeZone);
}
