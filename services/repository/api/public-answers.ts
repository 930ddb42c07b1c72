import type { MiddlewareHandler } from 'hono';

import { contentTag } from '../content-tag';
import type { ApiEnvironment } from './environment';
import { isKnownTag } from './known-tag';

/** Headers that a script of another site may send with a public GET. */
const allowedHeaders = 'Accept, Accept-Language, If-None-Match, If-Range, Range';
/** Headers that it may read besides the usual ones. */
const exposedHeaders =
  'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Link, Location, Retry-After';
/** How long a browser may keep the answer to a preflight request, in seconds. */
const preflightSeconds = 86_400;
/** How long caches may keep a public answer without asking, in seconds. New data sets show after this time. */
const publicSeconds = 60;

/**
 * Public GETs can be read by scripts of any site (CORS) and kept by caches: nobody's answer differs from anybody else's
 * as long as no credentials are sent. Use cases for signed-in users get none of these headers.
 */
export const publicAnswers: MiddlewareHandler<ApiEnvironment> = async (c, next) => {
  // Other protocols ask by OPTIONS, too; only preflight requests name a method (https://fetch.spec.whatwg.org).
  if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined) {
    return c.body(null, 204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': String(preflightSeconds),
    });
  }
  await next();
  if (!c.get('isPublic') || !['GET', 'HEAD'].includes(c.req.method)) return;
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', exposedHeaders);
  // Errors are not kept: the next request may succeed. Files have the headers of `sendKeptFile`.
  if (c.res.status !== 200 || c.res.headers.has('Accept-Ranges')) return;
  const isAnonymous = c.get('actor') === null && c.req.header('Cookie') === undefined;
  if (!isAnonymous) {
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'private, no-cache');
    return;
  }
  if (c.res.headers.get('Cache-Control') === 'no-store') return;
  const isKeptLonger = c.res.headers.get('Cache-Control')?.startsWith('public') ?? false;
  if (!isKeptLonger) c.header('Cache-Control', `public, max-age=${publicSeconds}`);
  const tag = c.res.headers.get('ETag') ?? (await tagOf(c.res));
  if (tag === null) return;
  c.header('ETag', tag);
  if (!isKnownTag(tag, c.req.header('If-None-Match'))) return;
  await c.res.body?.cancel();
  c.res = new Response(null, { status: 304, headers: c.res.headers });
};

/** Tag of a response that is short. Streams have tags of their own, or none. */
async function tagOf(response: Response): Promise<string | null> {
  const type = response.headers.get('Content-Type') ?? '';
  return /^application\/(?:json|atom\+xml)/.test(type) ? `W/"${contentTag(await response.clone().text())}"` : null;
}
