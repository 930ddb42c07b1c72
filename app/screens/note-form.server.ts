import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValue } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
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
  };
}

/** The text of a note, whatever the spaces around it. */
export function meaningOfNote(entries: Entries): string {
  return entryValue(entries, 'text').replaceAll('\r\n', '\n').trim();
}
