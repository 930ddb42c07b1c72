import { z } from 'zod';

import type { UploadState } from '@domain/api/uploads';
import { includesRight } from '@domain/life/co-authors';
import { typedTextSchema } from '~/forms/typed-text';
import type { LoadContext } from '~/load-context';
import { readOwnHistory, readOwnNotes, writeOwnNote } from '~/repository-client/submission';
import { orFailurePage } from '~/repository-client/transport';
import { answerNote, openNote, ownNoteForm } from '~/screens/note-form.server';

/** Notes and history of a submission, and the form of a further note with its draft. */
export async function loadConversation(context: LoadContext, { id, fileName, status, right }: UploadState) {
  const [notes, history] = await orFailurePage(Promise.all([readOwnNotes(context, id), readOwnHistory(context, id)]));
  const mayWrite = includesRight(right, 'edit');
  return { id, fileName, status, mayWrite, notes, history, ...(await openNote(context, ownNoteForm(context, id))) };
}

/** Messages are keys of the locales. */
const OwnNoteSchema = z.object({
  text: typedTextSchema({ missing: 'review:conversation.missing', tooLong: 'review:conversation.tooLong' }),
});

/** Stores a note as a draft, or sends it to the board. */
export function sendOwnNote(request: Request, context: LoadContext, id: string) {
  return answerNote(request, context, ownNoteForm(context, id), {
    schema: OwnNoteSchema,
    send: ({ text }) => writeOwnNote(context, id, text),
    sent: 'review:conversation.sent',
  });
}
