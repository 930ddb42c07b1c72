import type { MetadataEntry } from '@domain/api/metadata';
import { withChanges } from '@domain/life/corrections';

import type { Queryable } from '../store/database';
import { listCorrectionActs } from '../store/metadata-corrections';
import type { UploadProgress } from '../store/upload-progress';
import { topFieldOf } from './schema';

/** The metadata of an upload as the board decided about it: without the corrections that were applied since. */
export async function findDecidedMetadata(
  db: Queryable,
  { upload, study }: Pick<UploadProgress, 'upload' | 'study'>,
): Promise<MetadataEntry[]> {
  if (upload.correctedAt === null) return study.metadata;
  const acts = (await listCorrectionActs(db, upload.number)).filter(
    ({ act, statusBefore }) => act !== 'declined-correction' && statusBefore === 'Accepted',
  );
  return acts.toReversed().reduce((metadata, { content }) => {
    const undone = (content.changes ?? []).map(({ field, before, after }) => ({ field, before: after, after: before }));
    return withChanges(metadata, undone, topFieldOf);
  }, study.metadata);
}
