import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, type PassThrough } from 'node:stream';

import { ZipFile } from 'yazl';

/** A file of a package. `content` is called when the file is written, and read once. */
export interface PackageFile {
  path: string;
  content: () => AsyncIterable<Uint8Array | string> | Iterable<string>;
}

/** List of checksums in the format of `sha256sum --check`. It is the last file. */
export const manifestPath = 'manifest-sha256.txt';

/**
 * Zips files one after the other, followed by a list of their SHA-256 sums unless `withSums` is false. Memory use is
 * constant. If the reader goes away, the current file is closed and no further one is requested. If a file fails, the
 * stream fails.
 */
export function zipStream(files: AsyncIterable<PackageFile>, written: Date, withSums = true): Readable {
  const zip = new ZipFile();
  // yazl's types declare less than it returns: its output is a PassThrough.
  const output = zip.outputStream as PassThrough;
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  fill(zip, files, { written, withSums, signal: gone.signal }).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function fill(
  zip: ZipFile,
  files: AsyncIterable<PackageFile>,
  { written, withSums, signal }: { written: Date; withSums: boolean; signal: AbortSignal },
): Promise<void> {
  const sums: string[] = [];
  for await (const file of files) {
    if (signal.aborted) return;
    const sum = await addFile(zip, file, { written, signal });
    if (sum === null) return;
    sums.push(`${sum}  ${file.path}\n`);
  }
  if (withSums) zip.addBuffer(Buffer.from(sums.join(''), 'utf8'), manifestPath, { mtime: written });
  zip.end();
}

/** Adds a file and returns its SHA-256 as soon as it has been read completely; null if the reader went away. */
async function addFile(
  zip: ZipFile,
  file: PackageFile,
  { written, signal }: { written: Date; signal: AbortSignal },
): Promise<string | null> {
  const hash = createHash('sha256');
  const source = Readable.from(hashed(file, hash), { objectMode: false });
  const stop = () => source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    zip.addReadStream(source, file.path, { mtime: written });
    // Resolves at the end or when stopped; rejects if the source fails.
    await once(source, 'close');
    return signal.aborted ? null : hash.digest('hex');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function* hashed(file: PackageFile, hash: ReturnType<typeof createHash>) {
  for await (const piece of file.content()) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    if (bytes.byteLength === 0) continue;
    hash.update(bytes);
    yield bytes;
  }
}
