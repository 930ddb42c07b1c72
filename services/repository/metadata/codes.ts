import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { Country } from '@domain/api/metadata';
import type { Language } from '@domain/language';

import { rootFolder } from '../root-folder';

function readCodes(file: string, pattern: RegExp): string[] {
  const text = readFileSync(path.join(rootFolder, 'services', 'repository', 'data', file), 'utf8');
  return z.array(z.string().regex(pattern)).min(1).parse(JSON.parse(text));
}

/** ISO 3166-1 alpha-2: countries and areas as assigned by the standard. */
export const countryCodes = readCodes('country-codes.json', /^[A-Z]{2}$/);

/** ISO 639-1: languages the data may be in. */
export const languageCodes = readCodes('language-codes.json', /^[a-z]{2}$/);

/**
 * Countries by name in a language; Germany alone where this Node knows no names (spec section 4,
 * 'Download form').
 */
export function listCountries(language: Language): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const countries = countryCodes.flatMap((code) => {
    const name = names.of(code);
    return name ? [{ code, name }] : [];
  });
  if (countries.length === 0) return [{ code: 'DE', name: language === 'de' ? 'Deutschland' : 'Germany' }];
  return countries.sort((a, b) => a.name.localeCompare(b.name, language));
}
