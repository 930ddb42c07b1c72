import { Refusal } from '@domain/error-codes';
import { formatUploadId, parseUploadId, type UploadId } from '@domain/upload-id';
import type { UploadStatus } from '@domain/upload-status';
import { submitRefusal } from '@domain/workflow-steps';

import { isBeingCorrected } from '../store/corrections';
import type { Transaction } from '../store/database';
import { listExperts } from '../store/people';
import { lockStudies, lockUploads } from '../store/studies';
import { setUploadStatus } from '../store/submissions';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { enqueueMails } from './enqueue-mails';

/**
 * Hands an upload to the editorial board. Refuses with 'not-found' for others' uploads, with what
 * `submitRefusal` says, and with 'not-ready' while a corrected file is being read. The DOI draft and the mails are jobs of the same transaction.
 */
export async function submitUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<{ id: UploadId; status: UploadStatus }> {
  const { db, jobs, now } = repository;
  const submitted = await db.transaction(async (tx) => {
    const { upload, ...progress } = await lockOwnUpload(tx, actor, id);
    const refusal = submitRefusal(progress.flags);
    if (refusal) throw new Refusal(refusal);
    if (await isBeingCorrected(tx, upload.number)) throw new Refusal('not-ready');
    await setUploadStatus(tx, upload.number, { status: 'Submitted', submittedAt: now() });
    await jobs.enqueue(tx, 'register-doi', { upload: upload.number });
    const experts = (await listExperts(tx)).filter(({ subject }) => subject !== upload.owner);
    await enqueueMails(tx, repository, { upload, ...progress }, [
      { kind: 'submitted', people: [actor] },
      { kind: 'voteNeeded', people: experts },
    ]);
    return { id: formatUploadId(upload.number, upload.kind), status: 'Submitted' as const };
  });
  jobs.nudge();
  return submitted;
}

/** Locks upload and study: neither mapping nor metadata changes while the rule looks at them. */
async function lockOwnUpload(tx: Transaction, actor: Actor, id: string): Promise<UploadProgress> {
  const parsed = parseUploadId(id);
  const [row] = parsed ? await lockUploads(tx, [parsed.number]) : [];
  if (!row || row.kind !== parsed?.kind || row.owner !== actor.subject) throw new Refusal('not-found');
  await lockStudies(tx, [row.study]);
  const progress = await findUploadProgress(tx, row.number);
  if (!progress) throw new Refusal('not-found');
  return progress;
}
