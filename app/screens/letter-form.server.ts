import type { DraftableForm } from '~/drafts/draftable-form.server';
import { letterInWords } from '~/forms/board-words';
import { type Entries, entryValue } from '~/forms/form-entries';
import { typedText } from '~/forms/typed-text';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readLetter } from '~/repository-client/letter';
import { attempt, orFailurePage } from '~/repository-client/transport';

/** The form in which the chair edits the letter about a decision. */
export function letterForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'letter',
    object: id,
    page: paths.editorialLetter(id),
    exists: async () => (await attempt(() => readLetter(context, id)))?.status !== 404,
    saved: async () => {
      const { letter, tag } = await orFailurePage(readLetter(context, id));
      return { entries: [['text', letter.text]], tag };
    },
    meaningOf: async (entries) => textOfLetter(entries),
    inWords: (entries) => letterInWords(translate(context.language), entries),
  };
}

/** The text of a posted or drafted letter, as it is stored. */
export function textOfLetter(entries: Entries): string {
  return typedText(entryValue(entries, 'text'));
}
