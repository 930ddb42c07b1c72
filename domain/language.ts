import { z } from 'zod';

import { languages } from './language-code';

// The codes stand apart, so that pages that need no schema load no schema library.
export { defaultLanguage, languages, parseLanguage, type Language } from './language-code';

export const LanguageSchema = z.enum(languages);

/** Language of a contributed text; '' = not told (domain/metadata/text-language.ts). */
export const TextLanguageSchema = z.enum([...languages, '']);

/** A text in every language: the form in which vocabulary, schema and rules carry words. */
export const BilingualSchema = z.object({ en: z.string(), de: z.string() });
export type Bilingual = z.infer<typeof BilingualSchema>;
