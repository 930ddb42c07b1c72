import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { languages, type Language } from '@domain/language';

import { rootFolder } from '../root-folder';

/** Texts of `locales/<language>/<name>.json` in every language. Throws a ZodError if a file does not match the schema. */
export function readTexts<Schema extends z.ZodType>(name: string, schema: Schema): Record<Language, z.output<Schema>> {
  const texts = languages.map((language) => {
    const file = path.join(rootFolder, 'locales', language, `${name}.json`);
    return [language, schema.parse(JSON.parse(readFileSync(file, 'utf8')))];
  });
  return Object.fromEntries(texts) as Record<Language, z.output<Schema>>;
}

/** Replaces each `{{name}}` in a text with its value; unknown names become ''. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
