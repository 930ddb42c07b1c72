import type { MiddlewareHandler } from 'hono';

import { longestSharedMakingMs, otherTagsHeader, tagsHeader, tagsOf } from '@domain/shared-cache';

/**
 * Lets caches that many readers share keep public answers for `seconds`, with the tags by which they forget them. Answers
 * that set a cookie, or to a request with a token, are for one reader only, and so are those that took long: what they say
 * may be of a time whose last call to the caches is over. Files of the build may be kept for a year anyway.
 */
export function sharedCaching(seconds: number, now = () => performance.now()): MiddlewareHandler {
  return async (c, next) => {
    const began = now();
    await next();
    const { headers, status } = c.res;
    const control = headers.get('Cache-Control') ?? '';
    if (!/^public\b/.test(control) || /\b(?:immutable|s-maxage)\b/.test(control) || ![200, 206, 304].includes(status))
      return;
    const isLate = now() - began >= longestSharedMakingMs;
    if (isLate || headers.has('Set-Cookie')) return void c.header('Cache-Control', 'private, no-cache');
    // Whoever sends a token may get more than others. Without 'public', no cache shares it (RFC 9111, 3.5).
    if (c.req.header('Authorization') !== undefined)
      return void c.header('Cache-Control', control.replace('public', 'private'));
    const tags = tagsOf(c.req.path);
    c.header('Cache-Control', `${control}, s-maxage=${seconds}`);
    c.header(tagsHeader, tags.join(' '));
    c.header(otherTagsHeader, tags.join(','));
  };
}
