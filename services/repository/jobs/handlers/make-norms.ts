import type { RepositoryContext } from '../../context/context';
import { contribute, contributionId } from '../../norms/contribute';
import { makeVersion } from '../../norms/make-version';
import { isFound } from '../../search/found-data-sets';
import { orMissing } from '../../files/read-objects';
import { type Contribution, listContributionIds, listNormDataSets, type NormDataSet } from '../../store/norms';

/**
 * Job 'make-norms': reads what published data sets contribute to norms, if it is not known yet, and makes a version of the
 * curves, if it differs from the one before. Of the versions of a data set the newest that is not withdrawn contributes.
 * Does nothing if all is as it was, so it may run at any time and in several servers; what was read stays if it is
 * stopped.
 */
export async function makeNorms(repository: RepositoryContext, signal: AbortSignal): Promise<void> {
  let isMade = false;
  while (!isMade) {
    const dataSets = await listNormDataSets(repository.db, isFound);
    const contributions = await contributeAll(repository, dataSets, signal);
    isMade = contributions !== null && (await makeVersion(repository, contributions, signal));
  }
}

/** Contributions of all data sets; null if one of them was withdrawn meanwhile. Tables that are lost contribute nothing. */
async function contributeAll(
  repository: RepositoryContext,
  dataSets: readonly NormDataSet[],
  signal: AbortSignal,
): Promise<Contribution[] | null> {
  const known = await listContributionIds(repository.db);
  const contributions: Contribution[] = [];
  for (const dataSet of dataSets) {
    signal.throwIfAborted();
    const id = contributionId(dataSet);
    if (!known.has(id)) {
      const isStored = await orMissing(contribute(repository, dataSet, signal));
      if (isStored === null) continue;
      if (!isStored) return null;
    }
    contributions.push({ id, nr: dataSet.nr });
  }
  return contributions;
}
