import { statfs } from 'node:fs/promises';

/** Free space of the disk with a folder, in bytes, for users other than root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether less space is free than this. */
export async function hasLessFree(folder: string, bytes: number): Promise<boolean> {
  return (await freeBytes(folder)) < bytes;
}
