import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import type { FileStore } from '../context/file-store';
import { createDiskFileStore } from '../files/disk-file-store';
import { removeObjectsOf } from '../jobs/handlers/remove-objects';
import { countFixity, listFaults, setReplica } from '../store/object-sums';
import { objectSums, publishedTables } from '../store/schema';
import { createFixity, type Fixity } from './keep-fixity';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-copies-'));
const dayMs = 24 * 60 * 60 * 1000;
const days = 7;
let test_: TestRepository;
let folder: string;
let replica: string;
let store: FileStore;
let logged: string[];
let daysLater = 0;
let nr = 0;
let key: string;
const now = () => new Date(Date.now() + daysLater * dayMs);
const log = { info: () => {}, warn: (line: string) => void logged.push(line) };
beforeAll(async () => {
  test_ = await createTestRepository();
});
afterAll(async () => {
  await test_.close();
  rmSync(home, { recursive: true, force: true });
});
/** A published data set whose table is in a new store with a new replica. */
beforeEach(async () => {
  const { db } = test_.repository;
  await db.delete(objectSums);
  await db.delete(publishedTables);
  await setReplica(db, null);
  logged = [];
  [folder, replica] = [path.join(home, randomUUID()), path.join(home, randomUUID())];
  store = await createDiskFileStore(folder);
  await store.put('installation', Readable.from([Buffer.from('mark')]));
  nr += 1;
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest({ ...test_.repository, files: store }, { nr, title: 'Jumps', tables });
  key = (await db.select().from(publishedTables))[0]!.objectKey;
});

async function keeping(
  options: { files?: FileStore; days?: number; tellTo?: string; replica?: FileStore } = {},
): Promise<Fixity> {
  const { db, jobs } = test_.repository;
  const opened = { files: options.replica ?? (await createDiskFileStore(replica)), place: replica };
  const pace = { days, bytesPerSecond: 1e12, tellTo: null };
  return createFixity({ db, jobs, now, log, files: store, ...pace, ...options, replica: opened });
}

/** A server that has run for so long that every object was read. */
async function runFor(fixity: Fixity, wanted = days): Promise<void> {
  for (let day = 0; day < wanted; day += 1) {
    await fixity.round();
    daysLater += 1;
  }
  await fixity.round();
}

const copy = () => readFileSync(path.join(replica, key));
const original = () => readFileSync(path.join(folder, key));
const faults = async () =>
  (await listFaults(test_.repository.db)).map(({ fault, mendedAt }) => [fault, mendedAt !== null]);
const notReplicated = async () => (await countFixity(test_.repository.db, now())).notReplicated;

/** What a disk says that cannot read one of its files. */
function failing(): FileStore {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  return { ...store, read: (read, range) => (read === key ? Promise.reject(error) : store.read(read, range)) };
}

test('an object that the disk cannot read counts as damaged and is taken from the replica', async () => {
  await runFor(await keeping());
  writeFileSync(path.join(folder, key), 'unreadable');
  await runFor(await keeping({ files: failing() }));
  expect(await faults()).toEqual([['damaged', true]]);
  expect(original()).toEqual(copy());
  expect(logged).toContain(`The object ${key} could not be read.`);
});

test('while the store has no mark, an object that cannot be read says nothing', async () => {
  await runFor(await keeping());
  const read = () => Promise.reject(new Error('away'));
  await runFor(await keeping({ files: { ...store, read } }));
  expect(await faults()).toEqual([]);
  expect(logged).toContain(`The object ${key} could not be read for its checksum; it is tried again.`);
});

test('a damaged object whose copy cannot be read either is noted', async () => {
  await runFor(await keeping());
  writeFileSync(path.join(folder, key), 'damaged');
  rmSync(path.join(replica, key));
  mkdirSync(path.join(replica, key));
  await runFor(await keeping());
  expect(await faults()).toEqual([['damaged', false]]);
  expect(await notReplicated()).toBe(1);
});

