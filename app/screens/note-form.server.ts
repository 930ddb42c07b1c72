import { redirect } from '@remix-run/node';
import type { z } from 'zod';

import { maxCommentCharacters } from '@domain/limits';
import { noteFieldId } from '~/components/review/note-form';
import { type DraftableForm, openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySend } from '~/drafts/post-draft.server';
import { ownNoteInWords } from '~/forms/board-words';
import { type Entries, entryValue, readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { typedText } from '~/forms/typed-text';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';

import { fieldErrors, type FormReply, redisplayForm, showRefusal } from './posted-form.server';
import { uploadExists } from './upload.server';

/** The form of a note from the contributor to the board. */
export function ownNoteForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'own-note',
    object: id,
    page: paths.uploadConversation(id),
    exists: () => uploadExists(context, id),
    saved: async () => ({ entries: [], tag: '' }),
    meaningOf: async (entries) => meaningOfNote(entries),
    inWords: (entries) => ownNoteInWords(translate(context.language), entries),
  };
}

/** The text of a note, whatever the spaces around it. */
export function meaningOfNote(entries: Entries): string {
  return typedText(entryValue(entries, 'text'));
}

/** The draft of a note, and its versions in other windows. */
export async function openNote(context: LoadContext, form: DraftableForm) {
  const { entries, versions } = await openForm(context, form, { meaningOf: (draft) => meaningOfNote(draft ?? []) });
  return { typed: entries, versions };
}

/**
 * Stores a note as a draft, or sends it. Every refusal shows it as it was typed. The messages of `schema` are keys of
 * the locales, as is `sent`, which is shown afterwards.
 */
export async function answerNote<Schema extends z.ZodObject>(
  request: Request,
  context: LoadContext,
  form: DraftableForm,
  { schema, send, sent }: { schema: Schema; send: (note: z.output<Schema>) => Promise<unknown>; sent: string },
): Promise<Response | FormReply> {
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const submission = await readForm(entries, schema);
  if (submission.status !== 'success') {
    const errors = fieldErrors(context, submission.reply(), noteFieldId, { max: maxCommentCharacters });
    return redisplayForm(entries, 400, errors);
  }
  const refusal = await trySend(context, form, entries, () => send(submission.value));
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ kind: 'success', key: sent });
  return redirect(form.page, 303);
}
