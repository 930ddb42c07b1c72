import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { byLanguage, type Language } from '@domain/language';
import type { Translate } from '@domain/quality-wording';
import { fillText } from '@domain/text';

import { rootFolder } from '../root-folder';

/** Texts of `locales/<language>/<name>.json` in every language. Throws a ZodError if a file does not match the schema. */
export function readTexts<Schema extends z.ZodType>(name: string, schema: Schema): Record<Language, z.output<Schema>> {
  return byLanguage((language) => {
    const file = path.join(rootFolder, 'locales', language, `${name}.json`);
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  });
}

/** Texts of a file: each one, or those of a part, by its name. */
export type NamedTexts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/**
 * Translates the texts of a file as i18next does for the screens: 'file:name', 'file:part.name', and the plural of
 * `count`. Throws an Error if there is no such text.
 */
export function translatorOf(texts: NamedTexts, language: Language): Translate {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const [name = '', inner] = key.slice(key.indexOf(':') + 1).split('.');
    const part = texts[name];
    const own = inner === undefined || typeof part === 'string' ? texts : (part ?? {});
    const wanted = inner ?? name;
    const { count } = values;
    const text = typeof count === 'number' ? own[`${wanted}_${plurals.select(count)}`] : own[wanted];
    if (typeof text !== 'string') throw new Error(`There is no text ${key}.`);
    return fillText(text, values);
  };
}
