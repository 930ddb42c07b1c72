import type { UploadListEntry } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';
import { includesRight } from '@domain/life/co-authors';
import { localDay } from '@domain/local-time';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import { pageOf } from '@domain/page-of';
import { formatUploadId } from '@domain/upload-id';
import { listedStatus, statusRules } from '@domain/upload-status';
import { nextStep } from '@domain/workflow-steps';

import { lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { relatedUpload } from '../../editorial/editorial-row';
import { deleteUploadRows, listOwnNumbers } from '../../store/files';
import { lockStudies } from '../../store/locks';
import { rightOf } from '../../store/members';
import { findPeople, type Person } from '../../store/people';
import { listRevised, listRevisions } from '../../store/revisions';
import { releaseTitle } from '../../store/studies';
import { isContinuable } from '../../store/versions';
import { listUploadProgress, type UploadProgress } from '../../store/upload-progress';

/**
 * The actor's uploads and those that are shared with them, newest first, with their total number. `page` counts from 1
 * and is limited to the last page; null lists all.
 */
export async function listUploads(
  actor: Actor,
  { db, settings }: RepositoryContext,
  page: number | null,
): Promise<{ uploads: UploadListEntry[]; total: number }> {
  const numbers = await listOwnNumbers(db, actor.subject);
  const shown = page === null ? numbers : pageOf(numbers, page);
  const uploads = await listUploadProgress(db, shown);
  const revised = await listRevised(db, shown);
  const revisions = await listRevisions(db, shown);
  const people = await findPeople(db, [...new Set(uploads.map(({ upload }) => upload.owner))]);
  const entries = uploads.map(({ upload, study, file, flags, ...progress }): UploadListEntry => ({
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: listedStatus(upload.status, progress.hasOverriddenProblems),
    changesRequested: upload.status === 'ChangesRequested',
    isWithdrawn: upload.withdrawnAt !== null,
    next: file.state === 'ready' ? nextStep(flags) : null,
    hasMapping: flags.mapped,
    hasMeta: flags.meta,
    hasErrors: progress.hasErrors,
    state: file.state,
    date: localDay(upload.createdAt, settings.timeZone),
    type: upload.kind === 'raw' ? 'RAW' : 'AGG',
    file: file.name,
    doi: progress.doi?.doi ?? null,
    license: firstValueOf(study.metadata, fieldIds.licence) || null,
    n: progress.n,
    title: study.title,
    titleLanguage: describedIn(study.metadata),
    translatedTitle: firstValueOf(study.metadata, fieldIds.translatedTitle),
    revises: relatedUpload(revised.get(upload.number), settings.timeZone),
    revisedBy: relatedUpload(revisions.get(upload.number), settings.timeZone),
    version: upload.version,
    isContinuable: includesRight(rightIn(actor, upload, progress), 'submit') && isContinuable(upload),
    right: rightIn(actor, upload, progress) ?? 'own',
    owner: upload.owner === actor.subject ? null : nameOf(people.get(upload.owner)),
  }));
  return { uploads: entries, total: numbers.length };
}

function rightIn(actor: Actor, { owner }: UploadProgress['upload'], { members }: Pick<UploadProgress, 'members'>) {
  return rightOf(actor.subject, { owner, members });
}

function nameOf(person: Person | undefined): string {
  return person?.name || person?.email || '';
}

/**
 * Deletes an upload with all its data. The same file can then be uploaded again, and the title can be used again
 * unless another upload of the study needs it. Refuses with 'upload-submitted' after submission.
 */
export async function deleteUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const { db, files, now } = repository;
  const unused = await db.transaction(async (tx) => {
    const { upload, study } = await lockAllowedUpload('deleteUpload', actor, tx, id);
    if (!statusRules[upload.status].deletable) throw new Refusal('upload-submitted');
    await lockStudies(tx, [study.id]);
    const keys = await deleteUploadRows(tx, upload.number, now());
    await releaseTitle(tx, study.id);
    return keys;
  });
  await removeObjects(files, unused);
}
