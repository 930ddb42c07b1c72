import { createHash } from 'node:crypto';

/** SHA-256 (hex) of a stream, which is never in memory as a whole. */
export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
