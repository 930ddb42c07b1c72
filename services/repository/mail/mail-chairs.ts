import type { Actor, RepositoryContext } from '../context/context';
import { listChairs } from '../context/list-experts';
import type { Transaction } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';
import { enqueueMails, type Mailing } from './enqueue-mails';

/** Enqueues a mail to everybody of the chair who is not a party to a submission, except who caused it. */
export async function mailChairs(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { by, ...mailing }: Pick<Mailing, 'kind' | 'due'> & { by?: Pick<Actor, 'subject'> | null },
): Promise<void> {
  const chairs = await listChairs(tx, repository, submission);
  const people = chairs.filter(({ subject }) => subject !== by?.subject);
  await enqueueMails(tx, repository, submission, [{ ...mailing, people }]);
}
