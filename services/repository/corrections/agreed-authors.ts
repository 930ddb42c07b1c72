import type { MetadataEntry } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';

import { topFieldOf } from '../metadata/schema';
import type { Queryable } from '../store/database';
import { listCorrectionActs } from '../store/metadata-corrections';
import type { LockedStudy } from './lock-study';

/**
 * Entries of the authors as the board last agreed to them, by accepting the first data set of the study or by consenting
 * to a correction. Corrections that were applied at once since then do not count.
 */
export async function findAgreedAuthors(
  db: Queryable,
  { study, accepted }: Pick<LockedStudy, 'study' | 'accepted'>,
): Promise<MetadataEntry[]> {
  const present = study.metadata.filter(({ id }) => topFieldOf(id) === fieldIds.author);
  const [first] = accepted.toSorted((a, b) => Number(a.upload.decidedAt) - Number(b.upload.decidedAt));
  if (!first) return present;
  let agreed: MetadataEntry[] | null = null;
  for (const { act, content } of await listCorrectionActs(db, first.upload.number)) {
    const change =
      act === 'declined-correction' ? null : content.changes?.find(({ field }) => field === fieldIds.author);
    if (!change) continue;
    agreed = act === 'consented-to-correction' ? null : (agreed ?? change.before);
  }
  return agreed ?? present;
}
