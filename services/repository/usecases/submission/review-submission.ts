import type { SubmissionReview } from '@domain/api/submission';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';
import { embargoDay } from '@domain/metadata/embargo';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, listStudyUploadsFor } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import type { Queryable } from '../../store/database';
import { listDocuments } from '../../store/documents';
import { submissionVersion } from '../../store/submission-version';
import { isFileWithdrawn, listUploadProgress, type UploadProgress } from '../../store/upload-progress';
import { findSubmissionBlockers, describeBlockers } from '../../submission/blockers';
import { findPersonsDifference } from '../../submission/count-upload-persons';
import { summariseTable } from '../../submission/summarise-table';
import { viewNewVersion } from '../../versions/view-version';

/**
 * An upload as it would be submitted, with what is missing, a version tag of this state, the problems that comments
 * override, and the other uploads of its study.
 */
export async function reviewSubmission(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<SubmissionReview> {
  const { db, doi, settings, now } = repository;
  const progress = await findAllowedUpload('reviewSubmission', actor, db, id);
  const { upload, study, file } = progress;
  const members = await listStudyUploadsFor(actor, db, progress);
  const others = await listUploadProgress(
    db,
    members.flatMap(({ number }) => (number === upload.number ? [] : [number])),
  );
  const end = embargoDay(study.metadata);
  const today = localDay(now(), settings.timeZone);
  // Explained problems quote values.
  const isShown = !isFileWithdrawn(progress);
  return {
    ...(await stateOf(db, progress, { today, language })),
    receivedAt: file.receivedAt.toISOString(),
    persons: progress.flags.submitted ? null : await findPersonsDifference(repository, progress),
    doi: progress.doi?.doi ?? doi.doiOf(upload.number),
    doiIsTest: (progress.doi?.registrar ?? doi.kind) !== 'datacite',
    embargo: end === '' ? null : { end, isPast: end < today },
    tables: await Promise.all(
      (isShown ? progress.dataTables : []).map((table) =>
        summariseTable(db, table, { kind: upload.kind, metadata: study.metadata }, language),
      ),
    ),
    tablesLeftOut: (isShown ? progress.tables : []).flatMap(({ name, leftOut }) =>
      leftOut ? [{ name, reason: leftOut }] : [],
    ),
    documents: (isShown ? await listDocuments(db, upload.number) : []).map(({ name }) => name),
    newVersion: await viewNewVersion(repository, progress, { readsFile: isShown, language }),
    others: await Promise.all(
      others.map(async (other) => ({
        ...(await stateOf(db, other, { today, language })),
        kind: other.upload.kind,
        fileName: other.file.name,
        status: other.upload.status,
      })),
    ),
  };
}

/** Version and missing entries of an upload; a submitted one has none. */
async function stateOf(
  db: Queryable,
  progress: UploadProgress,
  { today, language }: { today: string; language: Language },
) {
  const { upload, study, flags } = progress;
  const id = formatUploadId(upload.number, upload.kind);
  const blockers = flags.submitted ? [] : await findSubmissionBlockers(db, progress, today);
  return {
    id,
    version: await submissionVersion(db, progress),
    missing: describeBlockers(id, blockers, study.metadata, language),
  };
}
