import { forBrowserName } from '@domain/for-browser';
import { Refusal } from '@domain/error-codes';
import { hashOf } from '@domain/secrets';

import type { RepositoryContext } from '../context/context';
import { ObjectNotFound } from '../context/file-store';
import { attachment, problemResponse } from './answers';
import type { ApiContext } from './environment';
import { isKnownTag } from './known-tag';
import { readRange } from './read-range';
import { webBody } from './web-body';

/** A complete file in the file store. Its content never changes. */
export interface CompleteFile {
  objectKey: string;
  bytes: number;
  /** Hex; null if it is not known. Then the file has a tag made from its key. */
  sha256: string | null;
}

export interface SentFile {
  fileName: string;
  mediaType: string;
  /** Everybody gets the same file, so caches may keep it. */
  isPublic: boolean;
  /** A browser that shows it in spite of everything needs the policy of this server. */
  isDocument?: boolean;
  /** Refusal if the store does not have the file; 'rows-missing' if it is left out. */
  lost?: 'not-found' | 'rows-missing';
}

/** How long caches may keep a public file without asking, in seconds. */
const publicFileSeconds = 3600;

/**
 * Answers GET or HEAD with a file as a download: whole or one range of it, or 304 if the client has it already (RFC 9110,
 * sections 13 and 14). Nothing is read for HEAD. The file is read as fast as the client takes it, and no further when the
 * client leaves. A range outside the file gets 416. If the store lends addresses, clients are led to the store, which does
 * the same, unless they might send it their token. Refuses with 'rows-missing' if the store has lost the file.
 */
export async function sendKeptFile(
  c: ApiContext,
  { files }: Pick<RepositoryContext, 'files'>,
  { objectKey, bytes, sha256 }: CompleteFile,
  { fileName, mediaType, isPublic, isDocument = false, lost = 'rows-missing' }: SentFile,
): Promise<Response> {
  const refuse = (error: unknown): never => {
    throw error instanceof ObjectNotFound ? new Refusal(lost) : error;
  };
  const tag = `"${sha256 ?? hashOf(objectKey)}"`;
  c.header('ETag', tag);
  c.header('Accept-Ranges', 'bytes');
  c.header('Cache-Control', isPublic ? `public, max-age=${publicFileSeconds}` : 'private, no-store');
  if (isKnownTag(tag, c.req.header('If-None-Match'))) return c.body(null, 304);
  const isHead = c.req.raw.method === 'HEAD';
  if (files.lendAddress && !isHead && !isDocument && bytes > 0 && keepsToken(c)) {
    const as = { disposition: attachment(fileName), mediaType };
    return leadTo(c, await files.lendAddress(objectKey, as).catch(refuse));
  }
  const range = isHead || !holdsIfRange(c, tag) ? null : readRange(c.req.header('Range'), bytes);
  if (range === 'outside') return refuseRange(c, bytes);
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  c.header('Content-Type', mediaType);
  c.header('Content-Length', String(end - start + 1));
  c.header('Content-Disposition', attachment(fileName));
  c.header('X-Content-Type-Options', 'nosniff');
  if (range) c.header('Content-Range', `bytes ${start}-${end}/${bytes}`);
  if (isHead || bytes === 0) return c.body(null, 200);
  const content = await files.read(objectKey, range ?? undefined).catch(refuse);
  return c.body(webBody(content), range ? 206 : 200);
}

/** Whether nobody else learns the token of a request by a redirect: it has none, or a browser follows without it. */
function keepsToken(c: ApiContext): boolean {
  return c.req.header('Authorization') === undefined || c.req.header(forBrowserName) !== undefined;
}

/** Leads a client to an address that holds for a short time and that nobody else may learn. */
function leadTo(c: ApiContext, address: string): Response {
  for (const name of ['ETag', 'Accept-Ranges']) c.header(name, undefined);
  c.header('Cache-Control', 'private, no-store');
  return c.redirect(address, 302);
}

/** Whether a range may be sent: a client that has a part of another version needs the whole file. */
function holdsIfRange(c: ApiContext, tag: string): boolean {
  const condition = c.req.header('If-Range');
  // Compared strongly. Files have no date, so a date never holds.
  return condition === undefined || condition.trim() === tag;
}

function refuseRange(c: ApiContext, bytes: number): Response {
  const refused = problemResponse(new Refusal('range-outside', { bytes }), c.get('language'));
  refused.headers.set('Content-Range', `bytes */${bytes}`);
  return refused;
}
