import { statfs } from 'node:fs/promises';

/** Free space of the disk with a folder, in bytes, for users other than root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
