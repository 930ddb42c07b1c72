import { finished, Readable } from 'node:stream';

import busboy from 'busboy';

import { Refusal } from '@domain/error-codes';
import { maxFilesPerUpload } from '@domain/limits';

import type { FilePart } from '../usecases/uploads/receive-files';
import type { ApiContext } from './environment';

/** Number of other fields that are tolerated beside the files. */
const maxFields = 100;
const maxFieldBytes = 64 * 1024;

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
 * Refuses with 'bad-request' (not multipart, too many or too long fields), 'too-many-files' and 'file-incomplete' (the
 * body ends early). The rest of the body is left unread after a refusal; the HTTP server drains it.
 */
async function* readFileParts(
  source: Readable,
  contentType: string | undefined,
): AsyncGenerator<FilePart, void, undefined> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) throw new Refusal('bad-request');
  const parts = new Readable({ objectMode: true, read: () => undefined });
  let lastName = '';
  const parser = openParser(contentType ?? '');
  parser.on('file', (_field, stream, { filename }) => {
    // The reader of the stream handles its error. Before there is one, the error must not end the process.
    stream.on('error', () => undefined);
    // An empty file field arrives as a part without a file name.
    if (!filename) return void stream.resume();
    lastName = sentName(filename);
    parts.push({ name: lastName, stream } satisfies FilePart);
  });
  // Other fields are not used.
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

/**
 * The name of a file as its user knows it. In a form, browsers write quotation marks and line breaks as %22, %0D and %0A,
 * and nothing else so (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). A
 * name that really contains one of these looks the same and is changed; quotation marks are the more likely.
 */
function sentName(written: string): string {
  return written.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
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
