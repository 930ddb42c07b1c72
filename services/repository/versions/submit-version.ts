import { Refusal } from '@domain/error-codes';
import { isUnchanged, maxNewsCharacters } from '@domain/life/versions';
import { parseUploadId } from '@domain/upload-id';

import { isContributorSide } from '../context/access';
import type { Actor, RepositoryContext } from '../context/context';
import { orRefuse } from '../files/read-objects';
import type { Transaction } from '../store/database';
import { listUploadProgress, type UploadProgress } from '../store/upload-progress';
import { saveDifference } from '../store/versions';
import { compareVersionRows, describeDifference, findComparedRows, findContinued } from './compare-version';

/**
 * Compares the rows of those of the actor's uploads that are new versions and can be submitted. It happens before the
 * transaction that submits them, because it takes files and time; a later change makes it refuse.
 */
export async function prepareVersions(
  repository: Pick<RepositoryContext, 'db' | 'files' | 'tables'>,
  actor: Actor,
  ids: string[],
): Promise<void> {
  const numbers = ids.flatMap((id) => parseUploadId(id)?.number ?? []);
  for (const progress of await listUploadProgress(repository.db, numbers)) {
    if (!isContributorSide(actor, progress) || progress.flags.submitted || !progress.flags.checked) continue;
    const continued = await findContinued(repository.db, progress);
    if (continued) await orRefuse('rows-missing', compareVersionRows(repository, continued, progress));
  }
}

/**
 * Keeps what is new in a version that is submitted; does nothing for other uploads. Both versions must be locked.
 * Refuses with 'former-withdrawn' if the former version is withdrawn, 'news-missing', 'news-too-long',
 * 'version-unchanged' if data and metadata are the same, and 'review-outdated' if a file has changed since its rows were
 * compared.
 */
export async function keepVersion(tx: Transaction, progress: UploadProgress, typed: string | undefined): Promise<void> {
  const continued = await findContinued(tx, progress);
  if (!continued) return;
  const { version, former } = continued;
  if (former.upload.withdrawnAt) throw new Refusal('former-withdrawn');
  const rows = await findComparedRows(tx, continued, progress);
  if (rows === null) throw new Refusal('review-outdated');
  const difference = await describeDifference(tx, continued, progress, rows);
  if (isUnchanged(difference)) throw new Refusal('version-unchanged');
  // What was told before stays if nothing is sent, as by clients of the specification.
  const news = (typed ?? version.news).trim();
  if (news === '') throw new Refusal('news-missing');
  if (news.length > maxNewsCharacters) throw new Refusal('news-too-long', { max: maxNewsCharacters });
  await saveDifference(tx, progress.upload.number, { news, difference });
}

/** Compares an accepted version again whose differences were forgotten when the chair reopened it. */
export async function completeDifference(
  repository: Pick<RepositoryContext, 'db' | 'files' | 'tables'>,
  progress: UploadProgress,
): Promise<void> {
  const { db } = repository;
  const continued = await findContinued(db, progress);
  if (!continued || continued.version.difference) return;
  const rows = await compareVersionRows(repository, continued, progress);
  const difference = await describeDifference(db, continued, progress, rows);
  await saveDifference(db, progress.upload.number, { difference });
}
