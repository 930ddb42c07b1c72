import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { byLanguage, type Language } from '@domain/language';

import { rootFolder } from '../root-folder';

/** Texts of `locales/<language>/<name>.json` in every language. Throws a ZodError if a file does not match the schema. */
export function readTexts<Schema extends z.ZodType>(name: string, schema: Schema): Record<Language, z.output<Schema>> {
  return byLanguage((language) => {
    const file = path.join(rootFolder, 'locales', language, `${name}.json`);
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  });
}
