import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import type { FileStore } from '../context/file-store';
import { createDiskFileStore } from '../files/disk-file-store';
import { countFixity, listFaults } from '../store/object-sums';
import { objectSums, problemGroups, publishedTables } from '../store/schema';
import { createFixity } from './keep-fixity';
import { fixityMetrics } from './metrics';
import { ForeignReplica } from './replica';
import { sumWritten } from './sum-written';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-fixity-'));
const newFolder = () => path.join(home, randomUUID());
const dayMs = 24 * 60 * 60 * 1000;
const days = 7;

let test_: TestRepository;
let folder: string;
let store: FileStore;
let logged: string[];
/** The time of the tests, which goes on in days. */
let daysLater = 0;
const now = () => new Date(Date.now() + daysLater * dayMs);
const log = { info: () => {}, warn: (line: string) => void logged.push(line) };

beforeAll(async () => {
  test_ = await createTestRepository();
});
afterAll(async () => {
  await test_.close();
  rmSync(home, { recursive: true, force: true });
});
let nr = 0;
let key: string;
/** A published data set whose table is in a new store. */
beforeEach(async () => {
  const { db } = test_.repository;
  await db.delete(objectSums);
  await db.delete(publishedTables);
  await test_.pool.query('update repository.installation set replica = null');
  await mails();
  daysLater = 0;
  logged = [];
  folder = newFolder();
  store = await createDiskFileStore(folder);
  nr += 1;
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest({ ...test_.repository, files: store }, { nr, title: 'Jumps', tables });
  const [table] = await db.select().from(publishedTables);
  key = table!.objectKey;
});

function fixityOf(options: { replica?: string | null; bytesPerSecond?: number; files?: FileStore } = {}) {
  const { replica = null, bytesPerSecond = 1e12, files = store } = options;
  const { db, jobs } = test_.repository;
  const open = async () => (replica === null ? null : { files: await createDiskFileStore(replica), place: replica });
  return open().then((opened) =>
    createFixity({ db, jobs, now, log, days, bytesPerSecond, files, replica: opened, tellTo: 'operator@example.org' }),
  );
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(file, bytes);
}

const original = () => readFileSync(path.join(folder, key));
const faults = async () =>
  (await listFaults(test_.repository.db)).map(({ key: of, fault, mendedAt }) => ({
    key: of,
    fault,
    isMended: mendedAt !== null,
  }));

async function mails(): Promise<string[]> {
  const { rows } = await test_.pool.query<{ text: string }>(
    `select data->>'text' as text from pgboss.job where name = 'send-mail' and data->>'to' = 'operator@example.org'`,
  );
  await test_.pool.query(`delete from pgboss.job where name = 'send-mail'`);
  return rows.map((row) => row.text);
}

/** A server that has run for so long that every object was read. */
async function runFor(fixity: Awaited<ReturnType<typeof fixityOf>>, wanted: number): Promise<void> {
  for (let day = 0; day < wanted; day += 1) {
    await fixity.round();
    daysLater += 1;
  }
  await fixity.round();
}

test('every object is read within the days, and again within as many', async () => {
  const fixity = await fixityOf();
  const { db } = test_.repository;
  for (let week = 1; week <= 3; week += 1) {
    await runFor(fixity, days);
    const [sum] = await db.select().from(objectSums).where(eq(objectSums.key, key));
    expect(now().getTime() - sum!.checkedAt!.getTime()).toBeLessThanOrEqual(days * dayMs);
    expect(sum).toMatchObject({ fault: null, bytes: original().length });
  }
  expect(await mails()).toEqual([]);
});

test('a flipped byte is found, told once, and taken from the replica; the damaged object is kept aside', async () => {
  const replica = newFolder();
  const fixity = await fixityOf({ replica });
  const before = original();
  await runFor(fixity, days);
  expect(readFileSync(path.join(replica, key))).toEqual(before);
  flipByte(path.join(folder, key));
  const damaged = original();
  await runFor(fixity, days);
  expect(original()).toEqual(before);
  expect(await faults()).toEqual([{ key, fault: 'damaged', isMended: true }]);
  const aside: string[] = [];
  for await (const found of store.list('damaged/')) aside.push(found.key);
  expect(aside).toHaveLength(1);
  expect(readFileSync(path.join(folder, aside[0]!))).toEqual(damaged);
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`- ${key}: damaged – restored from the replica`);
  expect(told[0]).toContain(`- ${key}: beschädigt – aus der Kopie wiederhergestellt`);
  expect(logged).toEqual([`The object ${key} was damaged and is right again.`]);
  await runFor(fixity, days);
  expect(await mails()).toEqual([]);
});

test('a missing object is taken from the replica', async () => {
  const fixity = await fixityOf({ replica: newFolder() });
  const before = original();
  await runFor(fixity, days);
  await store.remove(key);
  await runFor(fixity, days);
  expect(original()).toEqual(before);
  expect(await faults()).toEqual([{ key, fault: 'missing', isMended: true }]);
});

test('a damaged replica replaces nothing, and without one the fault is told once and stays', async () => {
  const replica = newFolder();
  const fixity = await fixityOf({ replica });
  await runFor(fixity, days);
  flipByte(path.join(folder, key));
  const damaged = original();
  writeFileSync(path.join(replica, key), 'something else');
  await runFor(fixity, days);
  expect(original()).toEqual(damaged);
  expect(await faults()).toEqual([{ key, fault: 'damaged', isMended: false }]);
  expect(await mails()).toHaveLength(1);
  await runFor(fixity, 2 * days);
  expect(await mails()).toEqual([]);
  const figures = fixityMetrics(await countFixity(test_.repository.db, now()), now());
  expect(figures).toContainEqual(expect.objectContaining({ name: 'motothek_objects_damaged', values: [{ value: 1 }] }));
});

