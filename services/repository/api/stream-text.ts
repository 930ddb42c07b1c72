import { Readable } from 'node:stream';

/** Body of an answer that is made while it is read; when the reader goes away, so does the work. */
export function streamText(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const bytes = Readable.from(encode(pieces), { objectMode: false });
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
}

async function* encode(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) if (piece !== '') yield Buffer.from(piece, 'utf8');
}
