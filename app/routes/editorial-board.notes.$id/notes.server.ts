import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import { requireExpert } from '~/auth/guards';
import { openForm } from '~/drafts/draftable-form.server';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import { readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { readNotes, writeNote } from '~/repository-client/board';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { boardNoteForm } from '~/screens/board-form.server';
import { meaningOfNote } from '~/screens/note-form.server';
import { fieldErrors, type FormReply, redisplayForm, showRefusal } from '~/screens/posted-form.server';

import { fieldIdOf, noteReadersToChoose } from './note-form';

/** Notes about a submission, and the form of a further one with its draft. */
export async function loadNotes(context: LoadContext, id: string) {
  const notes = await orFailurePage(readNotes(context, id));
  const { entries, versions } = await openForm(context, boardNoteForm(id), {
    meaningOf: (draft) => meaningOfNote(draft ?? []),
  });
  return { notes, typed: entries, versions };
}

const max = maxCommentCharacters;
/** Messages are keys of the locales. */
const NoteSchema = z.object({
  readers: z.enum(noteReadersToChoose, 'board-notes:readers.missing'),
  text: z
    .string('board-notes:note.missing')
    .trim()
    .min(minCommentCharacters, 'board-notes:note.missing')
    .max(max, 'board-notes:note.tooLong'),
});

/** Stores a note as a draft, or sends it. Every refusal shows it as it was typed. */
export async function answerNote(request: Request, context: LoadContext, id: string): Promise<Response | FormReply> {
  if (context.user) requireExpert(request, context);
  const form = boardNoteForm(id);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const submission = await readForm(entries, NoteSchema);
  if (submission.status !== 'success') {
    return redisplayForm(entries, 400, fieldErrors(context, submission.reply(), fieldIdOf, { max }));
  }
  const conflict = await storeDraft(context, form, entries);
  const refusal = conflict ?? (await attempt(() => writeNote(context, id, submission.value)));
  if (refusal) return showRefusal(context, refusal, entries);
  // A sent note is no version of the next one.
  await context.drafts.remove(form.kind, form.object, readFormSnapshot(entries).windowId);
  context.flash.set({ kind: 'success', key: 'board-notes:sent' });
  return redirect(form.page, 303);
}
