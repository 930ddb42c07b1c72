import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';
import { fromBuffer, type Entry } from 'yauzl';

import { zipStream } from './zip-stream';

test('a file of more than 4 GB is read by another library', { timeout: 300_000 }, async () => {
  const piece = Buffer.alloc(1024 * 1024);
  const pieces = 4200;
  const content = async function* () {
    for (let i = 0; i < pieces; i++) yield piece;
  };
  const files = (async function* () {
    yield { path: 'large.csv', content };
    yield { path: 'after.txt', content: () => ['after'] };
  })();
  const zip = await buffer(zipStream(files, new Date('2026-01-02T03:04:06Z')));
  const sizes = await readSizes(zip);
  expect(sizes).toEqual([
    ['large.csv', pieces * piece.length, pieces * piece.length],
    ['after.txt', 5, 5],
  ]);
});

/** Name, stated size and read size of each file. */
async function readSizes(bytes: Buffer): Promise<[string, number, number][]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const sizes: [string, number, number][] = [];
      zip.on('error', reject);
      zip.on('end', () => resolve(sizes));
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (cannotRead, stream) => {
          if (cannotRead) return reject(cannotRead);
          let read = 0;
          stream.on('error', reject);
          stream.on('data', (chunk: Buffer) => (read += chunk.length));
          stream.on('end', () => {
            sizes.push([entry.fileName, entry.uncompressedSize, read]);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
