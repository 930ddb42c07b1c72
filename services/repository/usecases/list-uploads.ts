import { MetadataEntrySchema } from '@domain/api/metadata';
import type { UploadListEntry } from '@domain/api/uploads';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { formatUploadId } from '@domain/upload-id';
import { listedStatus } from '@domain/upload-status';

import { localDay } from '../editorial/local-time';
import { listOwnNumbers } from '../store/files';
import { listUploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';

/** The actor's uploads, newest first. */
export async function listUploads(
  actor: Actor,
  { db, settings }: RepositoryContext,
): Promise<UploadListEntry[]> {
  const uploads = await listUploadProgress(db, await listOwnNumbers(db, actor.subject));
  return uploads.map(({ upload, study, file, flags, ...progress }) => ({
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: listedStatus(upload.status, progress.hasOverriddenProblems),
    hasMapping: flags.mapped,
    hasMeta: flags.meta,
    hasErrors: progress.hasErrors,
    state: file.state,
    date: localDay(upload.createdAt, settings.timeZone),
    type: upload.kind === 'raw' ? 'RAW' : 'AGG',
    file: file.name,
    doi: progress.doi?.doi ?? null,
    license: valuesOf(MetadataEntrySchema.array().parse(study.metadata), fieldIds.licence)[0] ?? null,
    n: progress.n,
    title: study.title,
  }));
}
