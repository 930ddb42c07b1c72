import type { MetadataEntry } from '../api/metadata';
import { languages, type Language } from '../language-code';
import type { FormField } from './directives';
import { firstValueOf } from './entries';
import { fieldIds } from './field-ids';

/**
 * Language of a contributed text, as in the attribute `lang`. '' = unknown; in HTML this keeps the text from inheriting
 * the language of the page.
 */
export type TextLanguage = Language | '';

/** A contributed text with its language. */
export interface LanguageText {
  text: string;
  language: TextLanguage;
}

/**
 * Language in which a study is described (field 5.1). The form says that it is that of the title, the abstract and the
 * other texts, which are the fields with a `wording`. Other texts, such as notes, have none.
 */
export function describedIn(metadata: readonly MetadataEntry[]): TextLanguage {
  return readLanguage(firstValueOf(metadata, fieldIds.abstractLanguage));
}

/** Parses field 5.1, as stored or as posted. */
export function readLanguage(told: string): TextLanguage {
  return languages.find((language) => language === told) ?? '';
}

/** Language of a translated title: the one besides `language`; '' if `language` is unknown or there are several. */
export function otherLanguage(language: TextLanguage): TextLanguage {
  const [other = '', ...more] = languages.filter((code) => code !== language);
  return language === '' || more.length > 0 ? '' : other;
}

/**
 * Language of the text in a field of a study described in `study`; null for names, numbers, addresses and for choices,
 * which are shown in the language of the page.
 */
export function fieldLanguage({ wording }: Pick<FormField, 'wording'>, study: TextLanguage): TextLanguage | null {
  if (wording === null) return null;
  return wording === 'study' ? study : otherLanguage(study);
}

/** Language of one value, stored or shown; also null for a choice in a field that takes free text. */
export function valueLanguage(
  field: Pick<FormField, 'wording' | 'choices'>,
  value: string,
  study: TextLanguage,
): TextLanguage | null {
  const isChoice = field.choices.some((choice) => choice.value === value || choice.label === value);
  return isChoice ? null : fieldLanguage(field, study);
}

/** The title of a study, then its translation, if it has them. */
export function titlesOf(metadata: readonly MetadataEntry[]): LanguageText[] {
  const language = describedIn(metadata);
  return [
    { text: firstValueOf(metadata, fieldIds.title), language },
    { text: firstValueOf(metadata, fieldIds.translatedTitle), language: otherLanguage(language) },
  ].filter(({ text }) => text !== '');
}

/** The title in a language, or the first one if there is none in it. */
export function titleIn(titles: readonly LanguageText[], language: Language): LanguageText | undefined {
  return titles.find((title) => title.language === language) ?? titles[0];
}

/** Language of column names and codes (field 28) as an ISO 639-1 code; '' = unknown. */
export function dataLanguageOf(metadata: readonly MetadataEntry[]): string {
  return firstValueOf(metadata, fieldIds.dataLanguage);
}
