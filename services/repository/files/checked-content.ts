import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** Content does not have the SHA-256 that it should have. */
export class ContentDiffers extends Error {
  constructor() {
    super('The content has another SHA-256 than it should have.');
    this.name = 'ContentDiffers';
  }
}

/**
 * The same bytes, followed by ContentDiffers if their SHA-256 (hex) is not `sha256`. A file store that is given this
 * stores either the right content or nothing.
 */
export function checkedContent(content: AsyncIterable<Uint8Array>, sha256: string): Readable {
  return Readable.from(checkedChunks(content, sha256), { objectMode: false });
}

async function* checkedChunks(content: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new ContentDiffers();
}
