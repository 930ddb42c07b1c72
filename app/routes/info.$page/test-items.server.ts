import type { Language } from '@domain/language';

import german from '../../../locales/de/test-items.json';
import english from '../../../locales/en/test-items.json';
import type { TestItemTexts } from './test-items';

const byLanguage: Record<Language, TestItemTexts> = { en: english, de: german };

/** What the page of the test items says: long texts, which the browser's script has no use for. */
export function readTestItems(language: Language): TestItemTexts {
  return byLanguage[language];
}
