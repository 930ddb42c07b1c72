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

/** A text in every language, as used in vocabulary, schema and rules. */
export const BilingualSchema = z.record(LanguageSchema, z.string());
export type Bilingual = z.infer<typeof BilingualSchema>;
