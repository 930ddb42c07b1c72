import { defaultLanguage, parseLanguage, type Language } from '@domain/language';

import germanCommon from '../../locales/de/common.json';
import germanForms from '../../locales/de/forms.json';
import german from '../../locales/de/identity.json';
import englishCommon from '../../locales/en/common.json';
import englishForms from '../../locales/en/forms.json';
import english from '../../locales/en/identity.json';

/** Everything the provider's pages and mails say, in one language. */
export type Texts = typeof english;

/** What the web app's frame and forms say, in one language: the same words on both sides of the door. */
export interface FrameTexts {
  common: typeof englishCommon;
  forms: typeof englishForms;
}

const byLanguage: Record<Language, Texts> = { en: english, de: german };

const frameByLanguage: Record<Language, FrameTexts> = {
  en: { common: englishCommon, forms: englishForms },
  de: { common: germanCommon, forms: germanForms },
};

export function textsIn(language: Language): Texts {
  return byLanguage[language];
}

export function frameTextsIn(language: Language): FrameTexts {
  return frameByLanguage[language];
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
