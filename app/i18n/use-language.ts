import { useTranslation } from 'react-i18next';

import { defaultLanguage, parseLanguage, type Language } from '@domain/language-code';

/** Language of the page. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return parseLanguage(i18n.language) ?? defaultLanguage;
}
