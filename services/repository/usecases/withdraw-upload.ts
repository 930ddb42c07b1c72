import { Refusal } from '@domain/error-codes';
import { formatUploadId, type UploadId } from '@domain/upload-id';
import { withdrawRefusal, type UploadStatus } from '@domain/upload-status';

import { listAskedExperts, removeAskedExperts } from '../store/asked-experts';
import { listVotes, removeOpenings, setUploadStatus } from '../store/submissions';
import type { Actor, RepositoryContext } from './context';
import { enqueueMails } from './enqueue-mails';
import { lockOwnUpload } from './find-own-upload';

/**
 * Takes an upload of the actor back from the editorial board before the first vote. Everything typed
 * stays, and so does the title. A vote at the same moment waits for the lock of the upload: exactly one of
 * the two happens. Refuses with 'not-found' for others' uploads, 'not-submitted', 'already-voted' and
 * 'already-decided'. The draft of the DOI and the mails to the experts
 * who were asked to vote are jobs of the same transaction.
 */
export async function withdrawUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<{ id: UploadId; status: UploadStatus }> {
  const { db, jobs } = repository;
  const withdrawn = await db.transaction(async (tx) => {
    const progress = await lockOwnUpload(actor, tx, id);
    const { number, kind, status } = progress.upload;
    const refusal = withdrawRefusal(status, (await listVotes(tx, [number])).length);
    if (refusal) throw new Refusal(refusal);
    await setUploadStatus(tx, number, { status: 'Uploaded', submittedAt: null });
    await removeOpenings(tx, number);
    await jobs.enqueue(tx, 'register-doi', { upload: number });
    const asked = await listAskedExperts(tx, number);
    await removeAskedExperts(tx, number);
    await enqueueMails(tx, repository, progress, [{ kind: 'withdrawn', people: asked }]);
    return { id: formatUploadId(number, kind), status: 'Uploaded' as const };
  });
  jobs.nudge();
  return withdrawn;
}
