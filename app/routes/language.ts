import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { safeReturnUrl } from '@domain/return-url';
import { readForm } from '~/forms/read-form.server';
import { languageCookie } from '~/i18n/detect-language';
import { paths } from '~/paths';

const ChoiceSchema = z.object({ language: LanguageSchema, returnTo: z.string().max(4000).default('/') });
/** How long a browser remembers the language. */
const rememberSeconds = 365 * 24 * 3600;

/** Reached by its address alone there is nothing to choose. */
export function loader() {
  return redirect(paths.home());
}

/** Sets the language of the screens and leads back to where it was chosen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, ChoiceSchema);
  if (submission.status !== 'success') throw new Response(null, { status: 400 });
  const { language, returnTo } = submission.value;
  // Values of the cookie start with EN- or DE- (spec section 1).
  const value = language === 'de' ? 'DE-DE' : 'EN-US';
  const secure = context.origin.startsWith('https:') ? '; Secure' : '';
  context.setCookie(
    `${languageCookie}=${value}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${rememberSeconds}${secure}`,
  );
  return redirect(safeReturnUrl(returnTo, context.origin) ?? paths.home(), 303);
}

/** Never shown itself: a route with a screen answers a refused form by the failure page in its frame. */
export default function Language() {
  return null;
}
