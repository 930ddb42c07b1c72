import { z } from 'zod';

import { languages } from './language-code';

// The codes are in a separate module, so that pages without schemas do not load zod.
export {
  byLanguage,
  defaultLanguage,
  languageNames,
  languages,
  parseLanguage,
  preferredLanguage,
  type Language,
} from './language-code';

export const LanguageSchema = z.enum(languages);

/** Language of a contributed text; '' = unknown (domain/metadata/text-language.ts). */
export const TextLanguageSchema = z.enum([...languages, '']);

/** Title of a study in the language other than that of its title; '' if it has none. */
export const TranslatedTitleSchema = z.string().default('').describe('The title in the other language; may be empty.');

/** A text in every language, as used in vocabulary, schema and rules. */
export const BilingualSchema = z.record(LanguageSchema, z.string());
export type Bilingual = z.infer<typeof BilingualSchema>;
