import type { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language-code';
import { fillText } from '@domain/text';

import german from '../../locales/de/errors.json';
import english from '../../locales/en/errors.json';

const messages: Record<Language, Record<string, string>> = { en: english, de: german };

/** Message of a refusal that the web app makes before Remix runs. The server has no other texts there. */
export function refusalMessage({ code, parameters }: Refusal, language: Language): string {
  return fillText(messages[language][code] ?? code, parameters);
}
