import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Bytes of a file of this machine, counted from 0; `end` is the last one. */
export interface FileRange {
  path: string;
  start: number;
  end: number;
}

/** Memory of one download. */
const bufferBytes = 256 * 1024;

/**
 * Sends a part of a file as the rest of a response whose head is written, as fast as the client takes it. All of it
 * passes through one buffer: a stream allocates one per chunk, and collecting these takes longer than sending them. The
 * connection is cut if the file is shorter than the part.
 */
export async function sendFile(response: ServerResponse, { path, start, end }: FileRange): Promise<void> {
  try {
    await using file = await open(path);
    const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, end - start + 1));
    for (let position = start; position <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position + 1), position);
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${end}.`);
      await write(response, buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    response.end();
  } catch (error) {
    response.destroy(error as Error);
  }
}

/** Resolves when the system has taken the bytes, so that their memory may be used again. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
