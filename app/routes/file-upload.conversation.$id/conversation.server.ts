import { redirect } from '@remix-run/node';

import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import type { UploadState } from '@domain/api/uploads';
import { openForm } from '~/drafts/draftable-form.server';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import { entryValue, readIntent } from '~/forms/form-entries';
import { noteFieldId } from '~/forms/note-fields';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { readOwnHistory, readOwnNotes, writeOwnNote } from '~/repository-client/submission';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { meaningOfNote, ownNoteForm } from '~/screens/note-form.server';
import { type FormReply, redisplayForm, showRefusal } from '~/screens/posted-form.server';

/** Notes and history of a submission, and the form of a further note with its draft. */
export async function loadConversation(context: LoadContext, { id, fileName, status }: UploadState) {
  const [notes, history] = await orFailurePage(Promise.all([readOwnNotes(context, id), readOwnHistory(context, id)]));
  const { entries, versions } = await openForm(context, ownNoteForm(context, id), {
    meaningOf: (draft) => meaningOfNote(draft ?? []),
  });
  return { id, fileName, status, notes, history, typed: entryValue(entries ?? [], 'text'), versions };
}

/** Stores a note as a draft, or sends it. Every refusal shows it as it was typed. */
export async function answerNote(request: Request, context: LoadContext, id: string): Promise<Response | FormReply> {
  const form = ownNoteForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const text = meaningOfNote(entries);
  const isTooShort = text.length < minCommentCharacters;
  if (isTooShort || text.length > maxCommentCharacters) {
    const key = isTooShort ? 'review:conversation.missing' : 'review:conversation.tooLong';
    const message = translate(context.language)(key, { max: maxCommentCharacters });
    return redisplayForm(entries, 400, [{ message, fieldId: noteFieldId }]);
  }
  const conflict = await storeDraft(context, form, entries);
  const refusal = conflict ?? (await attempt(() => writeOwnNote(context, id, text)));
  if (refusal) return showRefusal(context, refusal, entries);
  // A sent note is no version of the next one.
  await context.drafts.remove(form.kind, form.object, readFormSnapshot(entries).windowId);
  context.flash.set({ kind: 'success', key: 'review:conversation.sent' });
  return redirect(form.page, 303);
}
