import type { Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';

import type { Actor, RepositoryContext } from '../../context/context';
import { findDataSet } from '../../publication/find-data-set';
import { seesEveryRow } from '../../publication/licence-gate';
import { makeQualityStatement } from '../../publication/quality-statement';

/**
 * Quality statement of a published data set for a caller; null is an anonymous reader. Explanations are left out if the
 * licence does not show every row to the caller, because they may quote values. Refuses with 'not-found', also before
 * the data is public: the statement says more about the data than its metadata does.
 */
export async function describeQuality(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<Quality> {
  const record = await findDataSet(repository, nr);
  return makeQualityStatement(repository, record, language, await seesEveryRow(actor, repository, record));
}
