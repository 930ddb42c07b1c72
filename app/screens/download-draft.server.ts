import { SessionIdSchema } from '@domain/api/downloads';
import type { Country } from '@domain/api/metadata';
import { languages } from '@domain/language';

import type { FormEntries } from '~/auth/draft-store';
import { requireUserOrKeepForm } from '~/auth/guards';
import { entryValue, type Entries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { listCountries } from '~/repository-client/downloads';

/** What is confirmed in the licence form. A draft does not keep it: it is given anew each time. */
export const confirmations = ['accurate', 'licence'] as const;

/** What was typed into the licence form, without the confirmations. */
export function typedDownload(entries: Entries): FormEntries {
  return ['institution', 'country', 'purpose'].map((name) => [name, entryValue(entries, name)]);
}

/** Name of a chosen country in the language of the page, also where it was chosen in the other one. */
export async function countryInPage(
  context: LoadContext,
  countries: readonly Country[],
  chosen: string,
): Promise<string> {
  if (chosen === '' || countries.some(({ name }) => name === chosen)) return chosen;
  for (const language of languages) {
    const others = await listCountries({ ...context, language }).catch(() => []);
    const code = others.find(({ name }) => name === chosen)?.code;
    const own = code && countries.find((country) => country.code === code);
    if (own) return own.name;
  }
  return chosen;
}

/** Keeps what was typed into the licence form, if anything was, and answers which confirmations are ticked. */
export async function carryDownload(
  context: LoadContext,
  { object, page, entries }: { object: string; page: string; entries: FormEntries },
): Promise<string[]> {
  const session = SessionIdSchema.safeParse(object);
  if (!session.success) throw new Response(null, { status: 404 });
  const form = 'download';
  await requireUserOrKeepForm(context, async () => ({ form, object, page, entries }));
  const typed = typedDownload(entries);
  if (typed.some(([, value]) => value !== '')) await context.drafts.save(form, object, typed);
  else await context.drafts.remove(form, object);
  return confirmations.filter((name) => entryValue(entries, name) !== '');
}
