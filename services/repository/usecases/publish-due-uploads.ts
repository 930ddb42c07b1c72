import { listUnpublished } from '../store/publish-data-set';
import type { RepositoryContext } from './context';

/**
 * Files the publication of every accepted upload that is not published yet. Called when the server starts
 * and once a day: the job leaves those alone whose embargo lasts.
 */
export async function publishDueUploads({ db, jobs }: RepositoryContext): Promise<void> {
  const due = await listUnpublished(db);
  if (due.length === 0) return;
  await db.transaction(async (tx) => {
    for (const upload of due) await jobs.enqueue(tx, 'publish-upload', { upload });
  });
  jobs.nudge();
}
