import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { languageCookieHeader } from '@domain/language-code';
import { type Language, LanguageSchema } from '@domain/language';

import { chosenPage } from '~/components/norms/norm-address';
import { readValidForm } from '~/forms/read-form.server';
import { isTypedResult } from '~/forms/standing-fields';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { preserveForm, readSentForm } from '~/screens/preserved-form.server';
import { shortEnough } from '~/screens/short-address.server';

const ChosenLanguageSchema = z.object({ language: LanguageSchema });

/** A GET has no language to set, so it leads home. */
export function loader() {
  return redirect(paths.home());
}

/** Sets the language of the screens and redirects to the previous page. The entries of its form are preserved. */
export async function action({ request, context }: ActionFunctionArgs) {
  const sent = await readSentForm(request, context);
  const { language } = await readValidForm(sent.entries, ChosenLanguageSchema);
  // Its form is kept nowhere: the browser sends it on to the page.
  if (sent.kind === 'my-class') {
    setLanguage(context, language);
    return redirect(paths.compareClass(), 307);
  }
  if (sent.kind === 'standing') {
    const former = paths.compare(new URL(sent.page, context.origin).search.slice(1));
    const page = shortEnough(chosenPage(sent.entries) ?? former);
    setLanguage(context, language);
    return redirect(page, isTypedResult(sent.entries) ? 307 : 303);
  }
  const entries = sent.entries.filter(([name]) => name !== 'language');
  const former = context.language;
  // Messages of this request, such as of an ended session, are in the chosen language already.
  context.language = language;
  const address = await preserveForm(context, { ...sent, entries }).catch((response: unknown) => {
    const isTooLarge = response instanceof Response && response.status === 413;
    if (isTooLarge) context.language = former;
    else setLanguage(context, language);
    throw response;
  });
  setLanguage(context, language);
  return redirect(address, 303);
}

function setLanguage(context: LoadContext, language: Language): void {
  context.setCookie(languageCookieHeader(language, context.origin.startsWith('https:')));
}

/** Never rendered. A route needs a component so that a refused form gets the failure page inside the frame. */
export default function Language() {
  return null;
}
