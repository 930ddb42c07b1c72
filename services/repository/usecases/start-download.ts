import { randomUUID } from 'node:crypto';

import { Refusal } from '@domain/error-codes';
import { isDownloadOpen } from '@domain/licence-gate';

import { packageFileName } from '../packaging/package-names';
import { insertSession } from '../store/download-sessions';
import { listDataSets } from '../store/search-data-sets';
import type { Actor, RepositoryContext } from './context';

/**
 * Makes a download session of the chosen data sets. It is open at once unless one of them stands under
 * the Scientific Use File licence, whose form is to be answered first.
 */
export async function startDownload(
  actor: Actor,
  repository: RepositoryContext,
  chosen: number[],
): Promise<{ session: string; open: boolean; fileName: string }> {
  const numbers = [...new Set(chosen)];
  const records = await listDataSets(repository.db, numbers);
  if (records.length < numbers.length) throw new Refusal('not-found');
  const now = repository.now();
  const open = isDownloadOpen(
    records.flatMap(({ row }) => row.rights),
    false,
  );
  const id = randomUUID();
  await repository.db.transaction((tx) =>
    insertSession(tx, { id, subject: actor.subject, createdAt: now, openedAt: open ? now : null }, numbers),
  );
  return { session: id, open, fileName: packageFileName(now, repository.settings.timeZone) };
}
