import { administrationPerPage, type MailAct, type MailPage, maskedEmail } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';

import { recordAct } from '../../../audit/audit';
import type { Actor, RepositoryContext } from '../../context/context';
import { discardStuckJob, listStuckJobs } from '../../store/jobs';
import { retryJob } from '../../upkeep/retry-job';
import { countStuckMails, stuckMails } from '../../upkeep/stuck-work';

/** Mails that wait for another attempt or were refused, those about accounts included. Nothing of their texts. */
export async function listMails(
  _actor: Actor | null,
  repository: Pick<RepositoryContext, 'db' | 'accounts'>,
  page: number,
): Promise<MailPage> {
  const total = await countStuckMails(repository);
  const mails = await stuckMails(repository, pageWindow(total, page, administrationPerPage));
  return { ...placeOf(total, page, administrationPerPage), mails };
}

/** Sends a mail again now, or discards it. `actor` null: the operator's command. Returns whether it still waited. */
export async function changeMail(
  actor: Actor | null,
  repository: Pick<RepositoryContext, 'db' | 'jobs' | 'now' | 'accounts'>,
  { id, act }: { id: string; act: MailAct },
): Promise<{ isDone: boolean }> {
  const { db, jobs, now, accounts } = repository;
  const by = actor?.subject ?? null;
  const isDone = await db.transaction(async (tx) => {
    const [job] = await listStuckJobs(tx, { only: 'send-mail', id });
    if (!job) return false;
    const done = act === 'send' ? await retryJob(tx, jobs, job) : await discardStuckJob(tx, job);
    if (!done) return false;
    const name = act === 'send' ? 'mail-retried' : 'mail-discarded';
    const after = { recipient: maskedEmail(String(job.data.to)), mail: 'repository' as const };
    await recordAct(tx, { at: now(), actor: by, act: name, object: id, after });
    return true;
  });
  if (isDone) jobs.nudge();
  return { isDone: isDone || ((await accounts?.orderMail(id, act, by)) ?? false) };
}
