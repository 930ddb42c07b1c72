import { Refusal } from '@domain/error-codes';
import { statusRules } from '@domain/upload-status';

import { removeObjects } from '../files/remove-objects';
import { deleteUploadRows } from '../store/files';
import { lockStudies, releaseTitle } from '../store/studies';
import type { Actor, RepositoryContext } from './context';
import { lockOwnUpload } from './find-own-upload';

/**
 * Deletes an upload of the actor with all its data; its bytes, and the title of its study when no other
 * upload needs it, are free again. Refuses with 'upload-submitted' once it was submitted.
 */
export async function deleteUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const { db, files, now } = repository;
  const unused = await db.transaction(async (tx) => {
    const { upload, study } = await lockOwnUpload(actor, tx, id);
    if (!statusRules[upload.status].deletable) throw new Refusal('upload-submitted');
    await lockStudies(tx, [study.id]);
    const keys = await deleteUploadRows(tx, upload.number, now());
    await releaseTitle(tx, study.id);
    return keys;
  });
  await removeObjects(files, unused);
}
