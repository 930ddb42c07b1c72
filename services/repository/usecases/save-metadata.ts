import type { MetadataEntry, StudyMetadata } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { cleanEntries, firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { validateMetadata } from '@domain/metadata/validate';
import { formatUploadId, parseUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { missingCodes } from '../checks/checked-table';
import type { JobQueue } from '../jobs/job-queue';
import { formFields } from '../metadata/schema';
import type { Transaction } from '../store/database';
import {
  createStudy,
  isTitleTaken,
  listMetadata,
  listStudyMates,
  listStudyUploads,
  lockStudies,
  lockTitle,
  lockUploads,
  moveUploads,
  releaseTitle,
  saveStudyMetadata,
  type UploadRow,
} from '../store/studies';
import { listUploadProgress } from '../store/upload-progress';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { startChecks } from './start-checks';
import { titleFault } from './title-fault';
import { titleKeyOf } from './title-key';

/**
 * Saves the metadata of one or more uploads of the actor, which share it from then on as one study.
 * Refuses with 'not-found' or 'not-same-owner' for others' uploads, 'upload-submitted', 'metadata-invalid'
 * (its faults as `errors`), and 'title-taken' when another study that counts has the same title. Where
 * other codes of missing values are declared than before, the data are checked again.
 */
export async function saveMetadata(
  actor: Actor,
  repository: RepositoryContext,
  input: StudyMetadata,
): Promise<StudyMetadata> {
  const title = firstValueOf(input.metadata, fieldIds.title).trim();
  const titleKey = titleKeyOf(title);
  const { db, jobs, now } = repository;
  const saved = await db.transaction(async (tx) => {
    // Two who save the same title take turns, so that the second one sees the first one's.
    await lockTitle(tx, titleKey);
    const own = await lockOwnUploads(tx, actor, input.id);
    const faults = validateMetadata(formFields('en'), input.metadata);
    if (faults.length > 0) throw new Refusal('metadata-invalid', {}, { errors: faults });

    const mates = await listStudyMates(
      tx,
      own.map(({ number }) => number),
    );
    const before = await listMetadata(tx, mates);
    const study = await joinStudy(tx, actor, own);
    if (await isTitleTaken(tx, titleKey, [study])) {
      throw new Refusal('title-taken', {}, { errors: [titleFault('title-taken')] });
    }
    const metadata: MetadataEntry[] = cleanEntries(formFields('en'), input.metadata);
    await saveStudyMetadata(tx, study, { title, titleKey, metadata, savedAt: now() });
    const checked = await recheck(tx, jobs, study, { before, metadata });
    return { id: own.map(({ number, kind }) => formatUploadId(number, kind)), metadata, checked };
  });
  if (saved.checked.length > 0) {
    jobs.nudge();
    await awaitChecks(repository, saved.checked);
  }
  return { id: saved.id, metadata: saved.metadata };
}

/**
 * Checks the uploads of a study again for which other codes of missing values are declared now than by
 * the metadata they had; returns the tables.
 */
async function recheck(
  tx: Transaction,
  jobs: JobQueue,
  study: number,
  { before, metadata }: { before: Map<number, unknown>; metadata: MetadataEntry[] },
): Promise<number[]> {
  const codes = (entries: unknown) => JSON.stringify(missingCodes([], (entries ?? []) as MetadataEntry[]));
  const uploads = (await listStudyUploads(tx, study)).filter(
    ({ number, status }) => statusRules[status].editable && codes(before.get(number)) !== codes(metadata),
  );
  const progress = await listUploadProgress(
    tx,
    uploads.map(({ number }) => number),
  );
  return startChecks(
    tx,
    jobs,
    progress.flatMap(({ tables }) => tables),
  );
}

/**
 * Locks the named uploads and those that share their studies, so that none of them is submitted
 * meanwhile. Refuses unless all named are the actor's own and may still be changed.
 */
async function lockOwnUploads(tx: Transaction, actor: Actor, ids: string[]): Promise<UploadRow[]> {
  const wanted = [...new Set(ids)];
  const numbers = wanted.flatMap((id) => parseUploadId(id)?.number ?? []);
  const rows = await lockUploads(tx, await listStudyMates(tx, numbers));
  const own = rows.filter(
    ({ owner, number, kind }) => owner === actor.subject && wanted.includes(formatUploadId(number, kind)),
  );
  if (own.length === 0) throw new Refusal('not-found');
  if (own.length < wanted.length) throw new Refusal('not-same-owner');
  if (own.some(({ status }) => !statusRules[status].editable)) throw new Refusal('upload-submitted');
  return own;
}

/**
 * Brings uploads together in one study and returns it: the first one's, with all that share it already.
 * A study that the editorial board looks at is closed; one with a Rejected upload keeps its metadata for
 * that one, and the others go on in a new study.
 */
async function joinStudy(tx: Transaction, actor: Actor, own: UploadRow[]): Promise<number> {
  const before = [...new Set(own.map(({ study }) => study))];
  await lockStudies(tx, before);
  const first = before[0] ?? 0;
  const others = (await listStudyUploads(tx, first)).filter(
    ({ number }) => !own.some((upload) => upload.number === number),
  );
  const closed = others.filter(({ status }) => !statusRules[status].editable);
  if (closed.some(({ status }) => status !== 'Rejected')) throw new Refusal('upload-submitted');

  const study = closed.length > 0 ? await createStudy(tx, actor.subject) : first;
  const movers = [...own, ...others.filter(({ status }) => statusRules[status].editable)];
  const moved = movers.filter((upload) => upload.study !== study).map(({ number }) => number);
  if (moved.length > 0) await moveUploads(tx, moved, study);
  for (const left of before.filter((id) => id !== study)) await releaseTitle(tx, left);
  return study;
}
