import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { readZip } from '../../../tests/support/read-zip';
import { zipStream, type PackageFile } from './zip-stream';

const written = new Date('2026-01-02T03:04:06Z');

async function* list(...files: PackageFile[]) {
  yield* files;
}

test('files come out as they went in', async () => {
  const files = list(
    { path: 'a/größe.csv', content: () => ['1,2\r\n', 'ä,ß\r\n'] },
    { path: 'empty.txt', content: () => [] },
    {
      path: 'bytes.bin',
      isCompressed: true,
      content: async function* () {
        yield Buffer.alloc(200_000, 7);
      },
    },
  );
  const zip = await readZip(await buffer(zipStream(files, written)));
  expect([...zip.keys()]).toEqual(['a/größe.csv', 'empty.txt', 'bytes.bin']);
  expect(zip.get('a/größe.csv')?.toString('utf8')).toBe('1,2\r\nä,ß\r\n');
  expect(zip.get('bytes.bin')).toEqual(Buffer.alloc(200_000, 7));
});

test('the same files and time give the same bytes', async () => {
  const make = () => buffer(zipStream(list({ path: 'a.csv', content: () => ['1,2\r\n'.repeat(50_000)] }), written));
  expect((await make()).equals(await make())).toBe(true);
});

test('a file is only requested after the previous one has been read', async () => {
  const order: string[] = [];
  async function* files(): AsyncGenerator<PackageFile> {
    for (const path of ['first', 'second']) {
      order.push(`${path} asked`);
      yield {
        path,
        content: function* () {
          yield path;
          order.push(`${path} read`);
        },
      };
    }
  }
  await buffer(zipStream(files(), written));
  expect(order).toEqual(['first asked', 'first read', 'second asked', 'second read']);
});

test('nothing is read ahead of a waiting reader, and everything stops when it goes away', async () => {
  let pieces = 0;
  let closed = false;
  let asked = 0;
  async function* files(): AsyncGenerator<PackageFile> {
    for (;;) {
      asked++;
      yield {
        path: `${asked}.bin`,
        content: async function* () {
          try {
            for (let state = 1; ; pieces++) {
              // Bytes that deflate cannot shrink.
              const bytes = Buffer.alloc(65_536);
              for (let i = 0; i < bytes.length; i++)
                bytes[i] = state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
              yield bytes;
            }
          } finally {
            closed = true;
          }
        },
      };
    }
  }
  const zip = zipStream(files(), written);
  await once(zip, 'readable');
  // Without back-pressure, the endless source would be far ahead by now.
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toBeLessThan(50);
  zip.destroy();
  await expect.poll(() => closed).toBe(true);
  const after = pieces;
  await new Promise((resolve) => setImmediate(resolve));
  expect([pieces, asked]).toEqual([after, 1]);
});

test('when a file fails, so does the package', async () => {
  const files = list({
    path: 'cut.csv',
    content: async function* () {
      yield 'half';
      throw new Error('cut');
    },
  });
  await expect(buffer(zipStream(files, written))).rejects.toThrow('cut');
});
