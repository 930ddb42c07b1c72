import type { RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import type { UploadRow } from '../store/studies';
import { takeFollowersToTell } from '../store/version-followers';
import { findNewVersion, seriesOf } from '../store/versions';
import { composeVersionMail } from './version-mail';

/**
 * Enqueues a mail about a version of a data set to everybody who asked for it, in the transaction that publishes it. The
 * first version is news for nobody.
 */
export async function mailFollowers(
  tx: Transaction,
  { jobs, settings }: Pick<RepositoryContext, 'jobs' | 'settings'>,
  { upload, nr, metadata }: { upload: UploadRow; nr: number; metadata: unknown },
): Promise<void> {
  const { number, version } = upload;
  if (version === 1) return;
  const news = (await findNewVersion(tx, number))?.news ?? '';
  for (const { name, email, language, endToken } of await takeFollowersToTell(tx, seriesOf(upload), version)) {
    const reader = { name, email, language, endToken };
    const mail = composeVersionMail({ ...reader, origin: settings.origin, nr, version, metadata, news });
    await jobs.enqueue(tx, 'send-mail', mail);
  }
}
