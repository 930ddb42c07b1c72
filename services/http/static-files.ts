import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

import { hashOf } from '@domain/secrets';
import { compressible } from './compress';

const hashedCache = 'public, max-age=31536000, immutable';
/** Files with fixed names are cached for a day, then revalidated with their ETag. */
const namedCache = 'public, max-age=86400';
const packed = /\.(?:br|gz)$/;

/**
 * Serves the files that are in a folder at start, compressed if there is a compressed file beside them (`.br`, `.gz`),
 * and with an ETag. Files that Vite has named after their content never change. All other addresses are passed on
 * without access to the disk. Files are small, so `Range` is ignored, as RFC 9110 (14.2) allows.
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
    // `serveStatic` returns wrong ranges, and fails if a file does not contain the range.
    c.req.raw.headers.delete('Range');
    const answer = await serve(c, next);
    if (answer && compressible.test(c.req.path)) answer.headers.set('Vary', 'Accept-Encoding');
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
      const hash = hashOf(readFileSync(file)).slice(0, 22);
      const address = path.relative(folder, file).split(path.sep).join('/');
      // Weak, because the compressed forms of a file have the same tag.
      return [`/${address}`, `W/"${hash}"`];
    }),
  );
}
