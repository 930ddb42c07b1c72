import { defaultLanguage, parseLanguage, type Language } from '@domain/language';

import german from '../../locales/de/identity.json';
import english from '../../locales/en/identity.json';

/** Everything the provider's pages and mails say, in one language. */
export type Texts = typeof english;

const byLanguage: Record<Language, Texts> = { en: english, de: german };

export function textsIn(language: Language): Texts {
  return byLanguage[language];
}

/** The language of the cookie `language`, read raw: its value starts with EN- or DE-. */
export function languageOf(cookieHeader: string | undefined): Language {
  const value = /(?:^|;\s*)language=([^;]*)/.exec(cookieHeader ?? '')?.[1];
  return parseLanguage(value) ?? defaultLanguage;
}

/** Fills the `{{names}}` of a text. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