test('a damaged object is kept aside when it is mended, not at each reading', async () => {
  await runFor(await keeping());
  writeFileSync(path.join(folder, key), 'damaged');
  writeFileSync(path.join(replica, key), 'damaged, too');
  await runFor(await keeping(), 3 * days);
  const aside: string[] = [];
  for await (const found of store.list('damaged/')) aside.push(found.key);
  expect(aside).toEqual([]);
});

test('what is kept aside of an object goes with the object, for good', async () => {
  const { db } = test_.repository;
  await runFor(await keeping());
  writeFileSync(path.join(folder, key), 'damaged');
  await runFor(await keeping());
  await store.put('damaged/2026-11-27/tables/another', Readable.from([Buffer.from('damaged')]));
  const aside = async () => {
    const keys: string[] = [];
    for await (const found of store.list('damaged/')) keys.push(found.key);
    return keys.map((one) => one.split('/').slice(2).join('/')).sort();
  };
  expect(await aside()).toEqual([key, 'tables/another'].sort());
  const remove = () => removeObjectsOf({ db, files: store }, { keys: [key] }, new AbortController().signal);
  await remove();
  expect(await aside()).toHaveLength(2);
  await db.delete(publishedTables);
  await remove();
  expect(await aside()).toEqual(['tables/another']);
});

test('a copy that is missing or has another size is made again', async () => {
  await runFor(await keeping());
  for (const damage of [() => rmSync(path.join(replica, key)), () => writeFileSync(path.join(replica, key), 'short')]) {
    damage();
    await runFor(await keeping());
    expect(copy()).toEqual(original());
  }
});

test('a damaged copy is made again when its object is right again', async () => {
  await runFor(await keeping());
  const before = original();
  for (const file of [folder, replica]) writeFileSync(path.join(file, key), Buffer.alloc(before.length));
  await runFor(await keeping());
  expect(await notReplicated()).toBe(1);
  writeFileSync(path.join(folder, key), before);
  await runFor(await keeping());
  expect([copy(), await notReplicated()]).toEqual([before, 0]);
});

test('a restored database does not take the replica of the server that was backed up', async () => {
  await runFor(await keeping(), 1);
  await setReplica(test_.repository.db, null);
  await expect((await keeping()).round()).rejects.toThrow('already has copies of this database');
  // The operator decides that nobody else uses it.
  await (await createDiskFileStore(replica)).remove('installation');
  await runFor(await keeping());
  expect(copy()).toEqual(original());
});

test('without comparisons objects are still copied', async () => {
  const fixity = await keeping({ days: 0 });
  fixity.start();
  await vi.waitFor(async () => expect(await notReplicated()).toBe(0), 20_000);
  await vi.waitFor(() => expect(copy()).toEqual(original()), 20_000);
  await fixity.stop();
  writeFileSync(path.join(folder, key), 'damaged');
  await runFor(await keeping({ days: 0 }));
  expect(await faults()).toEqual([]);
});

test('what was found is told while a large object is being read', async () => {
  await runFor(await keeping());
  await test_.repository.db.update(objectSums).set({ fault: 'missing', mendedAt: now(), toldAt: null, dueAt: now() });
  const read: FileStore['read'] = () => new Promise(() => {});
  const fixity = await keeping({ files: { ...store, read }, tellTo: 'operator@example.org' });
  fixity.start();
  const told = async () => (await test_.repository.db.select().from(objectSums))[0]!.toldAt;
  await vi.waitFor(async () => expect(await told()).not.toBeNull(), 20_000);
  void fixity.stop();
});

test('a full replica is logged once, not for every object', async () => {
  const { db } = test_.repository;
  await runFor(await keeping());
  await db
    .insert(objectSums)
    .values({ key: 'tables/other', sha256: 'x', bytes: 1, dueAt: new Date('2100-01-01'), checkedAt: now() });
  await db.update(objectSums).set({ replicatedAt: null });
  logged = [];
  const opened = await createDiskFileStore(replica);
  const put = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }));
  const fixity = await keeping({ replica: { ...opened, put } });
  await fixity.round();
  await fixity.round();
  expect(logged).toEqual([expect.stringContaining('could not be copied to the replica; it is tried again.')]);
});
