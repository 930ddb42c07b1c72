import type { RepositoryContext } from '../context/context';
import { deleteOldInvitations, deleteOldWaitingMails, forgetPurposes } from '../store/expired';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes what has been kept for as long as the settings say (docs/personal-data.md). Called at the start of the server
 * and once a day. What other parts keep is deleted by them; finished jobs are deleted by pg-boss.
 */
export async function endRetention({
  db,
  now,
  settings: { retention },
}: Pick<RepositoryContext, 'db' | 'now' | 'settings'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  await db.transaction(async (tx) => {
    await forgetPurposes(tx, daysAgo(retention.purposeDays));
    await deleteOldInvitations(tx, daysAgo(retention.invitationDays));
    await deleteOldWaitingMails(tx, daysAgo(retention.jobDays));
  });
}
