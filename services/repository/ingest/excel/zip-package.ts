import { Transform, type Readable } from 'node:stream';

import { openPromise, type Entry, type ZipFile } from 'yauzl';

import { FileFailure } from '../file-failure';
import type { ParserLimits } from '../parsers/parser-limits';
import { zipEntryName } from '../zip-names';

/** The parts of a workbook in its zip. Sizes are bounded as declared, and again while parts are unpacked. */
export interface ZipPackage {
  has(name: string): boolean;
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Opens a zip. Names are compared without regard to letter case, kind of slash and a leading slash. */
export async function openZipPackage(file: string, limits: ParserLimits): Promise<ZipPackage> {
  // Names and sizes are looked at by us: workbooks in the wild break the rules the library insists on.
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

/** What a part really unpacks to may be more than it declares. */
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
