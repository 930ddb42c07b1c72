import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { startS3Server, type S3Server } from '../../../tests/support/s3-server';
import { startChild } from '../../processes/spawn-child';
import { ObjectNotFound } from '../context/file-store';
import { ObjectStoreUnusable, openBucket, type Bucket } from './s3-bucket';
import { createS3FileStore } from './s3-file-store';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
let s3: S3Server;
let bucket: Bucket;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  bucket = await openBucket(s3.settings);
  folder = await mkdtemp(path.join(os.tmpdir(), 's3-file-store-'));
});
afterEach(async () => {
  bucket.s3.destroy();
  await rm(folder, { recursive: true, force: true });
});

const open = (maxBytes = 1_000_000) => createS3FileStore(bucket, { cache: { folder, maxBytes }, largestBytes: 1e11 });
const blocks = (count: number) => Readable.from(Array.from({ length: count }, () => randomBytes(mebibyte)));
const cached = async () => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile()).length;
};
const unfinished = async () => (await bucket.s3.listMultipartUploads({ Bucket: bucket.name })).Uploads ?? [];

type Call = (args: { input: object }) => Promise<never>;
/** Intercepts calls of the SDK, to simulate a misbehaving store. */
function meddle(with_: (command: string, input: Record<string, unknown>, go: () => Promise<never>) => unknown) {
  bucket.s3.middlewareStack.add(
    ((next: Call, { commandName }: { commandName: string }) =>
      async (args: { input: object }) =>
        with_(commandName.replace(/Command$/, ''), args.input as Record<string, unknown>, () => next(args))) as never,
    { step: 'initialize' },
  );
}

test.each([1, 40])(
  'an object of %d MiB that the store saves with a wrong size is refused and removed',
  async (size) => {
    const store = await open();
    meddle((command, input, go) => {
      const isLast = command === 'PutObject' || (command === 'UploadPart' && input.PartNumber === 3);
      if (isLast) input.Body = Buffer.concat([input.Body as Buffer, Buffer.alloc(27_000)]);
      return go();
    });
    const bytes = size * mebibyte;
    await expect(store.put('originals/a', blocks(size))).rejects.toThrow(
      `saved ${bytes + 27_000} of the ${bytes} bytes of originals/a`,
    );
    await expect(store.size('originals/a')).rejects.toThrow(ObjectNotFound);
  },
);

test('an object that another process has written in the meantime is not removed', async () => {
  const store = await open();
  let isFirst = true;
  meddle(async (command, _input, go) => {
    const answer = await go();
    if (command !== 'PutObject' || !isFirst) return answer;
    isFirst = false;
    await store.put('tables/t', blocks(2));
    return answer;
  });
  await expect(store.put('tables/t', blocks(1))).rejects.toThrow('The object store saved');
  expect(await store.size('tables/t')).toBe(2 * mebibyte);
});

test('a refused part ends the upload and discards all parts', async () => {
  const store = await open();
  const source = blocks(200);
  let parts = 0;
  meddle((command, input, go) => {
    if (command === 'UploadPart') parts += 1;
    if (input.PartNumber === 3) throw new Error('no more');
    return go();
  });
  await expect(store.put('originals/a', source)).rejects.toThrow('no more');
  expect(parts).toBeLessThan(6);
  expect(source.destroyed).toBe(true);
  expect(await unfinished()).toEqual([]);
});

test('the error of the source is thrown even if its parts cannot be discarded', async () => {
  const store = await open();
  meddle((command, _input, go) => {
    if (command === 'AbortMultipartUpload') throw new Error('the store is gone');
    return go();
  });
  const source = Readable.from(
    (async function* () {
      yield* blocks(40);
      throw new Error('cut by its sender');
    })(),
  );
  await expect(store.put('originals/a', source)).rejects.toThrow('cut by its sender');
  expect(await unfinished()).toHaveLength(1);
});

