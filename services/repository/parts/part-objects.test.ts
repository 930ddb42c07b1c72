import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { Refusal } from '@domain/error-codes';

import { actors } from '../../../tests/support/test-api';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { startS3Server, type S3Server } from '../../../tests/support/s3-server';
import type { FileStore } from '../context/file-store';
import { type PartStore, PartTakenOver } from '../context/part-store';
import { type Bucket, openBucket } from '../files/s3-bucket';
import { createS3FileStore } from '../files/s3-file-store';
import { completeResumableUpload } from '../receiving/parts';
import { openStore } from '../store/database';
import { deletePart, findPart, insertPart, movePart } from '../store/parts';
import { partPlaces, people } from '../store/schema';
import { sweepObjects, sweepParts } from '../upkeep/sweep';
import { createResumableUpload } from '../usecases/uploads/resumable-upload';
import { createPartObjects } from './part-objects';
import { pieceSizes } from './send-pieces';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
let s3: S3Server;
let bucket: Bucket;
let files: FileStore;
let test_: TestRepository;
/** Two servers of the same installation, which share nothing on their disks. */
let one: PartStore;
let other: PartStore;
/** Sizes of the parts sent to the store. */
const pieces: number[] = [];
/** Waits before a part is sent to the store, before an object is made of parts, and before its size is asked for. */
let beforePiece = async (): Promise<void> => {};
let beforeCompletion = async (): Promise<void> => {};
let beforeSize = () => {};
beforeAll(async () => {
  s3 = await startS3Server();
  bucket = await openBucket(s3.settings);
  test_ = await createTestRepository();
  const folder = await test_.repository.files.withScratchFile(async (file) => `${file}-cache`);
  files = await createS3FileStore(bucket, { cache: { folder, maxBytes: 1 }, largestBytes: 1e11 });
  Object.assign(test_.repository, { files });
  const { db, now } = test_.repository;
  const { subject, name, email, roles } = actors.contributor;
  await db.insert(people).values({ subject, name, email, roles, seenAt: now() });
  [one, other] = [createPartObjects({ db, bucket, files, now }), createPartObjects({ db, bucket, files, now })];
  bucket.s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'UploadPartCommand') {
          pieces.push((args.input as unknown as { Body: Buffer }).Body.byteLength);
          await beforePiece();
        }
        if (commandName === 'CompleteMultipartUploadCommand') await beforeCompletion();
        if (commandName === 'HeadObjectCommand') beforeSize();
        return next(args);
      },
    { step: 'initialize' },
  );
});
afterAll(async () => {
  bucket.s3.destroy();
  await test_.close();
  await s3.stop();
});

async function begin(bytes: number): Promise<string> {
  const id = randomUUID();
  const owner = actors.contributor.subject;
  const part = { id, owner, kind: 'raw', name: 'grip.csv', bytes, lastModified: null } as const;
  await test_.repository.db.transaction((tx) => insertPart(tx, part, new Date()));
  await one.create(id);
  return id;
}

async function* chunksOf(bytes: Buffer, failure?: Error): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
  if (failure) throw failure;
}

/** Appends a range of a file, and its error if it is cut off at the end. */
function append(store: PartStore, id: string, bytes: Buffer, [start, end]: [number, number], failure?: Error) {
  const appending = { offset: start, total: bytes.length, isVoid: (error: unknown) => error instanceof Refusal };
  return store.append(id, chunksOf(bytes.subarray(start, end), failure), appending);
}

const stored = async (id: string) => buffer(await files.read(`originals/${id}`));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
async function tails(id: string): Promise<number> {
  let count = 0;
  for await (const { key } of files.list('parts/')) if (key.startsWith(`parts/${id}/`)) count += 1;
  return count;
}
const unfinished = async (id: string) =>
  ((await bucket.s3.listMultipartUploads({ Bucket: bucket.name })).Uploads ?? []).filter(
    ({ Key }) => Key === `originals/${id}`,
  );

