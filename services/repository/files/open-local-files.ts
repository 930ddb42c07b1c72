import type { FileStore } from '../context/file-store';

/** Several objects as files on this machine, in the order of their keys. */
export interface LocalFiles extends AsyncDisposable {
  paths: string[];
}

/** Lends several objects as `openLocal` lends one; when one is missing, none stays lent. */
export async function openLocalFiles(files: FileStore, keys: string[]): Promise<LocalFiles> {
  const opened = await Promise.allSettled(keys.map((key) => files.openLocal(key)));
  const lent = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const giveBack = async () => {
    for (const file of lent) await file[Symbol.asyncDispose]();
  };
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed) {
    await giveBack();
    throw failed.reason;
  }
  return { paths: lent.map(({ path }) => path), [Symbol.asyncDispose]: giveBack };
}
