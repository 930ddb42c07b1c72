import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, type FileHandle } from 'node:fs/promises';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * What may wait in memory while a write is under way; then it is written at once. With 1 MiB the bytes
 * leave the processor's cache before they are written: half as much time again in the system.
 */
const waitingBytes = 256 * 1024;

/**
 * Writes a stream to a new file and syncs it; answers its size and SHA-256 (hex). Stops with the error of
 * `source`, and destroys it when writing fails.
 */
export async function writeHashed(file: string, source: Readable): Promise<{ bytes: number; sha256: string }> {
  const output = new HashedFile(file);
  try {
    await pipeline(source, output);
  } finally {
    if (!output.closed) await once(output, 'close');
  }
  return { bytes: output.bytes, sha256: output.hash.digest('hex') };
}

type Done = (error?: Error | null) => void;

/** Hashes and writes in one go what has gathered since the last write; synced once, at its end. */
class HashedFile extends Writable {
  readonly hash = createHash('sha256');
  bytes = 0;
  #handle: FileHandle | null = null;
  readonly #file: string;

  constructor(file: string) {
    super({ highWaterMark: waitingBytes });
    this.#file = file;
  }

  override _construct(done: Done): void {
    open(this.#file, 'wx').then((handle) => {
      this.#handle = handle;
      done();
    }, done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#put([chunk]).then(() => done(), done);
  }

  override _writev(entries: { chunk: Buffer }[], done: Done): void {
    this.#put(entries.map(({ chunk }) => chunk)).then(() => done(), done);
  }

  override _final(done: Done): void {
    this.#opened()
      .sync()
      .then(() => done(), done);
  }

  override _destroy(error: Error | null, done: Done): void {
    const closed = this.#handle?.close() ?? Promise.resolve();
    closed.then(() => done(error), done);
  }

  async #put(chunks: Buffer[]): Promise<void> {
    const handle = this.#opened();
    const written = writeWhole(handle, chunks);
    // The hash is made while the disk writes.
    for (const chunk of chunks) this.hash.update(chunk);
    this.bytes += await written;
  }

  #opened(): FileHandle {
    if (!this.#handle) throw new Error('The file is not open.');
    return this.#handle;
  }
}

/** A write may take less than it was given, as on a disk that is almost full. */
async function writeWhole(handle: FileHandle, chunks: Buffer[]): Promise<number> {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  let rest = chunks;
  for (let left = bytes; left > 0;) {
    const { bytesWritten } = await handle.writev(rest);
    left -= bytesWritten;
    if (left > 0) rest = after(rest, bytesWritten);
  }
  return bytes;
}

/** What is left of chunks when their first `bytes` are gone. */
function after(chunks: Buffer[], bytes: number): Buffer[] {
  let skipped = bytes;
  return chunks.flatMap((chunk) => {
    const gone = Math.min(skipped, chunk.byteLength);
    skipped -= gone;
    return gone === chunk.byteLength ? [] : [chunk.subarray(gone)];
  });
}
