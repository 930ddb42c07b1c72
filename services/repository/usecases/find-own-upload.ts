import { Refusal } from '@domain/error-codes';

import type { Queryable } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';
import type { Actor } from './context';
import { findReadableUpload } from './find-source-table';

/** An upload of the actor, whatever its status; others' uploads answer 'not-found', to the board too. */
export async function findOwnUpload(actor: Actor, db: Queryable, id: string): Promise<UploadProgress> {
  const progress = await findReadableUpload(actor, db, id);
  if (progress.upload.owner !== actor.subject) throw new Refusal('not-found');
  return progress;
}
