import { randomUUID } from 'node:crypto';

import type { MetadataEntry } from '@domain/api/metadata';
import type { Revision } from '@domain/api/reviews';
import { isFormer } from '@domain/former-person';
import { localDay } from '@domain/local-time';
import { isUnderEmbargo } from '@domain/metadata/embargo';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf, validateMetadata } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';

import { startChecks } from '../checks/start-checks';
import type { Actor, RepositoryContext } from '../context/context';
import { formFields } from '../metadata/schema';
import { identicalRefusal } from '../receiving/take-file';
import type { Transaction } from '../store/database';
import { findIdenticalFile } from '../store/files';
import { type CopyPlace, insertCopy } from '../store/revisions';
import { copyMembersTo } from '../store/members';
import { createStudy, isTitleTaken, saveEntries, saveStudyMetadata } from '../store/studies';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';

/** A copy, its number, and its tables that are being checked. */
export interface NewCopy {
  copy: Revision;
  number: number;
  checked: number[];
}

/**
 * Makes a new upload in a study of its own from another one, for the same owner and co-authors, with the same file
 * object, reading choices, mapping, comments and metadata, and has it checked. If its owner's account is deleted, the copy
 * belongs to the actor. Content, title and upload must be
 * locked. An embargo that has ended is left out: it would be announced as one of the copy. If the title is used elsewhere by now, the metadata count as not saved. Refuses like an upload if the same
 * file has been uploaded again.
 */
export async function copyUpload(
  tx: Transaction,
  actor: Actor,
  { jobs, now, settings }: Pick<RepositoryContext, 'jobs' | 'now' | 'settings'>,
  { upload, file, study: { metadata, formerlyNamed } }: UploadProgress,
  place: CopyPlace,
): Promise<NewCopy> {
  const identical = await findIdenticalFile(tx, file.sha256, { number: 0, series: place.series });
  if (identical) throw identicalRefusal(actor.subject, identical, settings);
  const owner = isFormer(upload.owner) ? actor.subject : upload.owner;
  const study = await createStudy(tx, owner, formerlyNamed);
  const copied = { ...upload, owner };
  const number = await insertCopy(tx, { copied, file, study, place, id: randomUUID(), now: now() });
  await copyMembersTo(tx, upload, { number, study, owner });
  const lasts = isUnderEmbargo(metadata, localDay(now(), settings.timeZone));
  const entries = lasts ? metadata : metadata.filter(({ id }) => id !== fieldIds.embargo);
  const titleTaken = await copyMetadata(tx, { study, metadata: entries, now: now(), by: actor.subject });
  const progress = await findUploadProgress(tx, number);
  const checked = await startChecks(tx, jobs, progress?.tables ?? []);
  const copy = { id: formatUploadId(number, upload.kind), status: 'Uploaded' as const, isNew: true, titleTaken };
  return { copy, number, checked };
}

/**
 * Copies the entries. They count as saved metadata only if the title is free and they are valid by the present rules.
 * Returns whether the title is taken.
 */
async function copyMetadata(
  tx: Transaction,
  { study, metadata, now, by }: { study: number; metadata: MetadataEntry[]; now: Date; by: string },
): Promise<boolean> {
  const title = firstValueOf(metadata, fieldIds.title).trim();
  const titleKey = titleKeyOf(title);
  const titleTaken = await isTitleTaken(tx, titleKey, [study]);
  const isValid = !titleTaken && validateMetadata(formFields('en'), metadata).length === 0;
  if (isValid) await saveStudyMetadata(tx, study, { title, titleKey, metadata, savedAt: now, savedBy: by });
  else await saveEntries(tx, study, metadata);
  return titleTaken;
}
