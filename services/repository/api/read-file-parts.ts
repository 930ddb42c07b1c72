import { finished, Readable } from 'node:stream';

import busboy from 'busboy';

import { Refusal } from '@domain/error-codes';
import { maxFilesPerUpload } from '@domain/limits';

import type { FilePart } from '../usecases/uploads/receive-files';

/** Other fields beside the files are none of ours: a few of them do no harm. */
const maxFields = 100;
const maxFieldBytes = 64 * 1024;

/**
 * The files of a multipart body, one after the other while it arrives: the next is not looked for before
 * the stream of the one at hand is read to its end. Refuses with 'bad-request' (no multipart,
 * fields too many or too long), 'too-many-files' and 'file-incomplete' (the body ends early). What follows a refusal is left unread: to
 * read on until the client sees its answer is for the server that has the connection.
 */
export async function* readFileParts(
  source: Readable,
  contentType: string | undefined,
): AsyncGenerator<FilePart, void, undefined> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) throw new Refusal('bad-request');
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
  // None of ours is a field, and nothing is kept of one.
  parser.on('field', (_name, _value, { valueTruncated }) => {
    if (valueTruncated) parts.destroy(new Refusal('bad-request'));
  });
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => parts.destroy(new Refusal('bad-request')));
  }
  parser.on('filesLimit', () => parts.destroy(new Refusal('too-many-files', { max: maxFilesPerUpload })));
  parser.on('error', (error) => parts.destroy(asRefusal(error, lastName)));
  parser.on('close', () => parts.push(null));
  finished(source, (error) => error && parser.destroy(new Error(cutOff)));
  source.pipe(parser);
  try {
    yield* parts as AsyncIterable<FilePart>;
  } finally {
    source.unpipe(parser);
    parser.destroy();
  }
}

const cutOff = 'Unexpected end of form';

function openParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
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

function asRefusal(error: unknown, name: string): Refusal {
  const isCut = error instanceof Error && error.message === cutOff && name !== '';
  return isCut ? new Refusal('file-incomplete', { name }) : new Refusal('bad-request');
}
