import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { fileStores, type TestFileStore } from '../../../tests/support/file-stores';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import type { RepositoryContext } from '../context/context';
import { keptFiles, uploads } from '../store/schema';
import { sweepObjects } from '../upkeep/sweep';
import { FileNotWritten } from './growing-file';
import { findKeptFile, keepFile, type KeptFile, openKeptFile } from './kept-files';

/** A file that is made of no data set. */
const of = (contentKey: string) => ({ contentKey, numbers: [] });

const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

describe.each(fileStores)('Kept files $name', ({ open }) => {
  let opened: TestFileStore;
  let test_: TestRepository;
  let repository: RepositoryContext;
  let ahead = 0;

  beforeAll(async () => {
    opened = await open();
    test_ = await createTestRepository({ files: opened.files, now: () => new Date(Date.now() + ahead) });
    repository = test_.repository;
  });
  afterAll(async () => {
    await test_.close();
    await opened.close();
  });
  afterEach(async () => {
    ahead = 0;
    repository = test_.repository;
    await repository.db.delete(keptFiles);
    for (const key of await stored()) await opened.files.remove(key);
  });

  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of opened.files.list('kept/')) keys.push(key);
    return keys;
  };
  const contentOf = async ({ objectKey }: KeptFile) => buffer(await opened.files.read(objectKey));
  const limited = (keptFilesBytes: number) => ({ ...repository, settings: { ...repository.settings, keptFilesBytes } });
  /** Makes these bytes in chunks, and counts how often. */
  const maker = (content: Buffer, chunkBytes = 100_003) => {
    const made = { times: 0, make };
    async function* make() {
      made.times += 1;
      for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
    }
    return made;
  };

  test('are made once for all who ask', async () => {
    const content = randomBytes(2_000_000);
    const made = maker(content);
    const kept = await Promise.all([1, 2, 3].map(() => keepFile(repository, of('a'), made.make)));
    kept.push(await keepFile(repository, of('a'), made.make));
    expect(new Set(kept.map(({ objectKey }) => objectKey)).size).toBe(1);
    expect(kept[0]).toMatchObject({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(made.times).toBe(1);
    expect((await contentOf(kept[0]!)).equals(content)).toBe(true);
    expect(await findKeptFile(repository.db, 'a')).toMatchObject(kept[0]!);
    expect(await findKeptFile(repository.db, 'b')).toBeNull();
  });

  test('are one file if two servers make it at the same time', async () => {
    const other = { ...repository, files: await opened.reopen() };
    const made = maker(randomBytes(300_000));
    const kept = await Promise.all([keepFile(repository, of('a'), made.make), keepFile(other, of('a'), made.make)]);
    expect(made.times).toBe(2);
    expect(kept[0]).toEqual(kept[1]);
    expect(await stored()).toEqual([kept[0]!.objectKey]);
  });

  test('may be empty', async () => {
    expect(await keepFile(repository, of('a'), () => Readable.from([]))).toMatchObject({ bytes: 0 });
  });

  test('are made again if the store has lost them', async () => {
    const made = maker(randomBytes(1000));
    const lost = await keepFile(repository, of('a'), made.make);
    await opened.files.remove(lost.objectKey);
    const again = await keepFile(repository, of('a'), made.make);
    expect(made.times).toBe(2);
    expect(await contentOf(again)).toHaveLength(1000);
  });

  test('are not kept if making them fails, and can be made the next time', async () => {
    const failing = async function* () {
      yield Buffer.from('begun');
      throw new Error('no rows');
    };
    await expect(keepFile(repository, of('a'), failing)).rejects.toThrow('no rows');
    await expect(openKeptFile(repository, of('a'), failing)).rejects.toThrow('no rows');
    expect(await stored()).toEqual([]);
    expect(await opened.unfinished()).toEqual([]);
    expect(await keepFile(repository, of('a'), maker(Buffer.from('whole')).make)).toMatchObject({ bytes: 5 });
  });

  test('are removed when nobody has used them for 30 days', async () => {
    const used = maker(randomBytes(10));
    const idle = maker(randomBytes(10));
    await keepFile(repository, of('used'), used.make);
    await keepFile(repository, of('idle'), idle.make);
    ahead = 29 * dayMs;
    await keepFile(repository, of('used'), used.make);
    expect(await stored()).toHaveLength(2);
    ahead = 31 * dayMs;
    await sweepObjects(repository, signal);
    expect([await findKeptFile(repository.db, 'used'), await findKeptFile(repository.db, 'idle')]).toEqual([
      expect.objectContaining({ bytes: 10 }),
      null,
    ]);
    expect(await stored()).toHaveLength(1);
  });

  test('are removed above the limit, the least recently used first', async () => {
    const small = limited(2500);
    for (const key of ['a', 'b']) {
      await keepFile(small, of(key), maker(randomBytes(1000)).make);
      ahead += dayMs;
    }
    await keepFile(small, of('a'), maker(randomBytes(1)).make);
    ahead += dayMs;
    await keepFile(small, of('c'), maker(randomBytes(1000)).make);
    const found = await Promise.all(['a', 'b', 'c'].map((key) => findKeptFile(repository.db, key)));
    expect(found.map((file) => file?.bytes)).toEqual([1000, undefined, 1000]);
    expect(await stored()).toHaveLength(2);
  });

  test('are swept if a server died before it recorded them', async () => {
    const { objectKey } = await keepFile(repository, of('a'), maker(randomBytes(10)).make);
    await opened.files.put('kept/left', Readable.from([Buffer.from('x')]));
    ahead = 2 * dayMs;
    await sweepObjects(repository, signal);
    expect(await stored()).toEqual([objectKey]);
  });

  test('are sent whole with their length once they are made', async () => {
    const made = maker(randomBytes(1000));
    await keepFile(repository, of('a'), made.make);
    expect(await openKeptFile(repository, of('a'), made.make)).toMatchObject({ bytes: 1000 });
    expect(made.times).toBe(1);
  });

  /** Content whose rest is made when `go` is called. */
  const slowMaker = (content: Buffer, firstBytes: number) => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const made = { times: 0, make, go };
    async function* make() {
      made.times += 1;
      yield content.subarray(0, firstBytes);
      await gate;
      for (let at = firstBytes; at < content.length; at += 50_000) yield content.subarray(at, at + 50_000);
    }
    return made;
  };

  test('are streamed while they are made, to all who ask', async () => {
    const content = randomBytes(1_000_000);
    const made = slowMaker(content, 400_000);
    const streams = await Promise.all([1, 2].map(() => openKeptFile(repository, of('a'), made.make)));
    const [first, second] = streams as Readable[];
    const chunks = first![Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const begun = (await chunks.next()).value as Buffer;
    expect(begun.equals(content.subarray(0, begun.length))).toBe(true);
    made.go();
    expect((await buffer(second!)).equals(content)).toBe(true);
    // The first reader is slow. The file is complete and kept all the same.
    await expect.poll(() => findKeptFile(repository.db, 'a')).toMatchObject({ bytes: content.length });
    const rest = [begun];
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) rest.push(next.value);
    expect(Buffer.concat(rest).equals(content)).toBe(true);
    expect(made.times).toBe(1);
  });

  test('are sent to those who come after the last byte and before they are stored', async () => {
    let store = () => {};
    const stored = new Promise<void>((resolve) => (store = resolve));
    const { db } = repository;
    const transaction: typeof db.transaction = (run) => stored.then(() => db.transaction(run));
    const slow = { ...repository, db: Object.assign(Object.create(db) as typeof db, { transaction }) };
    const made = maker(randomBytes(1_000_000));
    const first = (await openKeptFile(slow, of('a'), made.make)) as Readable;
    const content = await buffer(first);
    const second = (await openKeptFile(slow, of('a'), made.make)) as Readable;
    expect((await buffer(second)).equals(content)).toBe(true);
    expect(made.times).toBe(1);
    store();
    await expect.poll(() => findKeptFile(db, 'a')).toMatchObject({ bytes: 1_000_000 });
  });

  test('are kept even if the reader leaves', async () => {
    const made = slowMaker(randomBytes(1_000_000), 1);
    const stream = (await openKeptFile(repository, of('a'), made.make)) as Readable;
    stream.destroy();
    made.go();
    await expect.poll(() => findKeptFile(repository.db, 'a')).toMatchObject({ bytes: 1_000_000 });
  });

  test('are cut off when a data set is withdrawn, and end cleanly only if none is', async () => {
    const { db, now } = repository;
    await publishForTest(repository, { nr: 1, title: 'Withdrawn while it is sent' });
    const content = randomBytes(1_000_000);
    const download = async (contentKey: string) => {
      const made = slowMaker(content, 400_000);
      const stream = (await openKeptFile(repository, { contentKey, numbers: [1] }, made.make)) as Readable;
      return { stream, go: made.go };
    };
    const [before, stalled, ended] = [await download('before'), await download('stalled'), await download('ended')];
    before.go();
    expect((await buffer(before.stream)).equals(content)).toBe(true);
    await db.update(uploads).set({ withdrawnAt: now() }).where(eq(uploads.nr, 1));
    ended.go();
    for (const { stream } of [ended, stalled]) {
      await expect(buffer(stream)).rejects.toMatchObject({ code: 'data-set-withdrawn' });
    }
    stalled.go();
  });

  test('are refused before anything is sent, however long the check before takes', async () => {
    let refuse = () => {};
    const gate = new Promise<void>((resolve) => (refuse = resolve));
    const checked = openKeptFile(repository, of('refused'), async () => {
      await gate;
      throw new Error('too long');
    });
    const refused = expect(checked).rejects.toThrow('too long');
    // When this one is streamed, the other one would be, too.
    const other = slowMaker(randomBytes(1000), 1);
    const stream = (await openKeptFile(repository, of('streamed'), other.make)) as Readable;
    refuse();
    await refused;
    other.go();
    expect(await buffer(stream)).toHaveLength(1000);
    await expect.poll(() => findKeptFile(repository.db, 'streamed')).not.toBeNull();
  });

  test('wait for others if too many are being made', async () => {
    const slow = slowMaker(randomBytes(1000), 1);
    const others = ['c', 'd', 'e', 'f'].map((key) => keepFile(repository, of(key), slow.make));
    await expect.poll(() => slow.times).toBe(4);
    const made = maker(randomBytes(1000));
    const waiting = [1, 2].map(() => keepFile(repository, of('waiting'), made.make));
    const streamed = (await openKeptFile(repository, of('busy'), maker(randomBytes(10)).make)) as Readable;
    expect(await buffer(streamed)).toHaveLength(10);
    expect(made.times).toBe(0);
    slow.go();
    await Promise.all([...others, ...waiting]);
    expect(made.times).toBe(1);
  });

  test('are streamed to their end if they are larger than all may be, and are not tried again at once', async () => {
    const content = randomBytes(1_000_000);
    const small = limited(500_000);
    const made = slowMaker(content, 450_000);
    const larger = maker(content);
    for (let i = 0; i < 2; i += 1) await expect(keepFile(small, of('b'), larger.make)).rejects.toThrow(FileNotWritten);
    expect(larger.times).toBe(1);
    const stream = (await openKeptFile(small, of('a'), made.make)) as Readable;
    made.go();
    expect((await buffer(stream)).equals(content)).toBe(true);
    expect(made.times).toBe(2);
    expect((await buffer((await openKeptFile(small, of('a'), made.make)) as Readable)).equals(content)).toBe(true);
    expect(made.times).toBe(3);
    expect([await stored(), await opened.unfinished()]).toEqual([[], []]);
  });

  test('are tried again as soon as the disk has room, and a minute after one of them has filled it', async () => {
    let free = -1;
    const nearlyFull = { ...repository, freeBytes: () => Promise.resolve(free) };
    const made = maker(randomBytes(1000));
    await expect(keepFile(nearlyFull, of('without room'), made.make)).rejects.toThrow(FileNotWritten);
    expect(made.times).toBe(0);
    free = 1e12;
    expect(await keepFile(nearlyFull, of('without room'), made.make)).toMatchObject({ bytes: 1000 });
    let isFull = true;
    let now = new Date();
    const { files } = opened;
    const writeLocal: typeof files.writeLocal = (...parts) =>
      isFull ? Promise.reject(new Error('no space left on device')) : files.writeLocal(...parts);
    const filled = { ...repository, now: () => now, files: { ...files, writeLocal } };
    await expect(keepFile(filled, of('filling'), made.make)).rejects.toThrow(FileNotWritten);
    isFull = false;
    await expect(keepFile(filled, of('filling'), made.make)).rejects.toThrow(FileNotWritten);
    now = new Date(now.getTime() + 61_000);
    expect(await keepFile(filled, of('filling'), made.make)).toMatchObject({ bytes: 1000 });
  });

  test('are streamed if the store is full', async () => {
    const content = randomBytes(1_000_000);
    const files = {
      ...opened.files,
      writeLocal: async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    };
    const stream = (await openKeptFile({ ...repository, files }, of('a'), maker(content).make)) as Readable;
    expect((await buffer(stream)).equals(content)).toBe(true);
    expect(await findKeptFile(repository.db, 'a')).toBeNull();
    // Nothing else would close what is made for a reader who leaves before the first byte.
    const made = new PassThrough();
    const unread = (await openKeptFile({ ...repository, files }, of('a'), () => made)) as Readable;
    unread.destroy();
    expect(made.destroyed).toBe(true);
  });
});
