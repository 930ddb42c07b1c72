import type { Actor, RepositoryContext } from '../context/context';
import { keepInHistory } from '../editorial/board-state';
import { enqueueMails } from '../mail/enqueue-mails';
import { closeChangeRequest, listHolders, removeSeats } from '../store/board';
import type { Transaction } from '../store/database';
import { listAskedExperts, removeAskedExperts } from '../store/people';
import { removeOpenings, setUploadStatus } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';

/**
 * Makes a locked submission an upload in preparation again. The same transaction enqueues jobs that delete the draft of
 * the DOI and e-mail the experts who were asked to vote.
 */
export async function takeOutOfReview(
  tx: Transaction,
  repository: RepositoryContext,
  progress: UploadProgress,
  actor: Pick<Actor, 'subject'>,
): Promise<void> {
  const { number } = progress.upload;
  await setUploadStatus(tx, number, { status: 'Uploaded', submittedAt: null });
  await keepInHistory(tx, repository, progress, { act: 'withdrawn', actor, status: 'Uploaded' });
  await removeOpenings(tx, number);
  await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
  const asked = [...(await listAskedExperts(tx, number)), ...(await listHolders(tx, number))];
  await removeAskedExperts(tx, number);
  await removeSeats(tx, number);
  await closeChangeRequest(tx, number, repository.now());
  const people = [...new Map(asked.map((person) => [person.subject, person])).values()];
  await enqueueMails(tx, repository, progress, [{ kind: 'withdrawn', people }]);
}
