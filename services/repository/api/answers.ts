import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { ErrorCode, ErrorParameters, Refusal } from '@domain/error-codes';
import { type Language, languages } from '@domain/language';
import { retryAfterSeconds } from '@domain/outage';

import { contentTag } from '../content-tag';
import { rootFolder } from '../root-folder';
import type { ApiContext } from './environment';

/** Content-Disposition with the name in full (RFC 5987) and, for old clients, in ASCII. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}

/** Body of an answer that is made while it is read; when the reader goes away, so does the work. */
export function streamText(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const bytes = Readable.from(encode(pieces), { objectMode: false });
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
}

async function* encode(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) if (piece !== '') yield Buffer.from(piece, 'utf8');
}

/** Answers what is saved, with the tag that a later save may name in If-Match. */
export function answerTagged(c: ApiContext, content: object, tag = contentTag(content)): Response {
  c.header('ETag', `"${tag}"`);
  return c.json(content);
}

/** The tags that If-Match names (RFC 9110, section 13.1.1); null when any will do. A weak tag matches nothing. */
export function expectedTags(c: ApiContext): string[] | null {
  const header = c.req.header('If-Match');
  if (header === undefined || header.trim() === '*') return null;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}

type Sentences = Partial<Record<ErrorCode, string>>;

const sentences = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'errors.json'), 'utf8')) as Sentences,
  ]),
) as Record<Language, Sentences>;

/** The sentence of an error code with its `{{parameters}}` filled in. */
export function errorSentence(code: ErrorCode, language: Language, parameters: ErrorParameters = {}): string {
  const text = sentences[language][code] ?? code;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parameters[name] ?? ''));
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
