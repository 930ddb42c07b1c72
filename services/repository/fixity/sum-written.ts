import { createReadStream } from 'node:fs';

import type { FileStore } from '../context/file-store';
import { sha256Of } from '../sha256';
import type { WrittenObject } from '../store/object-sums';

const readBufferBytes = 256 * 1024;
/** Folders of objects that are written as local files and whose rows have no sum. */
const withoutSum = ['tables/', 'problems/'];

/** The same store, which notes the sum of every object whose row has none when it is written, and that of every stream. */
export function sumWritten(files: FileStore, note: (written: WrittenObject) => void): FileStore {
  return {
    ...files,
    async put(key, source) {
      const written = await files.put(key, source);
      note({ key, ...written });
      return written;
    },
    async writeLocal(key, write) {
      if (!withoutSum.some((folder) => key.startsWith(folder))) return files.writeLocal(key, write);
      let written: WrittenObject | undefined;
      await files.writeLocal(key, async (path) => {
        await write(path);
        let bytes = 0;
        const counted = async function* () {
          for await (const chunk of createReadStream(path, {
            highWaterMark: readBufferBytes,
          }) as AsyncIterable<Buffer>) {
            bytes += chunk.byteLength;
            yield chunk;
          }
        };
        const sha256 = await sha256Of(counted());
        written = { key, sha256, bytes };
      });
      if (written) note(written);
    },
  };
}
