import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { Country } from '@domain/api/metadata';
import { type Language, languages } from '@domain/language';

import { rootFolder } from '../../root-folder';

function readCodes(file: string, pattern: RegExp): string[] {
  const text = readFileSync(path.join(rootFolder, 'services', 'repository', 'data', file), 'utf8');
  return z.array(z.string().regex(pattern)).min(1).parse(JSON.parse(text));
}

/** ISO 3166-1 alpha-2 codes of countries and areas. */
export const countryCodes = readCodes('country-codes.json', /^[A-Z]{2}$/);

/** ISO 639-1 codes of the languages that data can be in. */
export const languageCodes = readCodes('language-codes.json', /^[a-z]{2}$/);

const germany: Record<Language, string> = { en: 'Germany', de: 'Deutschland' };

/** Countries sorted by name in a language; only Germany if this Node has no names (spec section 4, 'Download form'). */
export function listCountries(language: Language): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const countries = countryCodes.flatMap((code) => {
    const name = names.of(code);
    return name ? [{ code, name }] : [];
  });
  if (countries.length === 0) return [{ code: 'DE', name: germany[language] }];
  return countries.sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Names of countries in a language, by ISO 3166-1 alpha-2 code. */
export function countryNames(language: Language): ReadonlyMap<string, string> {
  return new Map(listCountries(language).map(({ code, name }) => [code, name]));
}

const knownNames = new Set(languages.flatMap((language) => listCountries(language).map(({ name }) => name)));

/** Whether a country has this name in one of the languages. */
export function isCountryName(name: string): boolean {
  return knownNames.has(name);
}

/** Timeout for reading the list, and the interval at which it is read again (design section 3). */
const timeoutMs = 10_000;
const lifeMs = 24 * 60 * 60 * 1000;
/** Delay before the next attempt after a failure. */
const retryMs = 60 * 60 * 1000;
/** Maximum size of a list; lists of all languages of ISO 639 have about 20 kB. */
const maxListBytes = 1_000_000;
/** A list with fewer known codes is not accepted. */
const minCodes = 10;

/** The current list of this process, which serves one repository. */
let current: readonly string[] = languageCodes;

/** ISO 639-1 codes of the languages that data can be in: the list from the configured URL, or the packaged one. */
export function currentLanguageCodes(): readonly string[] {
  return current;
}

/** Replaces the current list; by default with the packaged one. */
export function setLanguageCodes(codes: readonly string[] = languageCodes): void {
  current = codes;
}

/** Reads the list at `url` now and once a day. While that fails, the packaged list is used and a warning is logged. */
export function keepLanguageCodes(
  url: string,
  warn: (text: string, about?: { error?: unknown }) => void,
): { stop(): void } {
  const stopping = new AbortController();
  let next: ReturnType<typeof setTimeout> | undefined;
  async function read(): Promise<void> {
    let waitMs = lifeMs;
    try {
      setLanguageCodes(await fetchLanguageCodes(url, { signal: stopping.signal }));
    } catch (error) {
      if (stopping.signal.aborted) return;
      setLanguageCodes();
      waitMs = retryMs;
      warn(`LANGUAGE_CODES_URL: ${(error as Error).message} The packaged list is used.`, { error });
    }
    next = setTimeout(() => void read(), waitMs);
    next.unref();
  }
  void read();
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(next);
    },
  };
}

/**
 * Reads the codes from a CSV file at a URL. Throws an Error with a message if it cannot be read or is not a list of
 * codes.
 */
export async function fetchLanguageCodes(
  url: string,
  { signal, limitMs = timeoutMs }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<string[]> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (!response.ok) throw new Error(`The address responded with status ${response.status}.`);
    return parseLanguageCodes(await readCapped(response));
  } catch (error) {
    if (limit.aborted) throw new Error(`The address did not respond within ${limitMs / 1000} s.`);
    throw error instanceof TypeError ? new Error('The address cannot be reached.', { cause: error }) : error;
  }
}

async function readCapped({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxListBytes) throw new Error(`The list has more than ${maxListBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The two-letter code of each line of a CSV file, whatever else the line contains. Codes without a name in our
 * languages and duplicate names are left out, so that no two choices read the same.
 */
export function parseLanguageCodes(csv: string): string[] {
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }));
  const seen = new Set<string>();
  const codes = csv.split(/\r\n?|\n/).flatMap((line) => {
    const cells = line.split(/[,;\t]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
    );
    const code = cells.find((cell) => /^[a-z]{2}$/.test(cell));
    const named = code === undefined ? [] : names.map((name) => name.of(code));
    if (code === undefined || named.some((name) => name === undefined || seen.has(name))) return [];
    for (const name of named) seen.add(name!);
    return [code];
  });
  if (codes.length < minCodes || csv.trimStart().startsWith('<')) {
    throw new Error('The response is not a list of language codes.');
  }
  return codes;
}
