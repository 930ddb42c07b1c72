import { redirect } from '@remix-run/node';

import { redirectToLoginAndConfirm, requireAdmin } from '~/auth/guards';
import { type FormEntries } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import type { LoadContext, TextReference } from '~/load-context';
import { attempt } from '~/repository-client/transport';

import { type FormReply, showRefusal } from './posted-form.server';

interface PressedButton {
  /** Address of the button. */
  page: string;
  /** Address that is shown afterwards, by default the same. */
  next?: (entries: FormEntries) => string;
  /** Does what the button of the form says. Returns the message, or `nothingDone`; null if it is none of ours. */
  press: (entries: FormEntries) => Promise<string | TextReference | null>;
}

/** Message of a button that was pressed too late. */
export const nothingDone = 'administration:done.nothing';

/**
 * Carries out a form that has only buttons and choices, and shows its page again with a message, or with the sentence of
 * a refusal. After the end of the session nothing is done, and the page asks again.
 */
export async function pressButton(
  request: Request,
  context: LoadContext,
  { page, next = () => page, press }: PressedButton,
): Promise<Response | FormReply> {
  if (!context.user) throw redirectToLoginAndConfirm(context, page);
  requireAdmin(request, context);
  const entries = await readEntries(request);
  let done: string | TextReference | null = null;
  const refusal = await attempt(async () => void (done = await press(entries)));
  if (refusal) return showRefusal(context, refusal, entries);
  if (done === null) throw new Response(null, { status: 400 });
  const message: TextReference = typeof done === 'string' ? { key: done } : done;
  context.flash.set({ kind: done === nothingDone ? 'note' : 'success', ...message });
  return redirect(next(entries), 303);
}
