import { randomUUID } from 'node:crypto';

import type { MetadataEntry } from '@domain/api/metadata';
import type { Revision } from '@domain/api/reviews';
import { Refusal } from '@domain/error-codes';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf, validateMetadata } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';
import { reviseRefusal } from '@domain/upload-status';

import { findAllowedUpload } from '../../context/access';
import { startChecks } from '../../checks/start-checks';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import { formFields } from '../../metadata/schema';
import { identicalRefusal } from '../../receiving/take-file';
import type { Transaction } from '../../store/database';
import { findIdenticalFile } from '../../store/files';
import { lockContent, lockTitle, lockUploads } from '../../store/locks';
import { insertRevision, listRevisions } from '../../store/revisions';
import { createStudy, isTitleTaken, saveEntries, saveStudyMetadata } from '../../store/studies';
import { findUploadProgress, type UploadProgress } from '../../store/upload-progress';

/**
 * Makes a new upload from a rejected one, with the same file object, reading choices, mapping, comments and metadata,
 * and has it checked. Returns the existing revision if there is one that is not rejected, so pressing the button twice
 * makes one copy. If the title is used elsewhere by now, the metadata count as not saved, because the title must be
 * changed first. Refuses with 'not-found', 'not-rejected', and like an upload if the same file has been uploaded again.
 */
export async function reviseUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<Revision> {
  const { db, jobs } = repository;
  const found = await findAllowedUpload('reviseUpload', actor, db, id);
  const { revision, checked } = await db.transaction((tx) => revise(tx, actor, repository, found));
  if (checked.length > 0) {
    jobs.nudge();
    await awaitChecks(repository, checked);
  }
  return revision;
}

async function revise(
  tx: Transaction,
  actor: Actor,
  { jobs, now, settings }: RepositoryContext,
  found: UploadProgress,
): Promise<{ revision: Revision; checked: number[] }> {
  const { number } = found.upload;
  const { metadata } = found.study;
  const title = firstValueOf(metadata, fieldIds.title).trim();
  // The file of a rejected upload stays as it is.
  await lockContent(tx, found.file.sha256);
  await lockTitle(tx, titleKeyOf(title));
  await lockUploads(tx, [number]);
  const revised = await findUploadProgress(tx, number);
  if (!revised) throw new Refusal('not-found');
  const refusal = reviseRefusal(revised.upload.status);
  if (refusal) throw new Refusal(refusal);
  const former = (await listRevisions(tx, [number])).get(number);
  if (former && former.status !== 'Rejected') {
    const known = { id: formatUploadId(former.number, former.kind), status: former.status };
    return { revision: { ...known, isNew: false, titleTaken: false }, checked: [] };
  }
  const { upload, file } = revised;
  const identical = await findIdenticalFile(tx, file.sha256);
  if (identical) throw identicalRefusal(actor.subject, identical, settings);
  const study = await createStudy(tx, actor.subject);
  const titleTaken = await copyMetadata(tx, { study, title, metadata, now: now() });
  const added = await insertRevision(tx, { revised: upload, file, study, id: randomUUID(), now: now() });
  const progress = await findUploadProgress(tx, added);
  const checked = await startChecks(tx, jobs, progress?.tables ?? []);
  const revision = { id: formatUploadId(added, upload.kind), status: 'Uploaded' as const, isNew: true };
  return { revision: { ...revision, titleTaken }, checked };
}

/**
 * Copies the entries. They count as saved metadata only if the title is free and they are valid by the present rules.
 * Returns whether the title is taken.
 */
async function copyMetadata(
  tx: Transaction,
  { study, title, metadata, now }: { study: number; title: string; metadata: MetadataEntry[]; now: Date },
): Promise<boolean> {
  const titleKey = titleKeyOf(title);
  const titleTaken = await isTitleTaken(tx, titleKey, [study]);
  const isValid = !titleTaken && validateMetadata(formFields('en'), metadata).length === 0;
  if (isValid) await saveStudyMetadata(tx, study, { title, titleKey, metadata, savedAt: now });
  else await saveEntries(tx, study, metadata);
  return titleTaken;
}
