import { isContributorSide } from '../context/access';
import { listActs } from '../store/board';
import type { Queryable } from '../store/database';
import { findPeople, type Person } from '../store/people';
import type { UploadProgress } from '../store/upload-progress';

type Shared = Pick<UploadProgress, 'upload' | 'members'>;

/** The owner of an upload, as a list of recipients. */
export async function findOwner(db: Queryable, { upload }: Pick<UploadProgress, 'upload'>): Promise<Person[]> {
  return [...(await findPeople(db, [upload.owner])).values()];
}

/** The owner of an upload and another person who did something for it, each once. A former co-author is left out. */
export async function findOwnerAnd(db: Queryable, shared: Shared, other: string | null): Promise<Person[]> {
  const { owner } = shared.upload;
  const isTold = other !== null && isContributorSide({ subject: other }, shared);
  return [...(await findPeople(db, isTold ? [...new Set([owner, other])] : [owner])).values()];
}

/** The owner of a submission, and the co-author who submitted it last. */
export async function findOwnerAndSubmitter(db: Queryable, shared: Shared): Promise<Person[]> {
  const acts = await listActs(db, shared.upload.number);
  const last = acts.findLast(({ entry }) => entry.act === 'submitted' || entry.act === 'handed-in');
  return findOwnerAnd(db, shared, last?.entry.actor ?? null);
}
