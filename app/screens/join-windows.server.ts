import type { FormEntries } from '~/auth/draft-store';
import { readOpened } from '~/forms/opened-form';
import type { LoadContext } from '~/load-context';
import { takenSentence } from './form-conflict.server';
import type { KeptForm } from './kept-form.server';
import { findOtherWindow, keepJoined, type OtherWindow } from './other-window.server';

/** How often a form is joined when further windows come in between. */
const tries = 3;

/**
 * Joins a posted form with what another window has left of it, keeps the result as its draft and tells what
 * was taken over. Where both changed the same part, it comes back as it is: its user is asked.
 */
export async function joinWindows(context: LoadContext, kept: KeptForm, entries: FormEntries): Promise<FormEntries> {
  for (let round = 0; round < tries; round += 1) {
    const other = await findOtherWindow(context, kept, entries);
    if (!other || other.collided.length > 0) return entries;
    if (await keepJoined(context, kept, other, readOpened(entries))) {
      tellTaken(context, other);
      return other.entries;
    }
  }
  return entries;
}

/** Tells on the next page what a form has got from another window. */
export function tellTaken(context: LoadContext, other: OtherWindow): void {
  const sentence = takenSentence(context, other);
  if (sentence) context.flash.also(sentence);
}