test('a full store has the same error as a full disk', async () => {
  const store = await open();
  meddle(() => {
    throw Object.assign(new Error('full'), { name: 'XMinioStorageFull', $metadata: { httpStatusCode: 507 } });
  });
  await expect(store.put('originals/a', blocks(1))).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('multipart uploads that have been idle for a day are discarded, others are not', async () => {
  const store = await open();
  const begin = async (key: string) => {
    const { UploadId } = await bucket.s3.createMultipartUpload({ Bucket: bucket.name, Key: key });
    const part = { Bucket: bucket.name, Key: key, UploadId, PartNumber: 1, Body: Buffer.from('part') };
    await bucket.s3.uploadPart(part);
    return path.join(s3.uploadsFolder, UploadId ?? '');
  };
  for (const { Key, UploadId } of await unfinished()) {
    await bucket.s3.abortMultipartUpload({ Bucket: bucket.name, Key, UploadId });
  }
  const [idle, slow] = [await begin('originals/idle'), await begin('originals/slow')];
  await begin('originals/new');
  const yesterday = new Date(Date.now() - dayMs - 60_000);
  for (const file of [path.join(idle, 'key'), path.join(idle, '1'), path.join(slow, 'key')]) {
    await utimes(file, yesterday, yesterday);
  }
  expect(await store.removeUnfinished(new Set())).toBe(1);
  expect((await unfinished()).map(({ Key }) => Key).sort()).toEqual(['originals/new', 'originals/slow']);
});

test('local copies stay within their limit: the least recently used are removed, those in use are kept', async () => {
  const store = await open(250);
  for (const key of ['a', 'b', 'c', 'd']) await store.put(key, Readable.from([Buffer.alloc(100, key)]));
  const inUse = await store.openLocal('a');
  const first = await store.openLocal('b');
  await first[Symbol.asyncDispose]();
  for (const key of ['c', 'd']) {
    await using local = await store.openLocal(key);
    expect(await readFile(local.path, 'utf8')).toBe(key.repeat(100));
  }
  expect(existsSync(first.path)).toBe(false);
  expect(await readFile(inUse.path, 'utf8')).toBe('a'.repeat(100));
  expect(await cached()).toBe(2);
  await inUse[Symbol.asyncDispose]();
  await inUse[Symbol.asyncDispose]();
  expect(await cached()).toBe(2);
});

test('a file larger than the cache is lent and then removed', async () => {
  const store = await open(100);
  await store.put('whole', Readable.from([Buffer.alloc(1000)]));
  {
    await using local = await store.openLocal('whole');
    expect((await readFile(local.path)).length).toBe(1000);
  }
  expect(await cached()).toBe(0);
});

test('an object is fetched once for concurrent readers, and not again while it is cached', async () => {
  const store = await open(10 * mebibyte);
  await store.put('a', blocks(3));
  let fetched = 0;
  meddle((command, _input, go) => {
    if (command === 'GetObject') fetched += 1;
    return go();
  });
  const lent = await Promise.all([1, 2, 3].map(() => store.openLocal('a')));
  expect(new Set(lent.map((file) => file.path)).size).toBe(1);
  for (const file of lent) await file[Symbol.asyncDispose]();
  await using again = await store.openLocal('a');
  expect(again.path).toBe(lent[0]?.path);
  await store.writeLocal('tables/t', (file) => writeFile(file, 'columns'));
  await using written = await store.openLocal('tables/t');
  expect(await readFile(written.path, 'utf8')).toBe('columns');
  expect(fetched).toBe(1);
});

test('a failed fetch leaves no partial copy, and the next one starts again', async () => {
  const store = await open();
  await store.put('a', Readable.from([Buffer.from('whole')]));
  let isBroken = true;
  meddle(async (command, _input, go) => {
    const answer = (await go()) as { output: { Body: Readable } };
    if (command === 'GetObject' && isBroken) answer.output.Body = Readable.from([Buffer.from('wh')]);
    return answer;
  });
  await expect(store.openLocal('a')).rejects.toThrow('sent 2 of the 5 bytes');
  expect(await cached()).toBe(0);
  isBroken = false;
  await using local = await store.openLocal('a');
  expect(await readFile(local.path, 'utf8')).toBe('whole');
});

test('a listing includes all pages', async () => {
  const store = await open();
  const keys = Array.from({ length: 7 }, (_, i) => `pages/${i}`);
  for (const key of keys) await store.put(key, Readable.from([]));
  meddle((_command, input, go) => {
    input.MaxKeys = 3;
    return go();
  });
  const listed: string[] = [];
  for await (const { key } of store.list('pages/')) listed.push(key);
  expect(listed).toEqual(keys);
});

const putInChild = (mebibytes: number) =>
  startChild(path.resolve('tests/support/put-large-object.ts'), {
    args: [s3.settings.endpoint ?? '', bucket.name, folder, String(mebibytes)],
  });

test('an object does not appear if its process is killed', async () => {
  const store = await open();
  const child = putInChild(2000);
  const isOnItsWay = async () => (await unfinished()).some(({ Key }) => Key === 'large');
  await expect.poll(isOnItsWay).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(store.size('large')).rejects.toThrow(ObjectNotFound);
});

test('memory use does not depend on the size of an object', async () => {
  const child = putInChild(256);
  const [report] = (await once(child, 'message')) as [{ bytes: number; grownBy: number }];
  expect(report.bytes).toBe(256 * mebibyte);
  expect(report.grownBy).toBeLessThan(120 * mebibyte);
});

test.each([
  [{ bucket: 'no-such-bucket' }, "bucket 'no-such-bucket' at http", 'there is no such bucket'],
  [{ endpoint: 'http://127.0.0.1:1' }, 'at http://127.0.0.1:1', 'ECONNREFUSED'],
])('a store that cannot be used is named with the reason: %j', async (wrong, position, reason) => {
  const failing = openBucket({ ...s3.settings, ...wrong });
  await expect(failing).rejects.toThrow(ObjectStoreUnusable);
  await expect(failing).rejects.toThrow(position);
  await expect(failing).rejects.toThrow(reason);
});

test('refused credentials are reported as denied access', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'nobody';
  try {
    await expect(openBucket(s3.settings)).rejects.toThrow('access is denied');
  } finally {
    process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  }
});
