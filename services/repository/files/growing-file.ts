import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Bytes that are written and read at a time. */
const blockBytes = 256 * 1024;

/** A file could not be written, because the disk is full or the file is larger than it may be. */
export class FileNotWritten extends Error {
  readonly isTooLarge: boolean;

  constructor(cause: unknown, isTooLarge = false) {
    super('The file could not be written.', { cause });
    this.name = 'FileNotWritten';
    this.isTooLarge = isTooLarge;
  }
}

/** Makes the content of a file: the same bytes each time. */
export type MakeContent = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/**
 * A file that is read from its beginning while it is written. Writing never waits for a reader. Readers go on when the
 * file has been moved or removed.
 */
export interface GrowingFile {
  /**
   * Writes what `make` makes to a new file. Throws FileNotWritten if that fails or takes more than `maxBytes`, and the
   * error of `make` if that fails. Readers then get the same error.
   */
  fill(path: string, make: MakeContent, maxBytes: number): Promise<{ bytes: number; sha256: string }>;
  /** Everything from the beginning, as it is written. The stream has to be read or destroyed. */
  read(): Readable;
  /** Keeps the file open for readers that come later. Returns the function that ends it. */
  holdOpen(): () => Promise<void>;
  /** Ends the readers with an error if `fill` could not be called. */
  giveUp(error: unknown): void;
}

/** A growing file without content. */
export function createGrowingFile(): GrowingFile {
  let handle: FileHandle | null = null;
  let bytes = 0;
  let end: 'complete' | { error: unknown } | null = null;
  /** The writer, the readers and those who hold it open. The last one closes the file. */
  let users = 1;
  let waiting: (() => void)[] = [];

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  };
  const endWith = (how: NonNullable<typeof end>) => {
    end ??= how;
    wake();
  };
  const leave = async () => {
    users -= 1;
    if (users === 0) await handle?.close();
  };

  async function writeAll(file: FileHandle, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
    const hash = createHash('sha256');
    for await (const block of inBlocks(chunks)) {
      if (bytes + block.byteLength > maxBytes)
        throw new FileNotWritten(new Error(`The file has more than ${maxBytes} bytes.`), true);
      hash.update(block);
      await file.appendFile(block).catch(refuse);
      bytes += block.byteLength;
      wake();
    }
    return hash.digest('hex');
  }

  /** The next block after `position`; null at the end. */
  async function readBlock(position: number): Promise<Uint8Array | null> {
    while (position === bytes || !handle) {
      if (end === 'complete') return null;
      if (end) throw end.error;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    const length = Math.min(blockBytes, bytes - position);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(length), position });
    return buffer.subarray(0, bytesRead);
  }

  return {
    async fill(path, make, maxBytes) {
      try {
        handle = await open(path, 'wx+').catch(refuse);
        const sha256 = await writeAll(handle, await make(), maxBytes);
        endWith('complete');
        return { bytes, sha256 };
      } catch (error) {
        endWith({ error });
        throw error;
      } finally {
        await leave();
      }
    },
    read() {
      users += 1;
      return readableOf(readBlock, leave);
    },
    holdOpen() {
      users += 1;
      return leave;
    },
    giveUp: (error) => endWith({ error }),
  };
}

/** A stream of the blocks at each position. `close` is called at its end and when it is destroyed. */
function readableOf(readBlock: (position: number) => Promise<Uint8Array | null>, close: () => Promise<void>): Readable {
  let position = 0;
  const readable: Readable = new Readable({
    highWaterMark: blockBytes,
    read() {
      readBlock(position).then(
        (block) => {
          position += block?.byteLength ?? 0;
          readable.push(block);
        },
        (error: Error) => readable.destroy(error),
      );
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      );
    },
  });
  return readable;
}

function refuse(cause: unknown): never {
  throw new FileNotWritten(cause);
}

/** The same bytes in larger blocks. The first chunk is a block of its own, so that nobody waits for it. */
async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    gatheredBytes += chunk.byteLength;
    if (!isFirst && gatheredBytes < blockBytes) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    gatheredBytes = 0;
    isFirst = false;
  }
  if (gatheredBytes > 0) yield Buffer.concat(gathered);
}
