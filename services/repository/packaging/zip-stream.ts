import { once } from 'node:events';
import { Readable, type PassThrough } from 'node:stream';

import { ZipFile } from 'yazl';

/** A file of a package. `content` is called when the file is written, and read once. */
export interface PackageFile {
  path: string;
  content: () => AsyncIterable<Uint8Array | string> | Iterable<string>;
  /** Its format is compressed already. */
  isCompressed?: boolean;
}

/** Bytes that are made while earlier ones are compressed, which another thread does. */
const readAheadBytes = 1024 * 1024;

/**
 * Zips files one after the other. The same files and time give the same bytes. Memory use is constant. If the reader
 * goes away, the current file is closed and no further one is requested. If a file fails, the stream fails. Archives
 * with more than 65,535 files or 4 GB are in the format ZIP64.
 */
export function zipStream(files: AsyncIterable<PackageFile>, written: Date): Readable {
  const zip = new ZipFile();
  // yazl's types declare less than it returns: its output is a PassThrough.
  const output = zip.outputStream as PassThrough;
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  fill(zip, files, { written, signal: gone.signal }).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function fill(
  zip: ZipFile,
  files: AsyncIterable<PackageFile>,
  { written, signal }: { written: Date; signal: AbortSignal },
): Promise<void> {
  for await (const file of files) {
    if (signal.aborted) return;
    await addFile(zip, file, { written, signal });
    // No further file is requested.
    if (signal.aborted) return;
  }
  zip.end();
}

/** Adds a file. Returns when it has been read completely, or when the reader went away. */
async function addFile(
  zip: ZipFile,
  { path, content, isCompressed }: PackageFile,
  { written, signal }: { written: Date; signal: AbortSignal },
): Promise<void> {
  const source = Readable.from(inBytes(content()), { objectMode: false, highWaterMark: readAheadBytes });
  const stop = () => source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    zip.addReadStream(source, path, { mtime: written, compress: !isCompressed });
    // Resolves at the end or when stopped; rejects if the source fails.
    await once(source, 'close');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function* inBytes(pieces: ReturnType<PackageFile['content']>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    if (bytes.byteLength > 0) yield bytes;
  }
}
