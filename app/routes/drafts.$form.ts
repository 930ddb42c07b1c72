import type { ActionFunctionArgs } from '@remix-run/node';

import { autosave, keptFormOf } from '~/screens/autosave.server';

/** Takes the draft of a form from script, while the form is being filled in. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return autosave(request, context, keptFormOf(context, params.form, new URL(request.url).searchParams));
}
