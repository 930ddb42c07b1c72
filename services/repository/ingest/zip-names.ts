import { openPromise } from 'yauzl';

/** Entries that are looked at; a workbook has its parts among the first. */
const maxNames = 10_000;

/** Names of a zip's entries in small letters, without a leading slash; null when its directory is broken. */
export async function listZipNames(file: string): Promise<string[] | null> {
  const names: string[] = [];
  try {
    const zip = await openPromise(file, { lazyEntries: true, decodeStrings: false });
    try {
      for await (const entry of zip.eachEntry()) {
        names.push(zipEntryName(entry.fileNameRaw));
        if (names.length === maxNames) break;
      }
    } finally {
      zip.close();
    }
  } catch {
    return null;
  }
  return names;
}

/** Name of an entry for comparing: writers differ in letter case, slashes and a leading one. */
export function zipEntryName(raw: Uint8Array): string {
  return Buffer.from(raw).toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