test('an object that is right again, as by the operator, is no fault any more', async () => {
  const fixity = await fixityOf();
  const before = original();
  await runFor(fixity, days);
  flipByte(path.join(folder, key));
  await runFor(fixity, days);
  expect(await faults()).toEqual([{ key, fault: 'damaged', isMended: false }]);
  writeFileSync(path.join(folder, key), before);
  await runFor(fixity, days);
  expect(await faults()).toEqual([{ key, fault: 'damaged', isMended: true }]);
});

test('an object that nothing refers to any more is no fault, and leaves the replica', async () => {
  const replica = newFolder();
  const fixity = await fixityOf({ replica });
  await runFor(fixity, days);
  await test_.repository.db.delete(publishedTables);
  await store.remove(key);
  await runFor(fixity, days);
  expect(await faults()).toEqual([]);
  expect(await test_.repository.db.select().from(objectSums)).toEqual([]);
  const copies: string[] = [];
  for await (const found of (await createDiskFileStore(replica)).list('')) copies.push(found.key);
  expect(copies).toEqual(['installation']);
  expect(await mails()).toEqual([]);
});

test('the sum of a table whose row has none is taken when it is written', async () => {
  const fixity = await fixityOf();
  const summing = sumWritten(store, fixity.note);
  const written = `problems/1/${randomUUID()}.parquet`;
  await summing.writeLocal(written, async (file) => writeFileSync(file, 'cells'));
  const { rows } = await test_.pool.query<{ id: number }>(
    `with study as (insert into repository.studies (owner) select subject from repository.people limit 1 returning id, owner),
       upload as (insert into repository.uploads (kind, owner, study, created_at) select 'raw', owner, id, now() from study returning number),
       file as (insert into repository.files (id, upload, version, name, bytes, sha256, object_key, state, received_at)
         select gen_random_uuid(), number, 1, 'a.csv', 1, '', 'originals/none', 'failed', now() from upload returning id),
       source as (insert into repository.source_tables (file, position, name, row_count, first_row, object_key)
         select id, 0, 'a', 1, 1, 'tables/none' from file returning id)
     select id from source`,
  );
  const group = {
    table: rows[0]!.id,
    rule: 'R03',
    canOverride: true,
    count: 1,
    parameters: {},
    cells: [],
    objectKey: written,
  };
  await test_.repository.db.insert(problemGroups).values(group);
  await fixity.round();
  // It is damaged before it was ever read.
  writeFileSync(path.join(folder, written), 'cellz');
  await runFor(fixity, days);
  expect(await faults()).toContainEqual({ key: written, fault: 'damaged', isMended: false });
  await test_.repository.db.delete(problemGroups);
  await test_.pool.query(
    `delete from repository.source_tables; delete from repository.files where object_key = 'originals/none'`,
  );
});

test('two servers read each object once', async () => {
  const reads: string[] = [];
  const files: FileStore = {
    ...store,
    read: (read, range) => {
      reads.push(read);
      return store.read(read, range);
    },
  };
  const servers = [await fixityOf({ files }), await fixityOf({ files })];
  await servers[0]!.round();
  reads.length = 0;
  daysLater += days;
  await Promise.all(servers.map((server) => server.round()));
  expect(reads).toEqual([key]);
});

test('reading keeps to its pace and ends when the server stops', async () => {
  await (await fixityOf()).round();
  const fixity = await fixityOf({ bytesPerSecond: 10 });
  daysLater += days;
  const reading = fixity.round();
  const bytes = original().length;
  expect(bytes).toBeGreaterThan(100);
  const ended = await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 300, 'still reading'))]);
  expect(ended).toBe('still reading');
  await fixity.stop();
  await reading;
  // Another server reads it at once.
  const next = await fixityOf();
  await next.round();
  const [sum] = await test_.repository.db.select().from(objectSums).where(eq(objectSums.key, key));
  expect(sum?.bytes).toBe(bytes);
  expect(now().getTime() - sum!.checkedAt!.getTime()).toBeLessThan(dayMs);
});

test('an object of a server that was killed is read by another when the claim ends', async () => {
  const fixity = await fixityOf();
  await fixity.round();
  daysLater += days;
  const killed = { claimedUntil: new Date(now().getTime() + 60_000), checkedAt: null };
  await test_.repository.db.update(objectSums).set(killed);
  const checkedAt = async () => (await test_.repository.db.select().from(objectSums))[0]!.checkedAt;
  await fixity.round();
  expect(await checkedAt()).toBeNull();
  daysLater += 1;
  await fixity.round();
  expect(await checkedAt()).not.toBeNull();
});

test('a replica that is away is not taken for an empty one, and that of another database is refused', async () => {
  const replica = newFolder();
  await runFor(await fixityOf({ replica }), 1);
  rmSync(replica, { recursive: true });
  await runFor(await fixityOf({ replica }), 1);
  expect(logged).toContain('The replica is away: it does not have its mark.');
  const foreign = newFolder();
  await (await createDiskFileStore(foreign)).put('installation', Readable.from([Buffer.from('another')]));
  await expect((await fixityOf({ replica: foreign })).round()).rejects.toThrow(ForeignReplica);
  // Another place gets everything.
  const another = newFolder();
  await runFor(await fixityOf({ replica: another }), days);
  expect(readFileSync(path.join(another, key))).toEqual(original());
  expect(await text(await (await createDiskFileStore(another)).read('installation'))).toMatch(/^[0-9a-f-]{36}$/);
});
