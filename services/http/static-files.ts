import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

const hashedCache = 'public, max-age=31536000, immutable';
/** Files with fixed names: a day without asking, then by their tag. */
const namedCache = 'public, max-age=86400';
const packed = /\.(?:br|gz)$/;
/** What precompress.ts has packed, by the files' endings. */
export const packable = /\.(?:js|css|svg|html|txt|json|xml|webmanifest)$/;

/**
 * Serves the files of a folder as they are at start, packed where they lie packed beside (`.br`, `.gz`),
 * with a tag by which a browser that has one gets 304. What Vite named by its content never changes.
 * Other addresses are passed on without a look at the disk. Files are small and given whole: a `Range` is
 * not heeded, as RFC 9110 (14.2) allows.
 */
export function staticFiles(folder: string): MiddlewareHandler {
  const tags = readTags(folder);
  const serve = serveStatic({ root: path.relative(process.cwd(), folder), precompressed: true });
  return async (c, next) => {
    const tag = tags.get(c.req.path);
    if (tag === undefined || !['GET', 'HEAD'].includes(c.req.method)) return next();
    c.header('Cache-Control', c.req.path.startsWith('/assets/') ? hashedCache : namedCache);
    c.header('ETag', tag);
    if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304);
    // `serveStatic` gives other parts than those asked for, and fails where a file has none of them.
    c.req.raw.headers.delete('Range');
    const answer = await serve(c, next);
    if (answer && packable.test(c.req.path)) answer.headers.set('Vary', 'Accept-Encoding');
    return answer;
  };
}

function readTags(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !packed.test(entry.name) && !entry.name.startsWith('.'),
  );
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22);
      const address = path.relative(folder, file).split(path.sep).join('/');
      // Weak: the packed forms of a file share its tag.
      return [`/${address}`, `W/"${hash}"`];
    }),
  );
}
