import { languages, type Language } from '../language';
import type { Choice } from './directives';

/**
 * Choices of a [Language] field: the page's language, the other one, then `further` ISO 639-1 codes by
 * name. Stored are the codes, which do not depend on the page.
 */
export function languageChoices(language: Language, further: readonly string[] = []): Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const choice = (code: string): Choice => ({ value: code, label: names.of(code) ?? code });
  const own = [language, ...languages.filter((other) => other !== language)];
  const others = further.filter((code) => !own.some((known) => known === code)).map(choice);
  return [...own.map(choice), ...others.sort((a, b) => a.label.localeCompare(b.label, language))];
}
