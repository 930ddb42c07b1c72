import type { StudyMetadata } from '@domain/api/metadata';
import { formatUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { listStudyUploads } from '../store/studies';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload } from './find-source-table';

/**
 * The metadata of the study an upload belongs to, and the uploads that share it; those alone that may
 * be saved together with it while it may still be changed. For its owner and the editorial board.
 */
export async function findStudy(actor: Actor, { db }: RepositoryContext, id: string): Promise<StudyMetadata> {
  const { upload, study } = await findReadableUpload(actor, db, id);
  const { editable } = statusRules[upload.status];
  const members = await listStudyUploads(db, study.id);
  return {
    id: members
      .filter(({ status }) => statusRules[status].editable === editable)
      .map(({ number, kind }) => formatUploadId(number, kind)),
    metadata: study.metadata,
  };
}
