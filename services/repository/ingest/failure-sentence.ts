import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { ErrorParameters } from '@domain/error-codes';
import { languages, type Language } from '@domain/language';

import { rootFolder } from '../root-folder';

const sentences = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'ingest.json'), 'utf8')) as Record<
      string,
      string
    >,
  ]),
) as Record<Language, Record<string, string>>;

/** Message for a stored failure code, with its `{{parameters}}` filled in. */
export function failureSentence(code: string, language: Language, parameters: ErrorParameters = {}): string {
  const text = sentences[language][code] ?? sentences[language]['reading-fault'] ?? code;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parameters[name] ?? ''));
}
