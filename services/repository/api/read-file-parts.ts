import { finished, Readable } from 'node:stream';

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';

import { Refusal } from '@domain/error-codes';
import { maxFilesPerUpload } from '@domain/limits';

import type { FilePart } from '../usecases/uploads/receive-files';
import type { ApiContext } from './environment';

/** Number of other fields that are tolerated beside the files. */
const maxFields = 100;
const maxFieldBytes = 64 * 1024;
/** Bytes of a body that are not of files. The parser takes part headers of any length. */
const maxOtherBytes = 8 * 1024 * 1024;

/**
 * Files of the multipart body of a request, like `readFileParts`. Ends with a refusal if the session or access token of
 * the request has ended by then, so that nothing of the body is kept.
 */
export async function* receivedParts(c: ApiContext): AsyncGenerator<FilePart, void, undefined> {
  try {
    yield* readFileParts(c.get('openBody')(c.req.raw), c.req.header('Content-Type'));
  } finally {
    await c.get('confirmCaller')('files');
  }
}

/**
 * Files of a multipart body while it arrives. The stream of each file must be read to its end before the next one.
 * Refuses with 'bad-request' (not multipart, too many or too long fields or headers), 'too-many-files' and
 * 'file-incomplete' (the body ends early). The rest of the body is left unread after a refusal; the HTTP server drains it.
 */
async function* readFileParts(
  source: Readable,
  contentType: string | undefined,
): AsyncGenerator<FilePart, void, undefined> {
  const parser = openParser(contentType ?? '');
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const { fail, fileBytes } = passOn(parser, parts);
  let bytes = 0;
  const count = (chunk: Uint8Array) => {
    // What came before this chunk has been parsed, whatever its size.
    if (bytes - fileBytes() > maxOtherBytes) parts.destroy(new Refusal('bad-request'));
    bytes += chunk.byteLength;
  };
  finished(source, (error) => error && fail(new Error(cutOff)));
  source.on('data', count);
  source.pipe(parser);
  try {
    yield* parts as AsyncIterable<FilePart>;
  } finally {
    source.off('data', count);
    source.unpipe(parser);
    parser.destroy();
  }
}

/** Passes the files that a parser finds on to `parts`, and ends it with the refusal of a body that is not as it must be. */
function passOn(parser: BusboyInstance, parts: Readable) {
  let last = null as { name: string; stream: BusboyFileStream } | null;
  let bytesBefore = 0;
  const fileBytes = () => bytesBefore + (last?.stream.bytesRead ?? 0);
  const fail = (error: Error) => {
    // The parser itself does not end the stream of a file that breaks off.
    last?.stream.destroy(error);
    parts.destroy(asRefusal(error, last));
  };
  const refuse = (refusal: Refusal) => () => void parts.destroy(refusal);
  parser.on('file', (_field, stream, name) => {
    // The reader of the stream handles its error. Before there is one, the error must not end the process.
    stream.on('error', () => undefined);
    bytesBefore = fileBytes();
    last = { name, stream };
    // An empty file field arrives as a part without a file name.
    if (!name) return void stream.resume();
    parts.push({ name, stream } satisfies FilePart);
  });
  // Other fields are not used.
  parser.on('field', (_name, _value, _nameIsCut, valueIsCut) => {
    if (valueIsCut) parts.destroy(new Refusal('bad-request'));
  });
  parser.on('fieldsLimit', refuse(new Refusal('bad-request')));
  parser.on('partsLimit', refuse(new Refusal('bad-request')));
  parser.on('filesLimit', refuse(new Refusal('too-many-files', { max: maxFilesPerUpload })));
  parser.on('error', (error) => fail(error as Error));
  parser.on('finish', () => parts.push(null));
  return { fail, fileBytes };
}

/** Message of the parser for a body that ends early. */
const cutOff = 'Unexpected end of multipart data';

function openParser(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Refusal('bad-request');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: maxFilesPerUpload,
        fields: maxFields,
        parts: maxFilesPerUpload + maxFields + 1,
        fieldSize: maxFieldBytes,
        headerPairs: 50,
      },
    });
  } catch {
    throw new Refusal('bad-request');
  }
}

function asRefusal({ message }: Error, last: Pick<FilePart, 'name'> | null): Refusal {
  return message === cutOff && last?.name
    ? new Refusal('file-incomplete', { name: last.name })
    : new Refusal('bad-request');
}
