import type { Readable } from 'node:stream';

import { attachment } from './answers';
import type { ApiContext } from './environment';
import { webBody } from './web-body';

/**
 * Answers with a file without its length, which is not known while it is made. Nobody keeps it, because it may break
 * off. `content` is null for HEAD, for which no file is made.
 */
export function sendWhileMade(
  c: ApiContext,
  content: Readable | null,
  { fileName, mediaType }: { fileName: string; mediaType: string },
): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (!content) return c.body(null, 200, headers);
  // A part of it can be asked for once it is complete.
  const whole = { ...headers, 'Accept-Ranges': 'none' };
  return c.body(webBody(content), 200, whole);
}
