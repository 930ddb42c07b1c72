import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { fileStores, type TestFileStore } from '../../../tests/support/file-stores';
import { ObjectNotFound, type FileStore } from '../context/file-store';
import { openLocalFiles } from './read-objects';

const mebibyte = 1024 * 1024;
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A stream of random bytes in chunks, and the expected result. */
function randomStream(bytes: number, chunkBytes = 1_000_003) {
  const content = randomBytes(bytes);
  const starts = Array.from({ length: Math.ceil(bytes / chunkBytes) }, (_, i) => i * chunkBytes);
  const source = Readable.from(starts.map((start) => content.subarray(start, start + chunkBytes)));
  return { content, source, written: { bytes, sha256: sha256(content) } };
}

async function contentOf(store: FileStore, key: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of (await store.read(key)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, sha256: hash.digest('hex') };
}

const textOf = async (store: FileStore, key: string) => {
  await using local = await store.openLocal(key);
  return readFile(local.path, 'utf8');
};
const text = (content: string) => Readable.from([Buffer.from(content)]);

describe.each(fileStores)('A file store $name', ({ open }) => {
  let opened: TestFileStore;
  let store: FileStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.files;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    for await (const { key } of store.list('')) await store.remove(key);
  });

  test.each([0, 1, 3_000_000, 60_000_000])(
    'gives %d bytes back as they were put, with their size and SHA-256',
    async (bytes) => {
      const { source, written } = randomStream(bytes);
      expect(await store.put('originals/a1', source)).toEqual(written);
      expect(await contentOf(store, 'originals/a1')).toEqual(written);
      expect(await store.size('originals/a1')).toBe(bytes);
      await using local = await store.openLocal('originals/a1');
      expect(sha256(await readFile(local.path))).toBe(written.sha256);
      expect(await opened.unfinished()).toEqual([]);
    },
  );

  test.each([1, 40])('keeps nothing from a source that fails after %d MiB', async (mebibytes) => {
    const source = Readable.from(
      (async function* () {
        for (let i = 0; i < mebibytes; i += 1) yield randomBytes(mebibyte);
        throw new Error('cut');
      })(),
    );
    await expect(store.put('originals/cut', source)).rejects.toThrow('cut');
    await expect(store.size('originals/cut')).rejects.toThrow(ObjectNotFound);
    expect(source.destroyed).toBe(true);
    expect(await opened.unfinished()).toEqual([]);
  });

  test('does not show an object before it is complete', async () => {
    let goOn = () => {};
    const halfway = new Promise<void>((resolve) => (goOn = resolve));
    let reached = () => {};
    const half = new Promise<void>((resolve) => (reached = resolve));
    const source = Readable.from(
      (async function* () {
        yield randomBytes(40 * mebibyte);
        reached();
        await halfway;
        yield randomBytes(mebibyte);
      })(),
    );
    const put = store.put('originals/slow', source);
    await half;
    await expect(store.read('originals/slow')).rejects.toThrow(ObjectNotFound);
    goOn();
    const written = await put;
    expect(await contentOf(store, 'originals/slow')).toEqual(written);
  });

  test('keeps the previous object when a write fails', async () => {
    await store.writeLocal('tables/t1', (file) => writeFile(file, 'first'));
    const failing = store.writeLocal('tables/t1', async (file) => {
      await writeFile(file, 'half of the sec');
      throw new Error('no space');
    });
    await expect(failing).rejects.toThrow('no space');
    expect(await textOf(store, 'tables/t1')).toBe('first');
    expect(await opened.unfinished()).toEqual([]);
  });

  test('returns the object that was written last', async () => {
    await store.writeLocal('tables/t1', (file) => writeFile(file, 'first'));
    expect(await textOf(store, 'tables/t1')).toBe('first');
    await store.put('tables/t1', text('second and longer'));
    expect(await textOf(store, 'tables/t1')).toBe('second and longer');
    await store.writeLocal('tables/t1', (file) => writeFile(file, 'third'));
    expect(await textOf(store, 'tables/t1')).toBe('third');
    expect(await textOf(await opened.reopen(), 'tables/t1')).toBe('third');
    expect(await contentOf(store, 'tables/t1')).toEqual({ bytes: 5, sha256: sha256(Buffer.from('third')) });
  });

  test('accepts concurrent writes', async () => {
    const streams = Array.from({ length: 8 }, (_, i) => ({ key: `a/${i}/x`, ...randomStream(2_000_000) }));
    const written = await Promise.all(streams.map(({ key, source }) => store.put(key, source)));
    expect(written).toEqual(streams.map((stream) => stream.written));
    for (const { key, written } of streams) expect(await contentOf(store, key)).toEqual(written);
  });

  test.each([
    [0, 1],
    [5, 999_999],
    [1_234_567, 2_345_678],
    [2_999_999, 2_999_999],
    [0, 2_999_999],
  ])('reads the bytes %d to %d of an object', async (start, end) => {
    const { content, source } = randomStream(3_000_000);
    await store.put('originals/a1', source);
    const read: Buffer[] = [];
    for await (const chunk of (await store.read('originals/a1', { start, end })) as AsyncIterable<Buffer>)
      read.push(chunk);
    expect(sha256(Buffer.concat(read))).toBe(sha256(content.subarray(start, end + 1)));
    await expect(store.read('none', { start, end })).rejects.toThrow(ObjectNotFound);
  });

  test('reports a missing object in every method', async () => {
    await expect(store.read('none')).rejects.toThrow(ObjectNotFound);
    await expect(store.size('none')).rejects.toThrow(ObjectNotFound);
    await expect(store.openLocal('none')).rejects.toThrow(ObjectNotFound);
    await store.put('one', text('x'));
    await expect(openLocalFiles(store, ['one', 'none'])).rejects.toThrow(ObjectNotFound);
  });

  test('nothing is stored under the empty key, which stands for what was removed for good', async () => {
    await expect(async () => store.put('', Readable.from([]))).rejects.toThrow(ObjectNotFound);
    await expect(store.read('')).rejects.toThrow(ObjectNotFound);
    await expect(store.openLocal('')).rejects.toThrow(ObjectNotFound);
  });

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.incoming/x', 'a/.b', 'a b', 'ä'])(
    'refuses the key %j',
    async (key) => {
      await expect(async () => store.put(key, Readable.from([]))).rejects.toThrow('Not a key');
      await expect(async () => store.writeLocal(key, async () => {})).rejects.toThrow('Not a key');
      await expect(store.read(key)).rejects.toThrow('Not a key');
      await expect(store.openLocal(key)).rejects.toThrow('Not a key');
      await expect(store.remove(key)).rejects.toThrow('Not a key');
    },
  );

  test('removes an object, and accepts its removal again', async () => {
    await store.put('gone', text('x'));
    expect(await textOf(store, 'gone')).toBe('x');
    await store.remove('gone');
    await store.remove('gone');
    await expect(store.openLocal('gone')).rejects.toThrow(ObjectNotFound);
  });

  test('lists complete objects by prefix, with size and time', async () => {
    const before = Date.now() - 2000;
    const keys = ['problems/1/a.parquet', 'problems/12/b.parquet', 'problems/12/c/d', 'tables/t'];
    for (const key of keys) await store.put(key, text(key));
    const listed = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key, bytes, modifiedAt } of store.list(prefix)) {
        expect(bytes).toBe(key.length);
        expect(modifiedAt.getTime()).toBeGreaterThan(before);
        found.push(key);
      }
      return found.sort();
    };
    await store.withScratchFile(async (file) => {
      await writeFile(file, 'passing');
      expect(await listed('')).toEqual(keys);
    });
    expect(await listed('problems/')).toEqual(keys.slice(0, 3));
    expect(await listed('problems/1')).toEqual(keys.slice(0, 3));
    expect(await listed('problems/12/')).toEqual(keys.slice(1, 3));
    expect(await listed('nothing/')).toEqual([]);
  });

  test('removes a scratch file after its use', async () => {
    const scratch = await store.withScratchFile(async (file) => {
      await writeFile(file, 'passing through');
      return file;
    });
    expect(existsSync(scratch)).toBe(false);
  });
});
