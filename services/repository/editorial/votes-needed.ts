import { votesNeeded } from '@domain/life/versions';

import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';
import { findNewVersion } from '../store/versions';

/** Number of experts whose acceptance decides about a submission. */
export async function votesNeededFor(
  db: Queryable,
  { settings }: Pick<RepositoryContext, 'settings'>,
  upload: number,
): Promise<1 | 2> {
  const version = await findNewVersion(db, upload);
  return votesNeeded(settings.board.smallVersions, version?.difference ?? null);
}
