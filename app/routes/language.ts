import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { languageCookieHeader } from '@domain/language-code';
import { LanguageSchema } from '@domain/language';

import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import { carryForm, readCarried } from '~/screens/carried-form.server';

/** Reached by its address alone there is nothing to choose. */
export function loader() {
  return redirect(paths.home());
}

/**
 * Sets the language of the screens and leads back to where it was chosen. The form that stood there comes
 * along: what was typed in it stands there again.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const sent = await readCarried(request, context);
  const language = LanguageSchema.safeParse(entryValue(sent.entries, 'language'));
  if (!language.success) throw new Response(null, { status: 400 });
  context.setCookie(languageCookieHeader(language.data, context.origin.startsWith('https:')));
  // What this request says itself, such as of an ended session, is in the chosen language already.
  context.language = language.data;
  const entries = sent.entries.filter(([name]) => name !== 'language');
  return redirect(await carryForm(context, { ...sent, entries }), 303);
}

/** Never shown itself: a route with a screen answers a refused form by the failure page in its frame. */
export default function Language() {
  return null;
}
