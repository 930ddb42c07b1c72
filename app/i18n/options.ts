import type { InitOptions } from 'i18next';

import { defaultLanguage, languages } from '@domain/language-code';

/** Texts of keys that name no area of their own. */
export const defaultNamespace = 'common';

/** i18next on the server. Texts are escaped by React, not here. */
export const i18nextOptions = {
  supportedLngs: [...languages],
  fallbackLng: defaultLanguage,
  defaultNS: defaultNamespace,
  keySeparator: '.',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
} satisfies InitOptions;

/** Namespaces by the names of their files: './../locales/en/home.json' is 'home'. */
export function byNamespace(modules: Record<string, unknown>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(modules).map(([path, texts]) => [
      path.replace(/^.*\/([^/]+)\.json$/, '$1'),
      texts as Record<string, string>,
    ]),
  );
}
