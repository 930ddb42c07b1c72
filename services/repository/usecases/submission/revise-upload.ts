import type { Revision } from '@domain/api/reviews';
import { Refusal } from '@domain/error-codes';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';
import { reviseRefusal } from '@domain/upload-status';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { lockContent, lockTitle, lockVersions } from '../../store/locks';
import { listRevisions } from '../../store/revisions';
import { type UploadProgress } from '../../store/upload-progress';
import { findNewVersion, insertNewVersion, seriesOf } from '../../store/versions';
import { copyUpload, type NewCopy } from '../../submission/copy-upload';

/**
 * Makes a new upload from a rejected one, with the same file object, reading choices, mapping, comments and metadata,
 * and has it checked. Returns the existing revision if there is one that is not rejected, so pressing the button twice
 * makes one copy; of a new version of a data set also another one that was begun since. If the title is used elsewhere
 * by now, the metadata count as not saved, because the title must be changed first. Refuses with 'not-found',
 * 'not-rejected', and like an upload if the same file has been uploaded again.
 */
export async function reviseUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<Revision> {
  const { db, jobs } = repository;
  const found = await findAllowedUpload('reviseUpload', actor, db, id);
  const { copy, checked } = await db.transaction((tx) => revise(tx, actor, repository, { id, found }));
  if (checked.length > 0) {
    jobs.nudge();
    await awaitChecks(repository, checked);
  }
  return copy;
}

async function revise(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  { id, found }: { id: string; found: UploadProgress },
): Promise<NewCopy> {
  const { number } = found.upload;
  // The file of a rejected upload stays as it is.
  await lockContent(tx, found.file.sha256);
  await lockTitle(tx, titleKeyOf(firstValueOf(found.study.metadata, fieldIds.title).trim()));
  const versions = await lockVersions(tx, seriesOf(found.upload));
  // Rights change with the same locks.
  const revised = await findAllowedUpload('reviseUpload', actor, tx, id);
  const { upload } = revised;
  const refusal = reviseRefusal(upload.status);
  if (refusal) throw new Refusal(refusal);
  const former =
    (await listRevisions(tx, [number])).get(number) ??
    versions.find((other) => upload.version > 1 && other.version >= upload.version && other.status !== 'Rejected');
  if (former && former.status !== 'Rejected') {
    const known = { id: formatUploadId(former.number, former.kind), status: former.status };
    return { copy: { ...known, isNew: false, titleTaken: false }, number: former.number, checked: [] };
  }
  const { series, version } = upload;
  const made = await copyUpload(tx, actor, repository, revised, { revises: number, series, version });
  const asVersion = await findNewVersion(tx, number);
  if (asVersion) await insertNewVersion(tx, { ...asVersion, upload: made.number });
  return made;
}
