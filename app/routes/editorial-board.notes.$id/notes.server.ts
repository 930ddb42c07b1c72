import { z } from 'zod';

import { requireExpert } from '~/auth/guards';
import { typedTextSchema } from '~/forms/typed-text';
import type { LoadContext } from '~/load-context';
import { readNotes, writeNote } from '~/repository-client/board';
import { orFailurePage } from '~/repository-client/transport';
import { boardNoteForm } from '~/screens/board-form.server';
import { answerNote, openNote } from '~/screens/note-form.server';

import { readersToChoose } from './readers-choice';

/** Notes about a submission, and the form of a further one with its draft. */
export async function loadNotes(context: LoadContext, id: string) {
  const notes = await orFailurePage(readNotes(context, id));
  return { notes, ...(await openNote(context, boardNoteForm(context, id))) };
}

/** Messages are keys of the locales. */
const NoteSchema = z.object({
  readers: z.enum(readersToChoose, 'board-notes:readers.missing'),
  text: typedTextSchema({ missing: 'board-notes:note.missing', tooLong: 'board-notes:note.tooLong' }),
});

/** Stores a note as a draft, or sends it to the readers that were chosen. */
export function sendNote(request: Request, context: LoadContext, id: string) {
  if (context.user) requireExpert(request, context);
  return answerNote(request, context, boardNoteForm(context, id), {
    schema: NoteSchema,
    send: (note) => writeNote(context, id, note),
    sent: 'board-notes:sent',
  });
}
