import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Refusal, type ErrorCode, type ErrorParameters } from '@domain/error-codes';
import { formatBytes, formatDay } from '@domain/formats';
import { languages, type Language } from '@domain/language';
import { retryAfterSeconds } from '@domain/outage';

import { rootFolder } from '../root-folder';

type Sentences = Partial<Record<ErrorCode, string>>;

const sentences = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'errors.json'), 'utf8')) as Sentences,
  ]),
) as Record<Language, Sentences>;

/** Codes whose numbers are sizes of files in bytes. */
const sizeCodes: readonly ErrorCode[] = ['file-too-small', 'file-too-large'];

/** The sentence of an error code with its `{{parameters}}` filled in; `date` is a day, yyyy-MM-dd. */
export function errorSentence(code: ErrorCode, language: Language, parameters: ErrorParameters = {}): string {
  const text = sentences[language][code] ?? code;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (name === 'date') return formatDay(String(value).split('-'), language);
    if (typeof value !== 'number' || !sizeCodes.includes(code)) return String(value);
    // Rounded down, so that a size below the limit never reads like the limit.
    return formatBytes(name === 'bytes' && value > 1000 ? Math.floor(value / 100) * 100 : value, language);
  });
}

/** Answer of a refusal as problem details (RFC 9457), with the stable `code` as extension member. */
export function problemResponse(refusal: Refusal, language: Language): Response {
  const body = {
    type: `urn:motothek:problem:${refusal.code}`,
    title: errorSentence(refusal.code, language, refusal.parameters),
    status: refusal.status,
    code: refusal.code,
    parameters: refusal.parameters,
    ...refusal.extensions,
  };
  return Response.json(body, {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Language': language,
      ...(refusal.status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    },
  });
}
