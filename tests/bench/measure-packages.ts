import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { open, type Entry } from 'yauzl';

import { startPostgresql } from '../cluster/throw-away-postgresql';
import { startServer } from '../e2e/support/server-process';
import { enlargeDataSet } from './packages/enlarge-data-set';
import { watchMemory } from './peak-memory';
import type { Resources } from './resources';

const address = '/api/search/data/1/package';
/** Size of a range, and number of ranges. */
const rangeBytes = 8 * 2 ** 20;
const ranges = 20;
/** Several rounds, so that other load on the machine affects all. A round before them compiles the code of both servers. */
const rounds = 4;

/** Bytes per second; memory in bytes, null if the system does not report it. */
export interface PackageFigures {
  /** Size of the zip, and of its files. */
  zipBytes: number;
  fileBytes: number;
  /** Made for the first download, in bytes of its files per second, and until its first byte in milliseconds. */
  made: number;
  firstByteMs: number;
  plainZip: number;
  memory: { idle: number; peak: number } | null;
  kept: number;
  staticFile: number;
  keptRange: number;
  staticRange: number;
}

/** Measures the package of a data set of about `bytes`, which is made and then kept, against plain programs. */
export async function measurePackages(resources: Resources, bytes: number): Promise<PackageFigures> {
  const postgresql = await startPostgresql();
  resources.add(() => postgresql.stop());
  const folder = resources.makeFolder();
  const dataDir = path.join(folder, 'data');
  const server = await startServer({ DATABASE_URL: postgresql.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  resources.add(() => server.stop());
  await enlargeDataSet(postgresql.url, dataDir, bytes);
  const memory = watchMemory(server.pid());
  const zipFile = path.join(folder, 'package.zip');
  const made = await fetchTo(server.origin + address, zipFile);
  const figures = memory && { idle: memory.idle, peak: memory.peak() };
  const fileBytes = await unzip(zipFile, path.join(folder, 'files'));
  const plain = await resources.startBaseline('packages/plain-zip.ts', [path.join(folder, 'files')]);
  const plainZip = await fetchTo(plain, path.join(folder, 'plain.zip'));
  const stat = await resources.startBaseline('packages/static-file.ts', [zipFile]);
  const rates = await alternate(made.bytes, server.origin + address, stat);
  return {
    zipBytes: made.bytes,
    fileBytes,
    made: (fileBytes / made.ms) * 1000,
    firstByteMs: made.firstByteMs,
    plainZip: (fileBytes / plainZip.ms) * 1000,
    memory: figures,
    ...rates,
  };
}

/** Bytes per second of the kept package and of a static file, whole and in ranges. */
async function alternate(bytes: number, kept: string, staticFile: string) {
  const rates = { kept: 0, staticFile: 0, keptRange: 0, staticRange: 0 };
  const parts = Array.from({ length: ranges }, (_, i) => Math.floor((i * Math.max(0, bytes - rangeBytes)) / ranges));
  const inParts = async (url: string) => {
    let ms = 0;
    for (const start of parts) ms += (await fetchTo(url, null, [start, Math.min(bytes, start + rangeBytes) - 1])).ms;
    return (ranges * Math.min(bytes, rangeBytes) * 1000) / ms;
  };
  // What was zipped and unpacked before is not written to the disk meanwhile.
  execFileSync('sync');
  for (const url of [kept, staticFile]) await inParts(url);
  for (let round = 0; round < rounds; round += 1) {
    rates.kept += ((bytes / (await fetchTo(kept, null)).ms) * 1000) / rounds;
    rates.staticFile += ((bytes / (await fetchTo(staticFile, null)).ms) * 1000) / rounds;
    rates.keptRange += (await inParts(kept)) / rounds;
    rates.staticRange += (await inParts(staticFile)) / rounds;
  }
  return rates;
}

/** Fetches an address into a file, or away if `file` is null. */
async function fetchTo(
  url: string,
  file: string | null,
  range?: [start: number, end: number],
): Promise<{ ms: number; firstByteMs: number; bytes: number }> {
  const begun = performance.now();
  const headers = range ? { Range: `bytes=${range[0]}-${range[1]}` } : {};
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  if (answer.statusCode !== (range ? 206 : 200)) throw new Error(`${url} answered ${answer.statusCode}.`);
  let firstByteMs = 0;
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    firstByteMs ||= performance.now() - begun;
    bytes += chunk.length;
  });
  if (file) await pipeline(answer, createWriteStream(file));
  else await new Promise((resolve, reject) => answer.on('end', resolve).on('error', reject));
  return { ms: performance.now() - begun, firstByteMs, bytes };
}

/** Unpacks a zip. Returns the bytes of its files. */
function unzip(file: string, folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      let bytes = 0;
      zip.on('error', reject);
      zip.on('end', () => resolve(bytes));
      zip.on('entry', (entry: Entry) => {
        bytes += entry.uncompressedSize;
        zip.openReadStream(entry, (cannotRead, stream) => {
          if (cannotRead) return reject(cannotRead);
          const target = path.join(folder, entry.fileName);
          mkdirSync(path.dirname(target), { recursive: true });
          pipeline(stream, createWriteStream(target)).then(() => zip.readEntry(), reject);
        });
      });
      zip.readEntry();
    });
  });
}
