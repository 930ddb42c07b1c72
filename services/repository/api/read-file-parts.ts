import { Readable } from 'node:stream';

import busboy from 'busboy';

import { Refusal } from '@domain/error-codes';
import { maxFilesPerUpload } from '@domain/limits';

import type { FilePart } from '../usecases/receive-files';

/** What is still read of a body after its answer is known, so that the client gets to see the answer. */
const drain = { bytes: 64 * 1024 * 1024, ms: 5000 };

/**
 * The files of a multipart body, one after the other while it arrives: the next is not looked for before
 * the stream of the one at hand is read to its end. Refuses with 'bad-request' (no multipart),
 * 'too-many-files' and 'file-incomplete' (the body ends early).
 */
export async function* readFileParts(
  body: ReadableStream<Uint8Array> | null,
  contentType: string | undefined,
): AsyncGenerator<FilePart, void, undefined> {
  if (!body || !/^multipart\/form-data\b/i.test(contentType ?? '')) throw new Refusal('bad-request');
  const source = Readable.fromWeb(body as never);
  const parts = new Readable({ objectMode: true, read: () => undefined });
  let lastName = '';
  const parser = openParser(contentType ?? '');
  parser.on('file', (_field, stream, { filename }) => {
    // Whoever reads the stream sees its error; one that nobody reads yet must not end the process.
    stream.on('error', () => undefined);
    // A file field left empty comes as a part without name.
    if (!filename) return void stream.resume();
    lastName = filename;
    parts.push({ name: filename, stream } satisfies FilePart);
  });
  parser.on('filesLimit', () => parts.destroy(new Refusal('too-many-files', { max: maxFilesPerUpload })));
  parser.on('error', (error) => parts.destroy(asRefusal(error, lastName)));
  parser.on('close', () => parts.push(null));
  source.on('error', () => parser.destroy(new Error(cutOff)));
  source.pipe(parser);
  try {
    yield* parts as AsyncIterable<FilePart>;
  } finally {
    source.unpipe(parser);
    parser.destroy();
    drainQuietly(source);
  }
}

const cutOff = 'Unexpected end of form';

function openParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      // One more than allowed, for the parser to tell of it; other fields are none of ours.
      limits: { files: maxFilesPerUpload, fields: 100, fieldSize: 1000, headerPairs: 50 },
    });
  } catch {
    throw new Refusal('bad-request');
  }
}

function asRefusal(error: unknown, name: string): Refusal {
  const isCut = error instanceof Error && error.message === cutOff && name !== '';
  return isCut ? new Refusal('file-incomplete', { name }) : new Refusal('bad-request');
}

/** Reads on for a while and forgets: an answer next to unread bytes reaches no browser. */
function drainQuietly(source: Readable): void {
  if (source.readableEnded || source.destroyed) return;
  let left = drain.bytes;
  const timer = setTimeout(() => source.destroy(), drain.ms);
  source.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left <= 0) source.destroy();
  });
  source.on('close', () => clearTimeout(timer));
}
