import { statfs } from 'node:fs/promises';

/** Returns the function that measures the free space of the disk with a folder, in bytes, for users other than root. */
export function freeBytesOf(folder: string): () => Promise<number> {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}
