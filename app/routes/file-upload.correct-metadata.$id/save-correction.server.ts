import { redirect } from '@remix-run/node';
import { z } from 'zod';

import type { CorrectionOutcome } from '@domain/api/metadata-corrections';
import { maxCorrectionNoteCharacters, minCommentCharacters } from '@domain/limits';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { showUnsaved, trySave } from '~/drafts/post-draft.server';
import type { FormEntries } from '~/forms/form-entries';
import { readTidyForm } from '~/forms/metadata/change-form';
import { correctionNote } from '~/forms/metadata/correction-fields';
import { entriesOf, parseValueName, valueName } from '~/forms/metadata/form-state';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { correctMetadata, readCorrection, withdrawCorrection } from '~/repository-client/metadata-corrections';
import { attempt, type RepositoryError } from '~/repository-client/transport';
import { correctedIn } from '~/screens/correction-base.server';
import { noteOf } from '~/screens/correction-form.server';
import {
  type MetadataFormReply,
  type PostedMetadata,
  showMetadata,
  showRefusedMetadata,
} from '~/screens/metadata-form.server';
import { messageOf } from '~/screens/posted-form.server';

/**
 * Corrects the fields of the metadata that were changed in this window. Errors are shown at their fields, with everything
 * as typed.
 */
export async function saveCorrection(
  context: LoadContext,
  { id, fields, form, entries }: PostedMetadata,
): Promise<Response | MetadataFormReply> {
  const state = readTidyForm(fields, entries);
  const rest = entries.filter(([name]) => parseValueName(name) === null);
  const tidy: FormEntries = [...rest, ...entriesOf(state)];
  const error = noteError(context, noteOf(entries));
  if (error !== null) return showMetadata(tidy, { status: 400, errors: [{ message: error, fieldId: correctionNote }] });
  const { savedTag } = readFormSnapshot(entries);
  let outcome: CorrectionOutcome | null = null;
  const refusal = await trySave(context, form, entries, async () => {
    const { correction } = await readCorrection(context, id);
    const metadata = correctedIn({ fields, entries, saved: correction.metadata });
    outcome = await correctMetadata(context, id, { metadata, note: noteOf(entries) }, savedTag);
  });
  if (refusal?.status === 404) throw await showUnsaved(form, entries, 404);
  if (refusal?.code === 'proposal-open') return showCollision(context, refusal, { fields, entries: tidy });
  if (refusal) return showRefusedMetadata(context, refusal, tidy);
  if (outcome) tellOutcome(context, fields, outcome);
  return redirect(form.page, 303);
}

/** What is wrong with a note, in the words of the repository. */
function noteError({ language }: LoadContext, note: string): string | null {
  const t = translate(language);
  if (note.length < minCommentCharacters) return t('errors:correction-note-missing');
  const max = maxCorrectionNoteCharacters;
  return note.length > max ? t('metadata-correction:noteTooLong', { max }) : null;
}

/** Names the fields that cannot be changed while a proposal waits. */
function showCollision(
  context: LoadContext,
  refusal: RepositoryError,
  { fields, entries }: Pick<PostedMetadata, 'fields' | 'entries'>,
): MetadataFormReply {
  const ids = z.array(z.number()).catch([]).parse(refusal.problem.fields);
  const collided = fields.filter(({ id }) => ids.includes(id));
  const [first] = collided;
  const names = collided.map(({ label }) => label).join(', ');
  const told = first ? ` ${translate(context.language)('metadata-correction:collided', { fields: names })}` : '';
  const fieldId = first ? valueName({ field: first.id, parent: null, index: 0 }) : null;
  return showMetadata(entries, {
    status: refusal.status,
    errors: [{ message: `${messageOf(refusal, context)}${told}`, fieldId }],
  });
}

/** Says what was corrected, and what waits for approval. */
function tellOutcome(
  context: LoadContext,
  fields: PostedMetadata['fields'],
  { applied, proposed }: CorrectionOutcome,
): void {
  const names = (ids: readonly number[]) =>
    fields.flatMap(({ id, label }) => (ids.includes(id) ? [label] : [])).join(', ');
  const key = proposed.length === 0 ? 'applied' : applied.length === 0 ? 'proposed' : 'both';
  const values = { applied: names(applied), proposed: names(proposed) };
  context.flash.set({ kind: 'success', key: `metadata-correction:done.${key}`, values });
}

/** Withdraws what waits for approval. What is typed in the form stays. */
export async function withdrawProposal(
  context: LoadContext,
  { id, form }: Pick<PostedMetadata, 'id' | 'form'>,
): Promise<Response | MetadataFormReply> {
  const refusal = await attempt(() => withdrawCorrection(context, id));
  if (refusal) return showRefusedMetadata(context, refusal, []);
  context.flash.set({ kind: 'success', key: 'metadata-correction:done.withdrawn' });
  return redirect(form.page, 303);
}
