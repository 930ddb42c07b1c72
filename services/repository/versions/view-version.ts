import type { NewVersionView } from '@domain/api/version-changes';
import type { Language } from '@domain/language';
import { votesNeeded } from '@domain/life/versions';

import type { RepositoryContext } from '../context/context';
import { shownChanges } from '../editorial/compare-requests';
import { orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { compareVersionRows, compareVersionRounds, describeDifference, findContinued } from './compare-version';

/** Maximum time in which the rows of a table are compared for a page. Submitting takes the time that it needs. */
const timeoutMs = 5000;

/**
 * An upload as a new version, compared with the version that it continues, unless that is withdrawn; null for what is
 * none. `readsFile`: the caller may read what the file contains. Does not check permission.
 */
export async function viewNewVersion(
  repository: Pick<RepositoryContext, 'db' | 'files' | 'tables' | 'settings'>,
  progress: UploadProgress,
  { readsFile, language }: { readsFile: boolean; language: Language },
): Promise<NewVersionView | null> {
  const { db, settings } = repository;
  const continued = await findContinued(db, progress);
  if (!continued) return null;
  const { version, former } = continued;
  const view = { version: progress.upload.version, former: former.upload.nr ?? 0, news: version.news };
  if (former.upload.withdrawnAt !== null) {
    return {
      ...view,
      isFormerWithdrawn: true,
      changes: { content: null, metadata: [] },
      rows: null,
      votesNeeded: null,
    };
  }
  const found = await compareVersionRounds(db, continued, progress);
  const rows = await orElse(null, orMissing(compareVersionRows(repository, continued, progress, { timeoutMs })));
  const difference = rows && (await describeDifference(db, continued, progress, rows));
  return {
    ...view,
    isFormerWithdrawn: false,
    changes: shownChanges(found, progress.upload.kind, { readsFile, language }),
    rows: readsFile ? rows : null,
    votesNeeded: difference && votesNeeded(settings.board.smallVersions, difference),
  };
}
