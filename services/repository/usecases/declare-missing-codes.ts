import type { MetadataEntry } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';

import { formFields } from '../metadata/schema';
import { listMetadata, listStudyMates, saveEntries } from '../store/studies';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { joinStudy, lockWithMates } from './join-study';
import { recheckStudy } from './recheck-study';

/**
 * Declares the codes of missing values in an upload's file (metadata field 31) before there are other
 * metadata: with -9 in a column of results no check can be right, and without a check there is no
 * metadata step. They count for the whole study. Refuses as `saveMetadata` does for uploads that are not
 * the actor's or not editable. Returns whether the checks that follow have ended within the wait.
 */
export async function declareMissingCodes(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; codes: string[] },
): Promise<boolean> {
  const { db, jobs } = repository;
  const checked = await db.transaction(async (tx) => {
    const own = await lockWithMates(tx, actor, [input.id]);
    const numbers = own.map(({ number }) => number);
    const before = await listMetadata(tx, await listStudyMates(tx, numbers));
    const study = await joinStudy(tx, actor, own);
    const former = before.get(numbers[0] ?? 0) ?? [];
    const metadata = withCodes(former, input.codes);
    await saveEntries(tx, study, metadata);
    return recheckStudy(tx, jobs, study, { before, metadata });
  });
  if (checked.length === 0) return true;
  jobs.nudge();
  return awaitChecks(repository, checked);
}

/** The entries with other codes, in the order of the schema. */
function withCodes(entries: MetadataEntry[], codes: string[]): MetadataEntry[] {
  const id = fieldIds.missingCodes;
  const name = formFields('en').find((field) => field.id === id)?.label ?? '';
  const values = [...new Set(codes.map((code) => code.trim()))].filter((code) => code !== '');
  const others = entries.filter((entry) => entry.id !== id);
  const all = values.length === 0 ? others : [...others, { id, name, values }];
  return all.toSorted((a, b) => a.id - b.id);
}
