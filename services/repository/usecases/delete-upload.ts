import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { removeObjects } from '../files/remove-objects';
import { deleteUploadRows } from '../store/files';
import { lockStudies, lockUploads, releaseTitle } from '../store/studies';
import type { Actor, RepositoryContext } from './context';

/**
 * Deletes an upload of the actor with all its data; its bytes, and the title of its study when no other
 * upload needs it, are free again. Refuses with 'upload-submitted' once it was submitted.
 */
export async function deleteUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const { db, files, now } = repository;
  const parsed = parseUploadId(id);
  const unused = await db.transaction(async (tx) => {
    const [upload] = parsed ? await lockUploads(tx, [parsed.number]) : [];
    if (!upload || upload.kind !== parsed?.kind || upload.owner !== actor.subject)
      throw new Refusal('not-found');
    if (!statusRules[upload.status].deletable) throw new Refusal('upload-submitted');
    await lockStudies(tx, [upload.study]);
    const keys = await deleteUploadRows(tx, upload.number, now());
    await releaseTitle(tx, upload.study);
    return keys;
  });
  await removeObjects(files, unused);
}
