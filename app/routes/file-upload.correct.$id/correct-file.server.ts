import type { UploadState } from '@domain/api/uploads';
import { isBeingRead } from '@domain/file-state';
import { targetLabels } from '~/components/mapping-grid/target-options';
import type { FormEntries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { listTargets } from '~/repository-client/mapping';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { correctFile, findCorrection } from '~/repository-client/uploads';
import { newestWindow } from '~/store/drafts';

import { fileLimits } from '~/screens/file-limits.server';
import { pickHeaders, uploadHeaders } from '~/screens/proxy-file.server';
import { messageOf } from '~/screens/posted-form.server';
import { findOwnStorage, isEditable } from '~/screens/upload.server';

/** Data of the screen for corrected files. */
export async function loadCorrection(context: LoadContext, upload: UploadState) {
  const [correction, targets, unsaved, storage] = await Promise.all([
    orFailurePage(findCorrection(context, upload.id)),
    orFailurePage(listTargets(context, upload.kind)),
    context.drafts.look('comments', upload.id),
    findOwnStorage(context, upload),
  ]);
  return {
    upload,
    storage,
    ...correction,
    isReading: correction.pending !== null && isBeingRead(correction.pending.state),
    isChecking: upload.tables.some(({ checkState }) => checkState === 'running'),
    editable: isEditable(upload),
    targets: [...targetLabels(targets)],
    unsaved: unsaved.draft?.entries ?? [],
    hasDraft: await hasDraft(context, upload),
    limits: fileLimits(context, storage),
    language: context.language,
  };
}
export type CorrectionData = Awaited<ReturnType<typeof loadCorrection>>;

/** Whether there are unsaved comments. */
async function hasDraft({ drafts }: LoadContext, { id, tables }: UploadState): Promise<boolean> {
  const found = await Promise.all(tables.map(({ name }) => drafts.look('comments', `${id}/${name}`)));
  return found.some(({ draft }) => draft !== null);
}

/**
 * Streams a corrected file to the repository. Returns null if it was accepted, otherwise the refusal. Unsaved comments
 * belong to the cells of the previous file, so they are kept as a draft of the upload and shown as text.
 */
export async function proxyCorrection(
  request: Request,
  context: LoadContext,
  upload: UploadState,
): Promise<{ status: number; message: string } | null> {
  const refusal = await attempt(() =>
    correctFile(context, upload.id, {
      body: request.body,
      headers: pickHeaders(request.headers, uploadHeaders),
      signal: request.signal,
    }),
  );
  if (refusal) return { status: refusal.status, message: messageOf(refusal, context) };
  await keepDrafts(context, upload);
  return null;
}

async function keepDrafts({ drafts }: LoadContext, { id, tables }: UploadState): Promise<void> {
  const entries: FormEntries = (await drafts.look('comments', id)).draft?.entries ?? [];
  for (const { name } of tables) {
    const { draft } = await drafts.look('comments', `${id}/${name}`);
    entries.push(...(draft?.entries ?? []));
  }
  if (entries.length > 0) await drafts.write('comments', id, entries, newestWindow);
  for (const { name } of tables) await drafts.remove('comments', `${id}/${name}`);
}
