import type { Revision } from '@domain/api/reviews';
import { Refusal } from '@domain/error-codes';
import { continueRefusal } from '@domain/life/versions';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';
import { isOpen } from '@domain/upload-status';

import { findAllowedUpload, requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import { RetryTransaction, type Transaction } from '../../store/database';
import { lockContent, lockTitle, lockVersions } from '../../store/locks';
import type { UploadRow } from '../../store/studies';
import { findUploadProgress, type UploadProgress } from '../../store/upload-progress';
import { insertNewVersion, listAcceptedVersions, seriesOf } from '../../store/versions';
import { copyUpload, type NewCopy } from '../../submission/copy-upload';

/**
 * Begins the next version of an accepted data set: an upload with the file, reading choices, mapping, comments and
 * metadata of the newest version that is not withdrawn, which is checked. Returns the version that was begun before and
 * is not decided yet, so pressing the button twice makes one. Refuses with 'not-found', 'right-missing' (also for
 * somebody who may not continue the version that is copied), 'not-accepted' and 'data-set-withdrawn'.
 */
export async function beginVersion(actor: Actor, repository: RepositoryContext, id: string): Promise<Revision> {
  const { db, jobs } = repository;
  const found = await findAllowedUpload('beginVersion', actor, db, id);
  const { copy, checked } = await db.transaction((tx) => begin(tx, actor, repository, { id, found }));
  if (checked.length > 0) {
    jobs.nudge();
    await awaitChecks(repository, checked);
  }
  return copy;
}

async function begin(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  { id, found: { upload: asked } }: { id: string; found: UploadProgress },
): Promise<NewCopy> {
  const series = seriesOf(asked);
  const accepted = (await listAcceptedVersions(tx, series)).map(({ upload }) => upload);
  const newest = await findUploadProgress(tx, (newestOf(accepted) ?? asked).number);
  if (!newest) throw new Refusal('not-found');
  await lockContent(tx, newest.file.sha256);
  const title = titleOf(newest);
  await lockTitle(tx, title);
  const versions = await lockVersions(tx, series);
  // Rights change with the same locks.
  const { upload: own } = await findAllowedUpload('beginVersion', actor, tx, id);
  const refusal = continueRefusal({ status: own.status, isWithdrawn: own.withdrawnAt !== null });
  if (refusal) throw new Refusal(refusal);
  const open = versions.find(({ version, status }) => version > 1 && isOpen(status));
  if (open) {
    const known = { id: formatUploadId(open.number, open.kind), status: open.status };
    return { copy: { ...known, isNew: false, titleTaken: false }, number: open.number, checked: [] };
  }
  const former = newestOf(versions) ?? own;
  const progress = await findUploadProgress(tx, former.number);
  if (!progress) throw new Refusal('not-found');
  requireOwner('beginVersion', actor, { ...progress.upload, members: progress.members });
  // Another version was accepted or withdrawn, or the title corrected, before all of them were locked.
  if (former.number !== newest.upload.number || titleOf(progress) !== title) throw new RetryTransaction();
  const version = Math.max(...versions.filter(({ status }) => status === 'Accepted').map((one) => one.version)) + 1;
  const made = await copyUpload(tx, actor, repository, progress, { revises: null, series, version });
  await insertNewVersion(tx, { upload: made.number, former: former.number });
  return made;
}

/** The newest accepted version that is not withdrawn. */
function newestOf(versions: readonly UploadRow[]): UploadRow | null {
  const valid = versions.filter(({ status, withdrawnAt }) => status === 'Accepted' && withdrawnAt === null);
  return valid.sort((one, other) => other.version - one.version)[0] ?? null;
}

/** Key of the title with which an upload is described. */
function titleOf({ study }: UploadProgress): string {
  return titleKeyOf(firstValueOf(study.metadata, fieldIds.title).trim());
}
