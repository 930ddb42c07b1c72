import { type MailPage, maskedEmail } from '@domain/api/administration';

import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';
import { listWaitingDois, type WaitingDoi } from '../store/dois';
import { listStuckJobs, type StuckJob } from '../store/jobs';

type ListedMail = MailPage['mails'][number];

/** All mails that wait or were refused, oldest first. */
export async function stuckMails({ db, accounts }: Pick<RepositoryContext, 'db' | 'accounts'>): Promise<ListedMail[]> {
  const own = (await listMailJobs(db)).map(({ id, data, state, createdOn, startAfter, code }): ListedMail => ({
    id,
    recipient: maskedEmail(String(data.to)),
    from: 'repository',
    state: state === 'failed' ? 'refused' : 'waiting',
    since: createdOn.toISOString(),
    nextAt: state === 'failed' ? null : startAfter.toISOString(),
    reason: code ?? '',
  }));
  const ofAccounts = ((await accounts?.waitingMails()) ?? []).map(
    ({ id, recipient, since, nextAt, code }): ListedMail => ({
      id,
      recipient: maskedEmail(recipient),
      from: 'accounts',
      state: 'waiting',
      since: since.toISOString(),
      nextAt: nextAt.toISOString(),
      reason: code ?? '',
    }),
  );
  return [...own, ...ofAccounts].sort((a, b) => (a.since < b.since ? -1 : 1));
}

/** Mails about data sets that wait for another attempt or were refused. */
export async function listMailJobs(db: Queryable): Promise<StuckJob[]> {
  return (await listStuckJobs(db)).filter(({ name }) => name === 'send-mail');
}

/** DOIs that are not in the state that their upload asks for. */
export function waitingDois(db: Queryable, { settings }: Pick<RepositoryContext, 'settings'>): Promise<WaitingDoi[]> {
  return listWaitingDois(db, { hidesWithdrawn: !settings.withdrawal.isDoiFindable });
}
