import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDiskFileStore } from './disk-file-store';
import { ObjectNotFound } from './file-store';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'file-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const leftovers = () => readdir(path.join(folder, '.incoming'));

test('what is put comes back byte for byte, with its size and SHA-256', async () => {
  const store = await createDiskFileStore(folder);
  const content = randomBytes(3_000_000);
  const chunks = Array.from({ length: 30 }, (_, i) => content.subarray(i * 100_000, (i + 1) * 100_000));
  expect(await store.put('originals/a1', Readable.from(chunks))).toEqual({
    bytes: 3_000_000,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  expect((await buffer(await store.read('originals/a1'))).equals(content)).toBe(true);
  expect(await store.size('originals/a1')).toBe(3_000_000);
  expect(await leftovers()).toEqual([]);
});

test('a source that fails leaves nothing behind', async () => {
  const store = await createDiskFileStore(folder);
  const source = Readable.from(
    (async function* () {
      yield Buffer.from('the first half');
      throw new Error('cut');
    })(),
  );
  await expect(store.put('originals/cut', source)).rejects.toThrow('cut');
  await expect(store.size('originals/cut')).rejects.toThrow(ObjectNotFound);
  expect(await leftovers()).toEqual([]);
});

test('a failed write keeps the object that was there before', async () => {
  const store = await createDiskFileStore(folder);
  await store.writeLocal('tables/t1', (file) => writeFile(file, 'first'));
  const failing = store.writeLocal('tables/t1', async (file) => {
    await writeFile(file, 'half of the sec');
    throw new Error('no space');
  });
  await expect(failing).rejects.toThrow('no space');
  expect(await readFile((await store.openLocal('tables/t1')).path, 'utf8')).toBe('first');
  expect(await leftovers()).toEqual([]);
});

test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.incoming/x', 'a/.b', 'a b', 'ä', ''])(
  'the key %j is refused',
  async (key) => {
    const store = await createDiskFileStore(folder);
    await expect(async () => store.put(key, Readable.from([]))).rejects.toThrow('Not a key');
    await expect(store.read(key)).rejects.toThrow('Not a key');
    await expect(store.remove(key)).rejects.toThrow('Not a key');
  },
);

test('opening removes what dead processes left unfinished, and nothing of living ones', async () => {
  await mkdir(path.join(folder, '.incoming'), { recursive: true });
  const living = `${process.ppid}-upload`;
  for (const name of ['999999999-upload', `${process.pid}-upload`, living]) {
    await writeFile(path.join(folder, '.incoming', name), 'half');
  }
  await createDiskFileStore(folder);
  expect(await leftovers()).toEqual([living]);
});

test('a removed object is gone; removing it again is no fault', async () => {
  const store = await createDiskFileStore(folder);
  await store.put('a', Readable.from([Buffer.from('x')]));
  await store.remove('a');
  await store.remove('a');
  await expect(store.openLocal('a')).rejects.toThrow(ObjectNotFound);
});

test('a scratch file is gone after its use', async () => {
  const store = await createDiskFileStore(folder);
  const read = await store.withScratchFile(async (file) => {
    await writeFile(file, 'passing through');
    return readFile(file, 'utf8');
  });
  expect(read).toBe('passing through');
  expect(await leftovers()).toEqual([]);
});
