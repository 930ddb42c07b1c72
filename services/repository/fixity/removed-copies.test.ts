import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import type { FileStore } from '../context/file-store';
import { createDiskFileStore } from '../files/disk-file-store';
import { countFixity, listFaults, setReplica } from '../store/object-sums';
import { objectSums, publishedTables } from '../store/schema';
import { createFixity } from './keep-fixity';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-removed-copies-'));
const dayMs = 24 * 60 * 60 * 1000;
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
/** A published data set whose table has been copied to a replica. */
beforeEach(async () => {
  const { db } = test_.repository;
  await db.delete(objectSums);
  await db.delete(publishedTables);
  await setReplica(db, null);
  logged = [];
  [folder, replica] = [path.join(home, randomUUID()), path.join(home, randomUUID())];
  store = await createDiskFileStore(folder);
  nr += 1;
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest({ ...test_.repository, files: store }, { nr, title: 'Jumps', tables });
  key = (await db.select().from(publishedTables))[0]!.objectKey;
  await run({}, 1);
  expect(isCopied()).toBe(true);
});

/** A server that runs for some days. */
async function run(options: { replica?: Partial<FileStore> | null }, days: number): Promise<void> {
  const { db, jobs } = test_.repository;
  const files = { ...(await createDiskFileStore(replica)), ...options.replica };
  const opened = options.replica === null ? null : { files, place: replica };
  const settings = { days: 7, bytesPerSecond: 1e12, tellTo: null };
  const fixity = createFixity({ db, jobs, now, log, files: store, ...settings, replica: opened });
  for (let day = 0; day < days; day += 1) {
    await fixity.round();
    daysLater += 1;
  }
  await fixity.round();
}

const isCopied = () => existsSync(path.join(replica, key));
const known = () => test_.repository.db.select().from(objectSums);

async function removeObject(): Promise<void> {
  await test_.repository.db.delete(publishedTables);
  await store.remove(key);
}

test('what is removed while the replica is away leaves it when it is back', async () => {
  await removeObject();
  const [mark, elsewhere] = [path.join(replica, 'installation'), path.join(home, 'mark')];
  renameSync(mark, elsewhere);
  await run({}, 10);
  expect(isCopied()).toBe(true);
  renameSync(elsewhere, mark);
  await run({}, 2);
  expect([isCopied(), await known()]).toEqual([false, []]);
});

test('a copy that could not be removed is removed later', async () => {
  await removeObject();
  const remove = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
  await run({ replica: { remove } }, 3);
  expect(logged).toContain(`The copy of ${key} could not be removed from the replica; it is tried again.`);
  await run({}, 2);
  expect([isCopied(), await known()]).toEqual([false, []]);
});

test('what is removed while a server runs without the replica leaves it when it has one again', async () => {
  await removeObject();
  await run({ replica: null }, 10);
  await run({}, 2);
  expect([isCopied(), await known()]).toEqual([false, []]);
});

test('an object that is just being copied is not forgotten, so its copy is removed as well', async () => {
  await removeObject();
  const copying = { claimedUntil: new Date(now().getTime() + 3 * dayMs) };
  await test_.repository.db.update(objectSums).set(copying);
  await run({}, 2);
  expect(await known()).toHaveLength(1);
  daysLater += 2;
  await run({}, 1);
  expect([isCopied(), await known()]).toEqual([false, []]);
});

test('a removed object whose copy cannot be removed yet is no fault any more', async () => {
  const { db } = test_.repository;
  await db.update(objectSums).set({ fault: 'damaged', foundAt: now(), toldAt: now() });
  await removeObject();
  await run({ replica: null }, 10);
  expect(await listFaults(db)).toEqual([]);
  expect(await countFixity(db, now())).toMatchObject({ damaged: 0, missing: 0 });
});
