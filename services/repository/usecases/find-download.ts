import type { DownloadSession } from '@domain/api/downloads';
import { Refusal } from '@domain/error-codes';
import { isDownloadOpen } from '@domain/licence-gate';

import { dataSetFileName } from '../search/data-set-file-name';
import { toSearchRow } from '../search/search-row';
import { findSession, type OwnSession } from '../store/download-sessions';
import { listDataSets, type DataSetRecord } from '../store/search-data-sets';
import type { Actor, RepositoryContext } from './context';

/**
 * A download session with its data sets, and whether they may be handed out: with the form answered, where a
 * licence asks for it. Other people's sessions answer 'not-found'.
 */
export async function findDownload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<{ session: OwnSession; records: DataSetRecord[]; isOpen: boolean }> {
  const session = await findSession(repository.db, id, actor.subject);
  if (!session) throw new Refusal('not-found');
  const records = await listDataSets(repository.db, session.numbers);
  const rights = records.flatMap(({ row }) => row.rights);
  const isOpen = session.openedAt !== null && isDownloadOpen(rights, session.purpose !== null);
  return { session, records, isOpen };
}

/** The files of a download session, as its form shows them. */
export async function showDownload(actor: Actor, repository: RepositoryContext, id: string): Promise<DownloadSession> {
  const { session, records, isOpen } = await findDownload(actor, repository, id);
  return {
    session: session.id,
    open: isOpen,
    files: records.map((record) => ({ ...toSearchRow(record, repository), fileName: dataSetFileName(record) })),
  };
}
