import { Readable } from 'node:stream';

import { attachment } from './answers';
import type { ApiContext } from './environment';

/**
 * Answers with a file without its length, which is not known while it is made. Nobody keeps it, because it may break
 * off. For HEAD nothing is sent.
 */
export function sendWhileMade(
  c: ApiContext,
  content: Readable,
  { fileName, mediaType }: { fileName: string; mediaType: string },
): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'no-store',
    // A part of it can be asked for once it is complete.
    'Accept-Ranges': 'none',
    'X-Content-Type-Options': 'nosniff',
  };
  if (c.req.raw.method === 'HEAD') {
    content.destroy();
    return c.body(null, 200, headers);
  }
  return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, 200, headers);
}
