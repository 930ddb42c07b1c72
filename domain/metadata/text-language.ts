import type { MetadataEntry } from '../api/metadata';
import { languages, type Language } from '../language-code';
import type { FormField } from './directives';
import { firstValueOf } from './entries';
import { fieldIds } from './field-ids';

/**
 * Language of a contributed text as the attribute `lang` takes it. '' = nobody has told it, which is what HTML
 * means by it too: such a text is not in the language of the page just because it stands there.
 */
export type TextLanguage = Language | '';

/** A contributed text with its language. */
export interface LanguageText {
  text: string;
  language: TextLanguage;
}

/**
 * Language a contributor describes a study in: that of the abstract (field 5.1) counts for its title and for
 * all that is worded like it (`wording` of the schema) too. Nothing is guessed.
 */
export function describedIn(metadata: readonly MetadataEntry[]): TextLanguage {
  return readLanguage(firstValueOf(metadata, fieldIds.abstractLanguage));
}

/** What field 5.1 holds, stored or as its control has it. */
export function readLanguage(told: string): TextLanguage {
  return languages.find((language) => language === told) ?? '';
}

/** The other one of the two languages: that of a translated title. */
export function otherLanguage(language: TextLanguage): TextLanguage {
  return language && (languages.find((other) => other !== language) ?? '');
}

/**
 * Language of what is typed into a field of a study that is described in `study`; null for what has none:
 * names, numbers, addresses, and choices, which stand there in the language of the page.
 */
export function fieldLanguage({ wording }: Pick<FormField, 'wording'>, study: TextLanguage): TextLanguage | null {
  if (wording === null) return null;
  return wording === 'study' ? study : otherLanguage(study);
}

/** Language of one value, stored or shown; null for a choice among what may be typed, too. */
export function valueLanguage(
  field: Pick<FormField, 'wording' | 'choices'>,
  value: string,
  study: TextLanguage,
): TextLanguage | null {
  const isChoice = field.choices.some((choice) => choice.value === value || choice.label === value);
  return isChoice ? null : fieldLanguage(field, study);
}

/** The title of a study, then its translation; without those that it has not. */
export function titlesOf(metadata: readonly MetadataEntry[]): LanguageText[] {
  const language = describedIn(metadata);
  return [
    { text: firstValueOf(metadata, fieldIds.title), language },
    { text: firstValueOf(metadata, fieldIds.translatedTitle), language: otherLanguage(language) },
  ].filter(({ text }) => text !== '');
}

/** Language of column names and codes (field 28) as an ISO 639-1 code; '' = not told. */
export function dataLanguageOf(metadata: readonly MetadataEntry[]): string {
  return firstValueOf(metadata, fieldIds.dataLanguage);
}
