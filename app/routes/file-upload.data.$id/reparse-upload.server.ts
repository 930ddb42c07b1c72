import { redirect } from '@remix-run/node';

import type { ParseResult } from '@domain/api/readings';
import type { UploadState } from '@domain/api/uploads';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import type { FormEntries } from '~/forms/form-entries';
import { readValidForm } from '~/forms/read-form.server';
import {
  chooseReading,
  postedReading,
  ReadingFormSchema,
  type ReadingValues,
  withoutReading,
} from '~/forms/reading-form';
import type { FlashMessage, LoadContext } from '~/load-context';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { findReading, reparseFile } from '~/repository-client/uploads';

import { type FormReply, showRefusal } from '~/screens/posted-form.server';
import { turnMappingPage } from './save-mapping.server';

interface PostedReading {
  upload: UploadState;
  /** Table whose header row is chosen in the form. */
  table: string;
  form: DraftableForm;
  entries: FormEntries;
}

/** Choices for an unreadable file that were stored when the session ended; null if there are none. */
export async function findChosenReading(
  { drafts }: LoadContext,
  { id, state }: UploadState,
  { tables: [table] }: ParseResult,
): Promise<ReadingValues | null> {
  if (state !== 'failed' || !table) return null;
  const { draft } = await drafts.look('mapping', `${id}/${table.name}`);
  return draft && postedReading(draft.entries);
}

/**
 * Reads the file again with the choices of the form. Targets that are chosen but not saved are stored as a draft first,
 * which is restored by column name.
 */
export async function reparseUpload(
  context: LoadContext,
  { upload, table, form, entries }: PostedReading,
): Promise<Response | FormReply> {
  if (!postedReading(entries)) throw new Response(null, { status: 400 });
  const posted = await readValidForm(entries, ReadingFormSchema);
  const { choices } = await orFailurePage(findReading(context, upload.id));
  const chosen = chooseReading(choices, table, posted);
  const isMappable = upload.tables.some(({ name }) => name === table);
  if (isMappable) {
    const turned = await turnMappingPage(context, { form, entries: withoutReading(entries) }, form.page);
    if (!(turned instanceof Response)) return turned;
  }
  let outcome: FlashMessage | null = null;
  const refusal = await attempt(async () => {
    const { state, failure } = await reparseFile(context, upload.id, chosen);
    if (state === 'ready') {
      outcome = failure
        ? { kind: 'note', key: 'reading:notReadAgain' }
        : { kind: 'success', key: 'reading:readAgainDone' };
    }
  });
  if (refusal) return showRefusal(context, refusal, entries);
  // The draft contained only the choices, which have been applied.
  if (!isMappable) await context.drafts.remove(form.kind, form.object);
  if (outcome) context.flash.set(outcome);
  return redirect(form.page, 303);
}
