import type { MetadataEntry, SavedStudy, StudyMetadata } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { localDay } from '@domain/local-time';
import { cleanEntries, firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleError, titleKeyOf, validateMetadata } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';
import { stepRefusal } from '@domain/workflow-steps';

import { recheckStudy } from '../../checks/start-checks';
import { type ExpectedTags, metadataTag, refuseOverwriting } from '../../content-tag';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import { formFields } from '../../metadata/schema';
import { joinStudy, lockWithSiblings, detachFromStudy } from '../../metadata/study-members';
import type { Transaction } from '../../store/database';
import { lockTitle } from '../../store/locks';
import { findOther } from '../../store/people';
import {
  isTitleTaken,
  listMetadata,
  saveEntries,
  saveStudyMetadata,
  type Study,
  type UploadRow,
} from '../../store/studies';
import { listUploadProgress, type UploadProgress } from '../../store/upload-progress';

/**
 * Saves the metadata of one or more uploads of the actor, which share it from then on as one study. Uploads in `detach`
 * leave their study (see `SavedStudySchema`). If the missing-value codes have changed, the data is checked again.
 *
 * Refuses with 'not-found' or 'not-same-owner' for uploads of other users, 'right-missing', 'upload-submitted',
 * 'not-mapped', 'not-checked', 'metadata-invalid' with its `errors`, and 'title-taken' if another study whose title
 * counts has the same title. `expected` are tags of the metadata that the user has seen. If the saved metadata of the
 * first upload has none of these tags and differs from the input, it refuses with 'saved-elsewhere', where `savedAt` is
 * the time of that save and `savedBy` the name of who did it, if it was somebody else.
 */
export async function saveMetadata(
  actor: Actor,
  repository: RepositoryContext,
  input: SavedStudy,
  expected: ExpectedTags = null,
): Promise<StudyMetadata> {
  const titleKey = titleKeyOf(firstValueOf(input.metadata, fieldIds.title));
  const { db, jobs, now, settings } = repository;
  const saved = await db.transaction(async (tx) => {
    // Of two users who save the same title, the second one waits and sees the first one's.
    await lockTitle(tx, titleKey);
    const all = await lockWithSiblings('saveMetadata', actor, tx, [...input.id, ...(input.detach ?? [])]);
    const named = all.filter(({ number, kind }) => input.id.includes(formatUploadId(number, kind)));
    const progress = await refuseTooEarly(tx, named);
    const first = progress.find(({ upload }) => formatUploadId(upload.number, upload.kind) === input.id[0]);
    if (expected) await refuseOverwritingMetadata(tx, actor, input, { expected, study: first?.study });
    const today = localDay(now(), settings.timeZone);
    const errors = validateMetadata(formFields('en'), input.metadata, today);
    if (errors.length > 0) throw new Refusal('metadata-invalid', {}, { errors: errors });

    const before = await listMetadata(
      tx,
      named.map(({ number }) => number),
    );
    const parted = await detachFromStudy(tx, all, input.detach ?? []);
    const own = parted.filter(({ number }) => named.some((upload) => upload.number === number));
    const study = await joinStudy(tx, own);
    if (await isTitleTaken(tx, titleKey, [study])) {
      throw new Refusal('title-taken', {}, { errors: [titleError('title-taken')] });
    }
    const metadata: MetadataEntry[] = cleanEntries(formFields('en'), input.metadata);
    const title = firstValueOf(metadata, fieldIds.title);
    await saveStudyMetadata(tx, study, { title, titleKey, metadata, savedAt: now(), savedBy: actor.subject });
    const checked = await recheckStudy(tx, jobs, study, { before, metadata });
    return { id: own.map(({ number, kind }) => formatUploadId(number, kind)), metadata, checked };
  });
  if (saved.checked.length > 0) {
    jobs.nudge();
    await awaitChecks(repository, saved.checked);
  }
  return { id: saved.id, metadata: saved.metadata };
}

/** Refuses with 'saved-elsewhere' if the stored metadata has none of the tags `expected` and differs from the input. */
async function refuseOverwritingMetadata(
  tx: Transaction,
  actor: Actor,
  { metadata }: StudyMetadata,
  { expected, study }: { expected: ExpectedTags; study: Study | undefined },
): Promise<void> {
  const saved = metadataTag(study?.metadata ?? []);
  const isSame = saved === metadataTag(cleanEntries(formFields('en'), metadata));
  if (isSame) return;
  const by = await findOther(tx, actor, study?.savedBy ?? null);
  refuseOverwriting(saved, expected, { at: study?.savedAt ?? null, by });
}

/** Refuses if the check is not finished, because the metadata step comes after it (spec section 2). Returns the locked uploads. */
async function refuseTooEarly(tx: Transaction, own: UploadRow[]): Promise<UploadProgress[]> {
  const progress = await listUploadProgress(
    tx,
    own.map(({ number }) => number),
  );
  for (const { flags } of progress) {
    const refusal = stepRefusal('metadata', flags);
    if (refusal) throw new Refusal(refusal);
  }
  return progress;
}

/**
 * Saves the missing-value codes (metadata field 31) before any other metadata is saved. The check needs them, because it
 * would take codes such as -9 for results, and the metadata step comes after the check. They apply to the whole study.
 * Refuses like `saveMetadata` if the upload is not the actor's or not editable. Returns whether the checks that
 * follow have ended within the wait.
 */
export async function declareMissingCodes(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; codes: string[] },
): Promise<boolean> {
  const { db, jobs } = repository;
  const checked = await db.transaction(async (tx) => {
    const own = await lockWithSiblings('declareMissingCodes', actor, tx, [input.id]);
    const numbers = own.map(({ number }) => number);
    const before = await listMetadata(tx, numbers);
    const study = await joinStudy(tx, own);
    const former = before.get(numbers[0] ?? 0) ?? [];
    const metadata = withCodes(former, input.codes);
    await saveEntries(tx, study, metadata);
    return recheckStudy(tx, jobs, study, { before, metadata });
  });
  if (checked.length === 0) return true;
  jobs.nudge();
  return awaitChecks(repository, checked);
}

/** The entries with the given codes, in the order of the schema. */
function withCodes(entries: MetadataEntry[], codes: string[]): MetadataEntry[] {
  const id = fieldIds.missingCodes;
  const name = formFields('en').find((field) => field.id === id)?.label ?? '';
  const values = [...new Set(codes.map((code) => code.trim()))].filter((code) => code !== '');
  const others = entries.filter((entry) => entry.id !== id);
  const all = values.length === 0 ? others : [...others, { id, name, values }];
  return all.toSorted((a, b) => a.id - b.id);
}
