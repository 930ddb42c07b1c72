import { Readable } from 'node:stream';

import { z } from 'zod';

import { problemDetails, problemHeaders } from '@domain/api/problem-details';
import type { FileRefusal } from '@domain/api/uploads';
import type { ErrorCode, ErrorParameters, Refusal } from '@domain/error-codes';
import { formatBytes, formatDay } from '@domain/formats';
import type { Language } from '@domain/language';
import { fillText } from '@domain/text';
import { UploadIdSchema } from '@domain/upload-id';

import { contentTag } from '../content-tag';
import { readTexts } from '../locale-texts';
import type { ApiContext } from './environment';
import { webBody } from './web-body';

/** Content-Disposition header of a file to be stored, with its full name. */
export function attachment(name: string): string {
  return disposition('attachment', name);
}

/** Answers with a file that is made for the caller alone, so that nobody keeps it. */
export function sendOwnFile(
  c: ApiContext,
  { fileName, type, open }: { fileName: string; type: string; open: () => Readable },
): Response {
  return c.body(webBody(open()), 200, {
    'Content-Type': type,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}

/** Content-Disposition header with the full name (RFC 5987) and an ASCII version for old clients. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`;
}

/** Response body that is generated while it is read. The work stops if the client disconnects. */
export function streamText(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return webBody(Readable.from(encode(pieces), { objectMode: false }));
}

async function* encode(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) if (piece !== '') yield Buffer.from(piece, 'utf8');
}

/** JSON response with an ETag for the If-Match header of a later save. */
export function answerTagged(c: ApiContext, content: object, tag = contentTag(content)): Response {
  c.header('ETag', `"${tag}"`);
  return c.json(content);
}

/** Tags in If-Match (RFC 9110, section 13.1.1); null if any version will do. Weak tags never match. */
export function expectedTags(c: ApiContext): string[] | null {
  const header = c.req.header('If-Match');
  if (header === undefined || header.trim() === '*') return null;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}

const messages = readTexts('errors', z.record(z.string(), z.string()));

/** Codes whose numbers are sizes of files in bytes. */
const sizeCodes: readonly ErrorCode[] = [
  'file-too-small',
  'file-too-large',
  'document-too-large',
  'account-storage-full',
];

/** Message for an error code, with its `{{parameters}}` filled in; `date` is a day, yyyy-MM-dd. */
export function errorMessage(code: ErrorCode, language: Language, parameters: ErrorParameters = {}): string {
  const written = Object.entries(parameters).map(([name, value]) => {
    if (name === 'date') return [name, formatDay(String(value).split('-'), language)];
    if (typeof value !== 'number' || !sizeCodes.includes(code)) return [name, value];
    return [name, name === 'bytes' ? sizeBelow(value, Number(parameters.min), language) : formatBytes(value, language)];
  });
  return fillText(messages[language][code] ?? code, Object.fromEntries(written) as ErrorParameters);
}

/** The sentence of an error with the names of its parameters in the place of their values: 'only {bytes} bytes'. */
export function errorPattern(code: ErrorCode, language: Language): string {
  return (messages[language][code] ?? code).replace(/\{\{(\w+)\}\}/g, '{$1}');
}

/** A refused file as the API reports it, with the caller's upload of an identical one. */
export function fileRefusal(
  { code, parameters }: Pick<Refusal, 'code' | 'parameters'>,
  language: Language,
): FileRefusal {
  const upload = UploadIdSchema.safeParse(parameters.upload);
  return { code, message: errorMessage(code, language, parameters), upload: upload.data };
}

/** A size in the unit of the limit, rounded down so that it never reads like the limit. */
function sizeBelow(bytes: number, min: number, language: Language): string {
  if (bytes === 0) return formatBytes(0, language);
  const shown = min < 1000 ? bytes : Math.max(100, Math.floor(bytes / 100) * 100);
  return formatBytes(shown, language, min);
}

/** Response for a refusal as problem details, with the message in the language of the call. */
export function problemResponse(refusal: Refusal, language: Language): Response {
  const title = errorMessage(refusal.code, language, refusal.parameters);
  return Response.json(problemDetails(refusal, title), {
    status: refusal.status,
    headers: problemHeaders(refusal, language),
  });
}
