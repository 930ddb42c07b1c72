import type { Country } from '@domain/api/metadata';
import { languages } from '@domain/language';

import type { DraftableForm } from '~/drafts/draftable-form.server';
import { entryValue } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listCountries } from '~/repository-client/downloads';

/** Confirmations of the licence form. A draft does not keep them, because they are given each time. */
export const confirmations = ['accurate', 'licence'] as const;

/** The licence form of a download session. */
export function downloadForm(session: string): DraftableForm {
  return {
    kind: 'download',
    object: session,
    page: paths.downloadForm(session),
    isInOneWindow: true,
    async draftOf(entries) {
      const typed = ['institution', 'country', 'purpose'].map((name): [string, string] => [
        name,
        entryValue(entries, name),
      ]);
      return typed.some(([, value]) => value !== '') ? typed : [];
    },
  };
}

/** Name of the chosen country in the language of the page, even if it was chosen in the other one. */
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
