import type { MetadataEntry } from '@domain/api/metadata';
import { type FieldChange, saysSame } from '@domain/metadata/compare';
import { publicEntries } from '@domain/metadata/entries';
import { isUnderReview } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import { enqueueRemoval } from '../life/remove-data';
import { enqueueMails } from '../mail/enqueue-mails';
import { formFields } from '../metadata/schema';
import { closeOffers, eraseUploadRows, reduceChanges, removeSourceRows } from '../store/erase-upload';
import { deleteUploadRows } from '../store/files';
import { openHistory } from '../store/forget-person';
import { lockStudies, lockUploads } from '../store/locks';
import type { Transaction } from '../store/database';
import { changeOwner } from '../store/members';
import { findPeople } from '../store/people';
import { deleteLinks } from '../store/private-links';
import { findStudyOf, findUpload, saveEntries } from '../store/studies';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';
import { takeOutOfReview } from '../submission/take-out-of-review';

/** A person whose account is deleted, and the subject that takes their place. */
export interface LeavingPerson {
  subject: string;
  former: string;
}

/**
 * Erases an upload that is not public, whatever its status: one under review is withdrawn first, and the experts are told.
 * So are co-authors. Its rows go in this transaction, its objects in jobs that it enqueues. Does nothing the second time.
 */
export async function eraseUpload(
  repository: RepositoryContext,
  number: number,
  { subject, former }: LeavingPerson,
): Promise<void> {
  await repository.db.transaction(async (tx) => {
    await lockUploads(tx, [number]);
    const upload = await findUpload(tx, number);
    if (upload?.owner !== subject || upload.nr !== null) return;
    await lockStudies(tx, [upload.study]);
    await changeOwner(tx, [number], former);
    const progress = await findUploadProgress(tx, number);
    if (progress && isUnderReview(progress.upload.status)) {
      await takeOutOfReview(tx, repository, progress, { subject: former });
    }
    if (progress) await tellCoAuthors(tx, repository, progress, 'sharedUploadDeleted');
    const keys = await deleteUploadRows(tx, number, upload.deletedAt ?? repository.now());
    await openHistory(tx);
    await eraseUploadRows(tx, upload);
    await enqueueRemoval(tx, repository, keys);
    await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
  });
}

/** Enqueues a mail to everybody who shares an upload now. */
async function tellCoAuthors(
  tx: Transaction,
  repository: RepositoryContext,
  progress: UploadProgress,
  kind: 'sharedUploadDeleted' | 'ownerDeleted',
): Promise<void> {
  const current = progress.members.filter(({ isCurrent }) => isCurrent).map(({ person }) => person);
  const people = await findPeople(tx, [...new Set(current)]);
  await enqueueMails(tx, repository, progress, [{ kind, people: [...people.values()] }]);
}

/**
 * Leaves a public upload to nobody: what its contributor has offered to others ends, and so do its private links. Its
 * co-authors are told. Does nothing the second time.
 */
export async function leaveUpload(
  repository: RepositoryContext,
  number: number,
  { subject, former }: LeavingPerson,
): Promise<void> {
  await repository.db.transaction(async (tx) => {
    await lockUploads(tx, [number]);
    const upload = await findUpload(tx, number);
    if (upload?.owner !== subject || upload.nr === null) return;
    await lockStudies(tx, [upload.study]);
    await openHistory(tx);
    await closeOffers(tx, { ...upload, now: repository.now() });
    await deleteLinks(tx, number);
    await changeOwner(tx, [number], former);
    const progress = await findUploadProgress(tx, number);
    if (progress) await tellCoAuthors(tx, repository, progress, 'ownerDeleted');
  });
}

/**
 * Removes the original of a public upload, and everything else that only its contributor could read: private fields of
 * the metadata, also where the history tells of their correction, and the submission of earlier rounds.
 */
export async function removeSources(repository: RepositoryContext, number: number): Promise<void> {
  await repository.db.transaction(async (tx) => {
    await lockUploads(tx, [number]);
    const study = await findStudyOf(tx, number);
    if (study) await saveEntries(tx, study.id, publicOnes(study.metadata));
    await openHistory(tx);
    await reduceChanges(tx, number, publicChanges);
    await enqueueRemoval(tx, repository, await removeSourceRows(tx, number));
  });
}

const publicOnes = (entries: readonly MetadataEntry[]) => publicEntries(formFields('en'), entries);

/** Changes of public fields; one in which only private fields differ is none. */
function publicChanges(changes: readonly FieldChange[]): FieldChange[] {
  const open = changes.map(({ field, before, after }) => ({
    field,
    before: publicOnes(before),
    after: publicOnes(after),
  }));
  return open.filter(({ before, after }) => !saysSame(before, after));
}
