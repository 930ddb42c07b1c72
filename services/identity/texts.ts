import { defaultLanguage, parseLanguage, type Language } from '@domain/language';

import germanCommon from '../../locales/de/common.json';
import germanForms from '../../locales/de/forms.json';
import german from '../../locales/de/identity.json';
import englishCommon from '../../locales/en/common.json';
import englishForms from '../../locales/en/forms.json';
import english from '../../locales/en/identity.json';

/** All texts of the provider's pages and mails in one language. */
export type Texts = typeof english;

/** Texts of the web app's frame and forms in one language, which the provider's pages use too. */
export interface FrameTexts {
  common: typeof englishCommon;
  forms: typeof englishForms;
}

export const texts: Record<Language, Texts> = { en: english, de: german };

export const frameTexts: Record<Language, FrameTexts> = {
  en: { common: englishCommon, forms: englishForms },
  de: { common: germanCommon, forms: germanForms },
};

/** The language in the cookie `language`, or the default one. */
export function languageOf(cookieHeader: string | undefined): Language {
  return chosenLanguage(cookieHeader) ?? defaultLanguage;
}

/** The language in the cookie `language`. Its value is not encoded and starts with EN- or DE-. Null if nobody chose one. */
export function chosenLanguage(cookieHeader: string | undefined): Language | null {
  return parseLanguage(/(?:^|;\s*)language=([^;]*)/.exec(cookieHeader ?? '')?.[1]);
}
