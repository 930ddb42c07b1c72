import type { PublicCorrection } from '@domain/api/metadata-corrections';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { RepositoryContext } from '../../context/context';
import { readPublicCorrections } from '../../corrections/public-corrections';
import { refuseWithdrawn } from '../../publication/find-data-set';
import { findAcceptedUpload } from '../../store/published-data-sets';

/**
 * A page of the corrections of the metadata of an accepted data set, newest first, and their total number. `page` counts
 * from 1 and is limited to the last page. Refuses with 'not-found' and 'data-set-withdrawn'.
 */
export async function listCorrections(
  repository: RepositoryContext,
  nr: number,
  { language, page }: { language: Language; page: number },
): Promise<{ corrections: PublicCorrection[]; total: number }> {
  await refuseWithdrawn(repository.db, [nr]);
  const upload = await findAcceptedUpload(repository.db, nr);
  if (upload === null) throw new Refusal('not-found');
  return readPublicCorrections(repository, upload, { language, page });
}
