import { type Readable, Transform } from 'node:stream';

import { type Entry, openPromise, type ZipFile } from 'yauzl';

import { FileFailure } from '../file-failure';
import type { ParserLimits } from '../parsers/protocol';

/** Parts of a workbook in its zip file. Declared sizes are limited, and actual sizes during unpacking. */
export interface ZipPackage {
  has(name: string): boolean;
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Opens a zip file. Part names are compared as by `zipEntryName`. Throws FileFailure. */
export async function openZipPackage(file: string, limits: ParserLimits): Promise<ZipPackage> {
  // We check names and sizes, because real workbooks break the rules that the library enforces.
  const zip = await openPromise(file, {
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: false,
    autoClose: false,
  });
  const entries = await readEntries(zip, limits);
  return {
    has: (name) => entries.has(key(name)),
    async open(name) {
      const entry = entries.get(key(name));
      if (!entry) throw new FileFailure('damaged');
      if (entry.isEncrypted()) throw new FileFailure('password-protected');
      const unpacked = await zip.openReadStreamPromise(entry);
      const counter = countBytes(entry.compressedSize, limits);
      unpacked.on('error', (error) => counter.destroy(error));
      return unpacked.pipe(counter);
    },
    close: () => zip.close(),
  };
}

async function readEntries(zip: ZipFile, limits: ParserLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    if (total > limits.unzippedBytes || zip.entriesRead > limits.zipEntries) {
      throw new FileFailure('unpacks-too-large');
    }
    checkRatio(entry.uncompressedSize, entry.compressedSize, limits);
    const name = zipEntryName(entry.fileNameRaw);
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}

/** A part may unpack to more than its declared size. */
function countBytes(packed: number, limits: ParserLimits): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      try {
        checkRatio(bytes, packed, limits);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function checkRatio(unpacked: number, packed: number, limits: ParserLimits): void {
  const isBomb = unpacked > limits.ratioFromBytes && unpacked / Math.max(1, packed) > limits.zipRatio;
  if (isBomb || unpacked > limits.unzippedBytes) throw new FileFailure('unpacks-too-large');
}

function key(name: string): string {
  return zipEntryName(Buffer.from(name));
}

/** Entries that are read. The main parts of a workbook are among the first. */
const maxNames = 10_000;

/** Names of the entries of a zip file as by `zipEntryName`; null if its directory is damaged. */
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

/** Normalised name of an entry: programs differ in letter case, kind of slash and a leading slash. */
function zipEntryName(raw: Uint8Array): string {
  return Buffer.from(raw).toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
