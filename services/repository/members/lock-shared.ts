import { Refusal } from '@domain/error-codes';

import { findAllowedUpload } from '../context/access';
import type { Actor } from '../context/context';
import type { UseCaseFor } from '../context/policy';
import { RetryTransaction, type Transaction } from '../store/database';
import { lockStudies, lockUploads } from '../store/locks';
import { findMember, listFamily, type MemberRecord } from '../store/members';
import { findUploadProgress, listUploadProgress, type UploadProgress } from '../store/upload-progress';

/** All uploads of one owner that belong together, locked with their studies. */
export interface LockedFamily {
  /** The upload that was asked for. */
  own: UploadProgress;
  /** All uploads that are not deleted. */
  uploads: UploadProgress[];
  /** Numbers of all, deleted ones among them. */
  numbers: number[];
}

/**
 * Locks an upload with those of its owner that belong to it: the others of its study, versions and revisions. Whoever
 * shares, hands on or leaves them waits for the others. Null if the upload does not exist.
 */
export async function lockFamily(tx: Transaction, number: number): Promise<LockedFamily | null> {
  const numbers = await listFamily(tx, number);
  await lockUploads(tx, numbers);
  // What has joined in the meantime cannot be locked in the order of numbers any more.
  if ((await listFamily(tx, number)).some((one) => !numbers.includes(one))) throw new RetryTransaction();
  const uploads = await listUploadProgress(tx, numbers);
  const own = uploads.find(({ upload }) => upload.number === number);
  if (!own) return null;
  await lockStudies(tx, [...new Set(uploads.map(({ study }) => study.id))]);
  return { own, uploads, numbers };
}

/** The same if the policy lets the actor use the upload. Refuses like `findAllowedUpload`. */
export async function lockAllowedFamily(
  useCase: UseCaseFor<'owner' | 'member' | 'chair'>,
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<LockedFamily> {
  const { upload } = await findAllowedUpload(useCase, actor, tx, id);
  const family = await lockFamily(tx, upload.number);
  await findAllowedUpload(useCase, actor, tx, id);
  if (!family) throw new Refusal('not-found');
  return family;
}

/** A co-author or an invitation of an upload that is not ended. Refuses with 'not-found'. */
export async function requireMember(
  tx: Transaction,
  { upload }: Pick<UploadProgress, 'upload'>,
  id: number,
): Promise<MemberRecord> {
  const member = await findMember(tx, id);
  const isHere = member && (member.upload === upload.number || member.study === upload.study);
  if (!isHere || member.endedAt !== null || member.right === 'own') throw new Refusal('not-found');
  return member;
}

/** The uploads of a family that a row shares. */
export function sharedBy({ upload, study }: MemberRecord, { uploads }: LockedFamily): UploadProgress[] {
  return uploads.filter((one) => one.upload.number === upload || one.upload.study === study);
}

/** An upload as it is after a change. */
export async function findAgain(tx: Transaction, { upload }: UploadProgress): Promise<UploadProgress> {
  const progress = await findUploadProgress(tx, upload.number);
  if (!progress) throw new Refusal('not-found');
  return progress;
}
