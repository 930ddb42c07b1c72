import { languages } from '@domain/language';

import { languageCodes } from './codes';

/** The spec's time-out of the list, and how long a list is kept before it is read anew (design, section 3). */
const timeoutMs = 10_000;
const lifeMs = 24 * 60 * 60 * 1000;
/** After a failure the address is asked again earlier. */
const retryMs = 60 * 60 * 1000;
/** Most bytes of a list that are read: lists of all languages of ISO 639 have some 20 kB. */
const maxListBytes = 1_000_000;
/** Fewer known codes than this are no list of languages. */
const leastCodes = 10;

/** One process serves one repository: the list in force is that of the process. */
let current: readonly string[] = languageCodes;

/** ISO 639-1 codes of the languages that data may be in: the list of the address, else the packaged one. */
export function currentLanguageCodes(): readonly string[] {
  return current;
}

/** Puts another list in force; without one, the packaged list. */
export function setLanguageCodes(codes: readonly string[] = languageCodes): void {
  current = codes;
}

/**
 * Reads the list at `url` now and once a day. As long as the address does not answer with a list, the
 * packaged one is in force and the log says why.
 */
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

/** The codes that a CSV at an address names; throws a sentence when it cannot be had or is none. */
export async function fetchLanguageCodes(
  url: string,
  { signal, limitMs = timeoutMs }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<string[]> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (!response.ok) throw new Error(`The address answers ${response.status}.`);
    return parseLanguageCodes(await readCapped(response));
  } catch (error) {
    if (limit.aborted) throw new Error(`The address does not answer within ${limitMs / 1000} s.`);
    throw error instanceof TypeError ? new Error('The address cannot be reached.', { cause: error }) : error;
  }
}

async function readCapped({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early lets go of the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxListBytes) throw new Error(`The list has more than ${maxListBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The two-letter code of each line of a CSV, whatever else the line says. Codes without a name in our
 * languages, and names that came before, are left out: a list in which two lines read the same helps nobody.
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
  if (codes.length < leastCodes || csv.trimStart().startsWith('<')) {
    throw new Error('The response is not a list of language codes.');
  }
  return codes;
}
