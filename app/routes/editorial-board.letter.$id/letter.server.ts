import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { maxLetterCharacters } from '@domain/limits';
import { openForm } from '~/drafts/draftable-form.server';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { readDraftableForm, saveDraft, trySave } from '~/drafts/post-draft.server';
import { readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { typedTextSchema } from '~/forms/typed-text';
import type { LoadContext } from '~/load-context';
import { readLetter, saveLetter, sendLetter } from '~/repository-client/letter';
import { orFailurePage } from '~/repository-client/transport';
import { letterForm, textOfLetter } from '~/screens/letter-form.server';
import { fieldErrors, type FormReply, redisplayForm, showRefusal } from '~/screens/posted-form.server';
import { openParts } from '~/screens/upload.server';

import { letterFieldId } from './letter-form';

/** The letter about a decision with its draft. Throws the failure page if there is none, or for others than the chair. */
export async function loadLetter(context: LoadContext, id: string) {
  const { letter, tag } = await orFailurePage(readLetter(context, id));
  const { entries, versions } = await openForm(context, letterForm(context, id), {
    savedTag: tag,
    meaningOf: (draft) => (draft ? textOfLetter(draft) : letter.text),
  });
  // Only members of the chair who review the submission read the letter.
  const parts = openParts({ standing: 'board', status: letter.status });
  return { letter, typed: entries && textOfLetter(entries), versions, ...parts };
}

/** Messages are keys of the locales. */
const LetterSchema = z.object({
  text: typedTextSchema(
    { missing: 'decision-letter:missing', tooLong: 'decision-letter:tooLong' },
    maxLetterCharacters,
  ),
});

/** Stores the letter as a draft, saves it, or saves and sends it. Every refusal shows it as it was typed. */
export async function changeLetter(request: Request, context: LoadContext, id: string): Promise<Response | FormReply> {
  const form = letterForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  const { verb } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const submission = await readForm(entries, LetterSchema);
  if (submission.status !== 'success') {
    const errors = fieldErrors(context, submission.reply(), () => letterFieldId, { max: maxLetterCharacters });
    return redisplayForm(entries, 400, errors);
  }
  const { text } = submission.value;
  const { savedTag } = readFormSnapshot(entries);
  const refusal = await trySave(context, form, entries, async () => {
    const { tag } = await saveLetter(context, id, text, savedTag);
    if (verb === 'send') await sendLetter(context, id, tag);
  });
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ kind: 'success', key: verb === 'send' ? 'decision-letter:sent' : 'decision-letter:saved' });
  return redirect(form.page, 303);
}
