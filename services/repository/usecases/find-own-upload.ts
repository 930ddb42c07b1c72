import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';

import type { Queryable, Transaction } from '../store/database';
import { lockUpload } from '../store/mapping';
import type { UploadProgress } from '../store/upload-progress';
import type { Actor } from './context';
import { findReadableUpload } from './find-source-table';

/** An upload of the actor, whatever its status; others' uploads answer 'not-found', to the board too. */
export async function findOwnUpload(actor: Actor, db: Queryable, id: string): Promise<UploadProgress> {
  const progress = await findReadableUpload(actor, db, id);
  if (progress.upload.owner !== actor.subject) throw new Refusal('not-found');
  return progress;
}

/** As `findOwnUpload`, and locked until the transaction ends: nobody votes on it, submits or changes it meanwhile. */
export async function lockOwnUpload(actor: Actor, tx: Transaction, id: string): Promise<UploadProgress> {
  const number = parseUploadId(id)?.number;
  if (number !== undefined) await lockUpload(tx, number);
  return findOwnUpload(actor, tx, id);
}
