import { type MailPage, maskedEmail } from '@domain/api/administration';

import type { RepositoryContext } from '../context/context';
import { type CountingContext, readKept } from '../figures/kept-figures';
import type { Queryable } from '../store/database';
import { listWaitingDois, type WaitingDoi } from '../store/dois';
import { countStuckJobs, listStuckJobs, type StuckJobFilter } from '../store/jobs';

type ListedMail = MailPage['mails'][number];

const mailJobs: StuckJobFilter = { only: 'send-mail' };

/** How many mails wait or were refused. */
export async function countStuckMails({ db, accounts }: Pick<RepositoryContext, 'db' | 'accounts'>): Promise<number> {
  return (await countStuckJobs(db, mailJobs)) + ((await accounts?.countWaitingMails()) ?? 0);
}

/** Some of the mails that wait or were refused, in the order in which they were ordered. */
export async function stuckMails(
  { db, accounts }: Pick<RepositoryContext, 'db' | 'accounts'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedMail[]> {
  // Either source may have all that come before.
  const end = offset + limit;
  const jobs = await listStuckJobs(db, mailJobs, { offset: 0, limit: end });
  const own = jobs.map(({ id, data, state, createdOn, startAfter, code }): ListedMail => ({
    id,
    recipient: maskedEmail(String(data.to)),
    from: 'repository',
    kind: '',
    state: state === 'failed' ? 'refused' : 'waiting',
    since: createdOn.toISOString(),
    nextAt: state === 'failed' ? null : startAfter.toISOString(),
    reason: code ?? '',
  }));
  const ofAccounts = ((await accounts?.waitingMails(end)) ?? []).map(
    ({ id, recipient, kind, since, nextAt, code }): ListedMail => ({
      id,
      recipient: maskedEmail(recipient),
      from: 'accounts',
      kind,
      state: nextAt ? 'waiting' : 'refused',
      since: since.toISOString(),
      nextAt: nextAt?.toISOString() ?? null,
      reason: code ?? '',
    }),
  );
  return [...own, ...ofAccounts].sort((a, b) => (a.since < b.since ? -1 : 1)).slice(offset, end);
}

/**
 * DOIs that are not in the state that their upload asks for. With many uploads, those that have not been tried yet are
 * found when they are counted the next time.
 */
export async function waitingDois(
  repository: Pick<CountingContext, 'now' | 'settings'> & { db: Queryable },
): Promise<WaitingDoi[]> {
  const { db, settings } = repository;
  const kept = await readKept(repository, 'waitingDois');
  return listWaitingDois(db, { hidesWithdrawn: !settings.withdrawal.isDoiFindable, among: kept?.value });
}
