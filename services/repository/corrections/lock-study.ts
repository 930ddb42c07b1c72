import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';
import { isUnderReview, statusRules } from '@domain/upload-status';

import { findAllowedUpload, type UploadUseCase } from '../context/access';
import type { Actor } from '../context/context';
import { type Queryable, RetryTransaction, type Transaction } from '../store/database';
import { lockStudies, lockUploads } from '../store/locks';
import { listVersionNumbers } from '../store/metadata-corrections';
import { listStudySiblings, type Study } from '../store/studies';
import { listUploadProgress, type UploadProgress } from '../store/upload-progress';
import { seriesOf } from '../store/versions';

/** A locked study with its uploads, which share its metadata. */
export interface LockedStudy {
  study: Study;
  /** Uploads that are accepted, withdrawn ones among them. */
  accepted: UploadProgress[];
  /** Uploads that are with the board, or for which it has requested changes. */
  reviewed: UploadProgress[];
}

/**
 * Locks the study of an upload, its uploads, and all versions of their data sets, so that none is submitted, accepted,
 * published or withdrawn in the meantime. Null if there is no such upload.
 */
export async function lockStudyOf(tx: Transaction, upload: number): Promise<LockedStudy | null> {
  const numbers = await listConcerned(tx, upload);
  const rows = await lockUploads(tx, numbers);
  const own = rows.find(({ number }) => number === upload);
  if (!own) return null;
  // What has joined in the meantime cannot be locked in the order of numbers any more.
  const now = await listConcerned(tx, upload);
  if (now.some((number) => !numbers.includes(number))) throw new RetryTransaction();
  const [study] = await lockStudies(tx, [own.study]);
  const members = rows.filter((row) => row.study === own.study).map(({ number }) => number);
  return study ? { study, ...partMembers(await listUploadProgress(tx, members)) } : null;
}

/** The same if the policy lets the actor use the upload, which is returned, too. Refuses like `findAllowedUpload`. */
export async function lockAllowedStudy(
  useCase: UploadUseCase,
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<{ locked: LockedStudy; own: UploadProgress }> {
  // Nobody waits for the locks of what they may not change.
  await findAllowedUpload(useCase, actor, tx, id);
  const locked = await lockStudyOf(tx, parseUploadId(id)?.number ?? 0);
  const own = await findAllowedUpload(useCase, actor, tx, id);
  if (!locked) throw new Refusal('not-found');
  return { locked, own };
}

/** The uploads of an upload's study by their part in its corrections. */
export async function findParts(db: Queryable, upload: number): Promise<Omit<LockedStudy, 'study'>> {
  return partMembers(await listUploadProgress(db, await listStudySiblings(db, [upload])));
}

/** Uploads of a study by their part in its corrections. */
export function partMembers(members: readonly UploadProgress[]): Omit<LockedStudy, 'study'> {
  return {
    accepted: members.filter(({ upload }) => statusRules[upload.status].published),
    reviewed: members.filter(({ upload }) => isUnderReview(upload.status)),
  };
}

/** Numbers of the uploads of a study, and of all versions of their data sets. */
async function listConcerned(tx: Transaction, upload: number): Promise<number[]> {
  const siblings = await listStudySiblings(tx, [upload]);
  const members = await listUploadProgress(tx, siblings);
  const versions = await listVersionNumbers(
    tx,
    members.map((member) => seriesOf(member.upload)),
  );
  return [...new Set([...siblings, ...versions])];
}
