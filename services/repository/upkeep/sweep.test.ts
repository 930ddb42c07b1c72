import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { FileState } from '@domain/api/uploads';

import { fileStores, type TestFileStore } from '../../../tests/support/file-stores';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { files as fileRows, people, problemGroups, sourceTables, studies, uploads } from '../store/schema';
import { claimObjects, ObjectsMissing, ForeignObjectStore } from './claim-objects';
import { sweepObjects } from './sweep';

const dayMs = 24 * 60 * 60 * 1000;
const owner = 'contributor';
const { signal } = new AbortController();

describe.each(fileStores)('Objects that nothing refers to, $name,', ({ open }) => {
  let opened: TestFileStore;
  let test_: TestRepository;
  /** Days by which the clock of the repository is ahead of that of the store. */
  let daysAhead = 0;
  beforeAll(async () => {
    opened = await open();
    const now = () => new Date(Date.now() + daysAhead * dayMs);
    test_ = await createTestRepository({ files: opened.files, now });
    await test_.repository.db
      .insert(people)
      .values({ subject: owner, name: owner, email: '', roles: [], seenAt: new Date() });
  });
  afterAll(async () => {
    await test_.close();
    await opened.close();
  });
  beforeEach(() => {
    daysAhead = 0;
  });
  afterEach(async () => {
    for await (const { key } of opened.files.list('')) await opened.files.remove(key);
    // A store that has seen the mark of its volume takes an empty folder for one that is not mounted.
    opened.files = test_.repository.files = await opened.reopen();
  });

  const put = async (key: string) => {
    await opened.files.put(key, Readable.from([Buffer.from('object')]));
    return key;
  };
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of opened.files.list('')) keys.push(key);
    return keys.sort();
  };
  const sweep = () => sweepObjects(test_.repository, signal);

  /** An upload with its original, one table and the cells of one problem. */
  async function addUpload({ state = 'ready' as FileState, deletedAt = null as Date | null } = {}) {
    const { db } = test_.repository;
    const [study] = await db.insert(studies).values({ owner }).returning();
    const [upload] = await db
      .insert(uploads)
      .values({ kind: 'raw', owner, study: study!.id, createdAt: new Date(), deletedAt })
      .returning();
    const id = randomUUID();
    const original = await put(`originals/${id}`);
    await db
      .insert(fileRows)
      .values({
        id,
        upload: upload!.number,
        version: 1,
        name: 'a.csv',
        bytes: 6,
        sha256: id,
        objectKey: original,
        state,
        receivedAt: new Date(),
      });
    const table = await put(`tables/${id}-0.parquet`);
    if (state !== 'ready') return { original, table, keys: [original, table] };
    const [row] = await db
      .insert(sourceTables)
      .values({ file: id, position: 0, name: 'a', rowCount: 1, firstRow: 2, objectKey: table })
      .returning();
    const problems = await put(`problems/${row!.id}/${randomUUID()}.parquet`);
    await db
      .insert(problemGroups)
      .values({
        table: row!.id,
        rule: 'R02',
        canOverride: true,
        count: 30,
        parameters: {},
        cells: [],
        objectKey: problems,
      });
    return { original, table, keys: [original, table, problems] };
  }

  test('are removed after a day, originals after a week, but not if a row refers to them', async () => {
    const upload = await addUpload();
    const reading = await addUpload({ state: 'reading' });
    const deleted = await addUpload({ state: 'failed', deletedAt: new Date() });
    await publishForTest(test_.repository, {
      nr: 1,
      title: 'Published',
      tables: [{ name: 'a', select: 'select 1 as x', columns: [{ key: 'x', unit: '', source: 'x' }] }],
    });
    const [published] = (await stored()).filter((key) => key.startsWith('published/'));
    const kept = [...upload.keys, ...reading.keys, published, await put('installation'), await put('other/x')];
    const orphans = ['problems/1/x.parquet', 'published/1/x.parquet', 'tables/stray', deleted.table];
    for (const key of orphans) await put(key);
    const originals = [deleted.original, await put('originals/loose')];
    const everything = [...kept, ...orphans, ...originals].sort();

    expect(await sweep()).toEqual({ objects: 0, bytes: 0, unfinished: 0 });
    expect(await stored()).toEqual(everything);
    daysAhead = 2;
    expect(await sweep()).toEqual({ objects: 4, bytes: 24, unfinished: 0 });
    expect(await stored()).toEqual([...kept, ...originals].sort());
    daysAhead = 8;
    expect(await sweep()).toMatchObject({ objects: 2, bytes: 12 });
    expect(await stored()).toEqual([...kept].sort());
    expect(await sweep()).toMatchObject({ objects: 0 });
  });

  test('are removed, even if there are many', async () => {
    const keys = Array.from({ length: 120 }, (_, i) => `problems/1/${i}.parquet`);
    await Promise.all(keys.map(put));
    daysAhead = 2;
    expect(await sweep()).toMatchObject({ objects: 120 });
    expect(await stored()).toEqual([]);
  });

  test('are kept when the server stops', async () => {
    await put('tables/stray');
    daysAhead = 2;
    await expect(sweepObjects(test_.repository, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await stored()).toEqual(['tables/stray']);
  });

  test('are not removed from a store that belongs to another database', async () => {
    const { db } = test_.repository;
    const { keys } = await addUpload();
    await claimObjects({ db, files: opened.files });
    await claimObjects({ db, files: await opened.reopen() });
    expect(await stored()).toEqual(['installation', ...keys].sort());
    await opened.files.put('installation', Readable.from([Buffer.from(randomUUID())]));
    await expect(claimObjects({ db, files: opened.files })).rejects.toThrow(ForeignObjectStore);
  });

  test('are not removed from an empty store if the database refers to other objects', async () => {
    const { db } = test_.repository;
    const { keys } = await addUpload();
    for (const key of keys) await opened.files.remove(key);
    await expect(claimObjects({ db, files: opened.files })).rejects.toThrow(ObjectsMissing);
    expect(await stored()).toEqual([]);
  });
});
