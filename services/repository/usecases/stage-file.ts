import { randomUUID } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';

import type { Refusal } from '@domain/error-codes';

import { refuseTooSmall, refuseWrongType, tooLarge } from './accepted-file';
import type { RepositoryContext } from './context';
import type { StagedFile } from './keep-file';

/**
 * Stores a file while it arrives; nothing is kept of one that is refused: 'file-type', 'file-too-large',
 * 'file-too-small'. No row refers to its object yet.
 */
export async function stageFile(
  { files, settings }: RepositoryContext,
  name: string,
  stream: Readable,
): Promise<StagedFile> {
  refuseWrongType(name);
  const id = randomUUID();
  const objectKey = `originals/${id}`;
  const source = bytesUpTo(stream, settings.maxFileBytes, tooLarge(name, settings));
  const { bytes, sha256 } = await files.put(objectKey, source);
  try {
    refuseTooSmall(name, bytes, settings);
  } catch (error) {
    await files.remove(objectKey);
    throw error;
  }
  return { id, name, objectKey, bytes, sha256 };
}

/** Fails with `refusal` above `max`. The stream stays open then: what follows in the body can still be read. */
function bytesUpTo(stream: Readable, max: number, refusal: Refusal): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > max) done(refusal);
      else done(null, chunk);
    },
  });
  stream.once('error', (error) => limited.destroy(error));
  // Whoever reads it sees its error; one that nobody reads yet must not end the process.
  limited.on('error', () => undefined);
  return stream.pipe(limited);
}
