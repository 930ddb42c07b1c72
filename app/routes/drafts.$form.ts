import type { ActionFunctionArgs } from '@remix-run/node';

import { autosave } from '~/drafts/post-draft.server';
import { draftableFormFor } from '~/screens/preserved-form.server';
import { rememberListHeight } from '~/screens/list-height.server';
import { readScriptedForm, messageResponse } from '~/screens/posted-form.server';

/** Stores the draft of a form for script, while the form is being filled in. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const form = draftableFormFor(context, params.form, new URL(request.url).searchParams);
  if (!form) throw messageResponse(context, 'not-found', 404);
  const entries = await readScriptedForm(request, context, form.maxFields);
  if (form.kind === 'comments') rememberListHeight(request, context, new URLSearchParams(entries));
  return autosave(context, form, entries);
}