test('a file that two servers receive in turn, some of it cut off, has every byte and the right hash', async () => {
  const bytes = randomBytes(30 * mebibyte);
  const id = await begin(bytes.length);
  pieces.length = 0;
  const cut = new Error('cut off');
  await expect(append(one, id, bytes, [0, 9 * mebibyte + 11], cut)).rejects.toThrow('cut off');
  expect(await other.size(id)).toBe(9 * mebibyte + 11);
  expect(await append(other, id, bytes, [9 * mebibyte + 11, 12 * mebibyte])).toBe(12 * mebibyte);
  expect(await tails(id)).toBe(1);
  expect(await append(one, id, bytes, [12 * mebibyte, 12 * mebibyte])).toBe(12 * mebibyte);
  await append(one, id, bytes, [12 * mebibyte, 29 * mebibyte]);
  await append(other, id, bytes, [29 * mebibyte, bytes.length]);
  expect(await one.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
  expect(await other.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
  expect((await stored(id)).equals(bytes)).toBe(true);
  expect(Math.min(...pieces.slice(0, -1))).toBeGreaterThanOrEqual(5 * mebibyte);
  await one.remove(id);
  expect([await tails(id), await unfinished(id)]).toEqual([0, []]);
  expect((await stored(id)).length).toBe(bytes.length);
});

test('a file in many short requests is complete, and none of its pieces is too small', async () => {
  const bytes = randomBytes(11 * mebibyte + 5);
  const id = await begin(bytes.length);
  pieces.length = 0;
  for (let start = 0; start < bytes.length; start += mebibyte) {
    await append(start % 2 ? one : other, id, bytes, [start, Math.min(start + mebibyte, bytes.length)]);
    expect(await tails(id)).toBeLessThanOrEqual(1);
  }
  expect(await one.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
  expect(Math.min(...pieces.slice(0, -1))).toBeGreaterThanOrEqual(5 * mebibyte);
});

/** A request that hangs at one server after 17 MiB, 16 of which are stored, until it goes on with the rest. */
async function hang(id: string, bytes: Buffer, rest: Buffer) {
  let goOn = () => {};
  const hanging = new Promise<void>((resolve) => (goOn = resolve));
  async function* hangs() {
    yield* chunksOf(bytes.subarray(0, 17 * mebibyte));
    await hanging;
    yield* chunksOf(rest);
  }
  const sending = one.append(id, hangs(), { offset: 0, total: bytes.length, isVoid: () => false });
  await expect.poll(() => other.size(id)).toBe(16 * mebibyte);
  return { sending, goOn };
}

test('a request that hangs at one server is overtaken at another, and can change nothing any more', async () => {
  const bytes = randomBytes(30 * mebibyte);
  const id = await begin(bytes.length);
  const { sending: overtaken, goOn } = await hang(id, bytes, Buffer.alloc(13 * mebibyte, 'wrong'));
  const start = 16 * mebibyte;
  await append(other, id, bytes, [start, start + 2 * mebibyte]);
  goOn();
  await expect(overtaken).rejects.toThrow(PartTakenOver);
  // Who was asked for its offset before does not begin at a wrong one.
  await expect(append(one, id, bytes, [start, bytes.length])).rejects.toThrow(PartTakenOver);
  await append(one, id, bytes, [start + 2 * mebibyte, bytes.length]);
  expect(await one.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
});

test('a request at a wrong offset is refused, and the one at another server goes on', async () => {
  const bytes = randomBytes(20 * mebibyte);
  const id = await begin(bytes.length);
  const { sending, goOn } = await hang(id, bytes, bytes.subarray(17 * mebibyte));
  for (const start of [0, 8 * mebibyte, 17 * mebibyte]) {
    await expect(append(other, id, bytes, [start, bytes.length])).rejects.toThrow(PartTakenOver);
  }
  goOn();
  expect(await sending).toBe(bytes.length);
  expect(await one.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
});

test('a piece that arrives after another server has completed the object takes nothing from the part', async () => {
  const bytes = randomBytes(20 * mebibyte);
  const id = await begin(bytes.length);
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  let waiting = 0;
  beforePiece = async () => {
    waiting += 1;
    if (waiting === 2) await late;
  };
  const overtaken = append(one, id, bytes, [0, bytes.length]);
  overtaken.catch(() => undefined);
  await expect.poll(() => waiting).toBe(2);
  await append(other, id, bytes, [8 * mebibyte, bytes.length]);
  await movePart(test_.repository.db, id, { from: 'receiving', to: 'checking', now: new Date() });
  // The server ends before the upload has its row.
  await other.finish({ id, bytes: bytes.length }, `originals/${id}`);
  arrive();
  beforePiece = async () => {};
  await expect(overtaken).rejects.toThrow(PartTakenOver);
  expect(await other.size(id)).toBe(bytes.length);
  await completeResumableUpload({ ...test_.repository, parts: other }, id);
  expect((await findPart(test_.repository.db, id))?.state).toBe('taken');
});

test('a multipart upload that an overtaken request has begun is aborted', async () => {
  const bytes = randomBytes(9 * mebibyte);
  const id = await begin(bytes.length);
  const { createMultipartUpload } = bucket.s3;
  vi.spyOn(bucket.s3, 'createMultipartUpload').mockImplementationOnce(async (...call: unknown[]) => {
    await append(other, id, bytes, [0, 0]);
    return createMultipartUpload.apply(bucket.s3, call as never) as never;
  });
  await expect(append(one, id, bytes, [0, bytes.length])).rejects.toThrow(PartTakenOver);
  expect(await unfinished(id)).toEqual([]);
});

test('a part that was lost while it was checked, by a server that was killed then, is refused by the sweep', async () => {
  const { repository } = test_;
  const id = await begin(10);
  await movePart(repository.db, id, { from: 'receiving', to: 'checking', now: new Date() });
  await sweepParts({ ...repository, parts: other }, (error) => expect.unreachable(String(error)));
  expect(await findPart(repository.db, id)).toMatchObject({ state: 'refused', refusal: { code: 'upload-lost' } });
});

test('uploads are begun with one connection to the database, however many are unfinished', async () => {
  const pool = new pg.Pool({ ...test_.connection, max: 1, connectionTimeoutMillis: 2000 });
  const db = openStore(pool);
  const repository = {
    ...test_.repository,
    db,
    parts: createPartObjects({ db, bucket, files, now: () => new Date() }),
  };
  const part = { kind: 'raw', name: 'grip.csv', bytes: 100, lastModified: null } as const;
  try {
    for (let begun = 0; begun < 3; begun += 1) await createResumableUpload(actors.contributor, repository, part);
  } finally {
    await pool.end();
  }
});

test('pieces do not become large, however short the requests of a large file are', async () => {
  const total = 100_000 * mebibyte;
  const requestBytes = 5 * mebibyte;
  const place = { storeId: null, lastNumber: 0, tailKey: null, tailBytes: 0, writer: null, bytes: 0 };
  let largest = 0;
  while (place.bytes < total) {
    place.bytes = Math.min(total, place.bytes + requestBytes);
    const received = place.tailBytes + requestBytes;
    const { most, least } = pieceSizes({ ...place, bytes: place.bytes - requestBytes }, total);
    largest = Math.max(largest, most);
    place.tailBytes = received >= least ? 0 : received;
    if (received >= least) place.lastNumber += 1;
  }
  expect(largest).toBeLessThanOrEqual(16 * mebibyte);
  expect(place.lastNumber).toBeLessThanOrEqual(10_000);
  expect(pieceSizes({ ...place, bytes: 0, lastNumber: 9_999 }, total).most).toBe(64 * mebibyte);
  expect(pieceSizes({ ...place, bytes: 0, tailBytes: 0, lastNumber: 0 }, 20_000).most).toBe(20_000);
});

test('a part without numbers for further pieces is lost, and can begin again', async () => {
  const bytes = randomBytes(9 * mebibyte);
  const id = await begin(bytes.length);
  await append(one, id, bytes, [0, 8 * mebibyte]);
  await test_.repository.db.update(partPlaces).set({ lastNumber: 10_000 }).where(eq(partPlaces.part, id));
  const rest = [8 * mebibyte, bytes.length] as [number, number];
  await expect(append(one, id, bytes, rest)).rejects.toMatchObject({ code: 'upload-lost' });
  await append(one, id, bytes, [0, bytes.length]);
  expect(await one.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
});

test('nothing is kept of a request with a void error, and all of those before', async () => {
  const bytes = randomBytes(22 * mebibyte);
  const id = await begin(bytes.length);
  await append(one, id, bytes, [0, 10 * mebibyte]);
  const other_ = randomBytes(bytes.length);
  const refused = append(other, id, other_, [10 * mebibyte, 21 * mebibyte], new Refusal('storage-full'));
  await expect(refused).rejects.toThrow(Refusal);
  expect(await one.size(id)).toBe(10 * mebibyte);
  await append(one, id, bytes, [10 * mebibyte, bytes.length]);
  expect(await other.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
});

test('a request that is void in the end is never seen as complete', async () => {
  const bytes = randomBytes(12 * mebibyte);
  const id = await begin(bytes.length);
  pieces.length = 0;
  const refused = append(one, id, bytes, [0, bytes.length], new Refusal('token-invalid'));
  await expect(refused).rejects.toMatchObject({ code: 'token-invalid' });
  expect(pieces).toEqual([8 * mebibyte]);
  expect(await other.size(id)).toBe(0);
});

test('a server that meets another one completing a part waits for it, and removes nothing', async () => {
  const bytes = randomBytes(6 * mebibyte);
  const id = await begin(bytes.length);
  await append(one, id, bytes, [0, bytes.length]);
  let begun = 0;
  const looked = new Promise<void>((resolve) => (beforeSize = resolve));
  beforeCompletion = async () => {
    begun += 1;
    if (begun === 2) throw Object.assign(new Error('The upload is being completed.'), { name: 'NoSuchUpload' });
    await looked;
  };
  const file = { id, bytes: bytes.length };
  const both = [one, other].map((store) => store.finish(file, `originals/${id}`));
  expect(await Promise.all(both)).toEqual([sha256(bytes), sha256(bytes)]);
  [beforeCompletion, beforeSize] = [async () => {}, () => {}];
  expect((await stored(id)).equals(bytes)).toBe(true);
});

test('a part whose pieces the store has lost is refused, and can begin again', async () => {
  const bytes = randomBytes(9 * mebibyte);
  const id = await begin(bytes.length);
  await append(one, id, bytes, [0, 8 * mebibyte + 5]);
  const [{ UploadId, Key } = {}] = await unfinished(id);
  await bucket.s3.abortMultipartUpload({ Bucket: bucket.name, Key, UploadId });
  await expect(append(other, id, bytes, [8 * mebibyte + 5, bytes.length])).rejects.toMatchObject({
    code: 'upload-lost',
  });
  expect(await other.size(id)).toBe(0);
  await append(other, id, bytes, [0, bytes.length]);
  expect(await other.finish({ id, bytes: bytes.length }, `originals/${id}`)).toBe(sha256(bytes));
  await files.remove(`originals/${id}`);
  await expect(other.finish({ id, bytes: bytes.length }, `originals/${id}`)).rejects.toMatchObject({
    code: 'upload-lost',
  });
});

test('the sweep spares what still arrives, however old, and removes it once its part is gone', async () => {
  const bytes = randomBytes(20 * mebibyte);
  const id = await begin(bytes.length);
  await append(one, id, bytes, [0, 9 * mebibyte]);
  const [{ UploadId = '' } = {}] = await unfinished(id);
  const old = new Date(Date.now() - 2 * dayMs);
  const upload = path.join(s3.uploadsFolder, UploadId);
  for (const name of ['key', '1']) await utimes(path.join(upload, name), old, old);
  const tomorrow = { ...test_.repository, now: () => new Date(Date.now() + 2 * dayMs) };
  await sweepObjects(tomorrow, new AbortController().signal);
  expect([await tails(id), (await unfinished(id)).length]).toEqual([1, 1]);
  await deletePart(test_.repository.db, id);
  await sweepObjects(tomorrow, new AbortController().signal);
  expect([await tails(id), (await unfinished(id)).length]).toEqual([0, 0]);
});
