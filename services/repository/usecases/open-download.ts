import type { DownloadRequest } from '@domain/api/downloads';

import { packageFileName } from '../packaging/package-names';
import { openSession } from '../store/download-sessions';
import type { Actor, RepositoryContext } from './context';
import { findDownload } from './find-download';

/** Opens a download session with the answers of its licence form; a second answer changes nothing. */
export async function openDownload(
  actor: Actor,
  repository: RepositoryContext,
  request: DownloadRequest,
): Promise<{ session: string; fileName: string }> {
  const { session, isOpen } = await findDownload(actor, repository, request.session);
  const { institution, country, purpose } = request;
  if (!isOpen) {
    await openSession(repository.db, session.id, { institution, country, purpose }, repository.now());
  }
  return { session: session.id, fileName: packageFileName(session.createdAt, repository.settings.timeZone) };
}
