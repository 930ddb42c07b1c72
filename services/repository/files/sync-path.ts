import { open } from 'node:fs/promises';

/** Waits until a file or the names in a folder are on the disk, so that they survive a power failure. Throws as `open`. */
export async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
