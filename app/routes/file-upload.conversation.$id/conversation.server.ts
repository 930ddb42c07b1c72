import { z } from 'zod';

import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import type { UploadState } from '@domain/api/uploads';
import type { LoadContext } from '~/load-context';
import { readOwnHistory, readOwnNotes, writeOwnNote } from '~/repository-client/submission';
import { orFailurePage } from '~/repository-client/transport';
import { answerNote, noteText, openNote, ownNoteForm } from '~/screens/note-form.server';

/** Notes and history of a submission, and the form of a further note with its draft. */
export async function loadConversation(context: LoadContext, { id, fileName, status }: UploadState) {
  const [notes, history] = await orFailurePage(Promise.all([readOwnNotes(context, id), readOwnHistory(context, id)]));
  return { id, fileName, status, notes, history, ...(await openNote(context, ownNoteForm(context, id))) };
}

/** Messages are keys of the locales. */
const OwnNoteSchema = z.object({
  text: z
    .string('review:conversation.missing')
    .transform(noteText)
    .refine((text) => text.length >= minCommentCharacters, 'review:conversation.missing')
    .refine((text) => text.length <= maxCommentCharacters, 'review:conversation.tooLong'),
});

/** Stores a note as a draft, or sends it to the board. */
export function sendOwnNote(request: Request, context: LoadContext, id: string) {
  return answerNote(request, context, ownNoteForm(context, id), {
    schema: OwnNoteSchema,
    send: ({ text }) => writeOwnNote(context, id, text),
    sent: 'review:conversation.sent',
  });
}
