import type { StudyUpload } from '@domain/api/study';
import { maxStudyUploads } from '@domain/api/study';
import { describedIn } from '@domain/metadata/text-language';
import { formatUploadId } from '@domain/upload-id';
import { canStart } from '@domain/workflow-steps';

import { localDay } from '../editorial/local-time';
import { listStudyCandidates } from '../store/studies';
import { listUploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload } from './find-source-table';

/**
 * The other uploads of the actor that share the metadata of one, and those that may: not submitted, the newest
 * first, as many as a study may have.
 */
export async function listStudyUploads(
  actor: Actor,
  { db, settings }: RepositoryContext,
  id: string,
): Promise<StudyUpload[]> {
  const { upload, study } = await findEditableUpload(actor, db, id);
  const numbers = await listStudyCandidates(db, upload, maxStudyUploads - 1);
  return (await listUploadProgress(db, numbers)).map(({ flags, file, ...other }) => {
    const shares = other.study.id === study.id;
    return {
      id: formatUploadId(other.upload.number, other.upload.kind),
      kind: other.upload.kind,
      fileName: file.name,
      date: localDay(other.upload.createdAt, settings.timeZone),
      shares,
      isSubmitted: flags.submitted,
      lack: canStart('metadata', flags) ? null : flags.mapped ? 'not-checked' : 'not-mapped',
      title: shares || other.study.savedAt === null ? null : other.study.title,
      titleLanguage: describedIn(other.study.metadata),
    };
  });
}
