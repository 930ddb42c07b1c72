import type { FileStore } from './file-store';

/** Removes objects that nothing refers to any more. One that is gone already, or stays behind, harms nobody. */
export async function removeObjects(files: FileStore, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => files.remove(key)));
}
