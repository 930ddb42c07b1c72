import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { copyServerFolder, makeServerFolder } from '../../tests/support/server-folder';
import { type S3Server, startS3Server } from '../../tests/support/s3-server';
import { onPostgresql, openTestDatabase } from '../../tests/support/test-database';
import { openDatabase, type OpenedDatabase } from '../database/open-database';
import { type FileStore, markKey } from '../repository/context/file-store';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { openFileStore } from '../repository/files/open-file-store';
import { movedKey, unfinishedMoveKey, writeMark } from '../repository/files/store-mark';
import { openStore } from '../repository/store/database';
import { listNamedObjects } from '../repository/store/object-keys';
import { claimObjects } from '../repository/upkeep/claim-objects';
import { moveObjects } from './move-objects';
import { runMoveToBucket } from './move-to-bucket';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-move-'));
const template = path.join(home, 'template');
let server: S3Server;
/** The database of the template. The objects of each test are a copy. */
let database: OpenedDatabase;
let folder: string;
let bucket: FileStore;
beforeAll(async () => {
  await makeServerFolder(template);
  database = await openDatabase({ dataDir: template, statementSeconds: 60 });
});
beforeEach(async () => {
  server = await startS3Server();
  folder = path.join(home, randomUUID());
  cpSync(path.join(template, 'objects'), folder, { recursive: true });
  const cache = path.join(home, 'cache');
  bucket = await openFileStore({
    dataDir: cache,
    objectStore: server.settings,
    objectCacheBytes: 0,
    largestBytes: 1e9,
  });
});
afterEach(() => server.stop());
afterAll(async () => {
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

const objects = (key = '') => path.join(folder, key);
const openDisk = () => createDiskFileStore(folder);

/** Moves the objects, with other files than the real ones. */
async function move({ from = {}, to = {} }: { from?: Partial<FileStore>; to?: Partial<FileStore> } = {}) {
  const disk = await openDisk();
  const { pool } = database;
  return moveObjects({ pool, from: { ...disk, ...from }, folder, to: { ...bucket, ...to }, tell: () => undefined });
}

/** Runs the command on a data folder. Throws what it throws. */
async function runOn(dataDir: string, settings: Record<string, string> = {}, given: string[] = []) {
  const { bucket: name, endpoint, region } = server.settings;
  const OBJECT_STORE_URL = `s3://${name}?endpoint=${endpoint}&region=${region}`;
  const output: string[] = [];
  const environment = { DATA_DIR: dataDir, OBJECT_STORE_URL, ...settings };
  const code = await runMoveToBucket(given, { environment, write: (text) => output.push(text) });
  return { code, output: output.join('') };
}

/** Keys of the objects of the database, kept files among them. */
async function keysOf(): Promise<string[]> {
  const kept = await database.pool.query<{ key: string }>('select object_key as key from repository.kept_files');
  return [...(await listNamedObjects(openStore(database.pool))), ...kept.rows].map(({ key }) => key).sort();
}

async function keysIn(files: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list('')) keys.push(key);
  return keys.sort();
}

/** What a server that starts on a store says. */
const claim = (files: FileStore) => claimObjects({ db: openStore(database.pool), files });

test('brings every object, and the folder is not used any more until its mark is renamed', async () => {
  const keys = await keysOf();
  expect(await move()).toMatchObject({ objects: keys.length, sent: keys.length, missing: [], damaged: [] });
  expect(await keysIn(bucket)).toEqual([markKey, ...keys].sort());
  const disk = await openDisk();
  for (const key of keys) expect(await buffer(await bucket.read(key))).toEqual(await buffer(await disk.read(key)));
  await expect(claim(bucket)).resolves.toBeUndefined();
  await expect(claim(disk)).rejects.toThrow('were moved to a bucket');
  expect(await move()).toBeNull();

  renameSync(objects(movedKey), objects(markKey));
  await expect(claim(disk)).resolves.toBeUndefined();
  await expect(move()).rejects.toThrow('in use for this installation already');
});

test('a server that still runs on the folder writes nothing more', async () => {
  const running = await openDisk();
  await claim(running);
  await move();
  await expect(running.put('originals/new', Readable.from([Buffer.from('x')]))).rejects.toThrow('is not available');
});

test('a stopped move is not used by a server, and the next one sends only the rest', async () => {
  const keys = await keysOf();
  let sent = 0;
  const put: FileStore['put'] = async (key, source) => {
    if (key === unfinishedMoveKey) return bucket.put(key, source);
    sent += 1;
    if (sent > 3) throw new Error('stopped');
    return bucket.put(key, source);
  };
  await expect(move({ to: { put } })).rejects.toThrow('stopped');
  await expect(claim(bucket)).rejects.toThrow('Run npm run move-to-bucket again');
  await expect(claim(await openDisk())).resolves.toBeUndefined();
  expect(await move()).toMatchObject({ objects: keys.length, sent: keys.length - 3 });
  await expect(claim(bucket)).resolves.toBeUndefined();
});

test('an object that a stopped move has left with other bytes is sent again', async () => {
  const [key = ''] = await keysOf();
  const read: FileStore['read'] = (each) =>
    each.includes('/') ? Promise.reject(new Error('stopped')) : bucket.read(each);
  const stopped = move({ to: { read } });
  await expect(stopped).rejects.toThrow('stopped');
  const before = await buffer(await (await openDisk()).read(key));
  await bucket.put(key, Readable.from([Buffer.alloc(before.length)]));
  expect(await move()).not.toBeNull();
  expect(await buffer(await bucket.read(key))).toEqual(before);
});

test('a bucket that gives back other bytes ends the move', async () => {
  const put: FileStore['put'] = async (key, source) => {
    const isMark = key === unfinishedMoveKey;
    const spoilt = isMark
      ? source
      : Readable.from([Buffer.from((await buffer(source)).toString('latin1').toUpperCase())]);
    return bucket.put(key, spoilt);
  };
  await expect(move({ to: { put } })).rejects.toThrow('gives back other bytes of');
  await expect(claim(bucket)).rejects.toThrow('has not ended');
});

test.each([
  [
    'before the folder has its mark',
    (to: FileStore) => ({ remove: () => Promise.reject(new Error('stopped')), put: to.put }),
  ],
  [
    'before the bucket has its mark',
    (to: FileStore) => ({
      put: (key: string, source: Readable) =>
        key === markKey ? Promise.reject(new Error('stopped')) : to.put(key, source),
    }),
  ],
])('a move that is stopped %s is run again', async (_, stopping) => {
  await expect(move({ to: stopping(bucket) })).rejects.toThrow('stopped');
  await expect(claim(bucket)).rejects.toThrow('has not ended');
  await move();
  await expect(claim(bucket)).resolves.toBeUndefined();
  await expect(claim(await openDisk())).rejects.toThrow('were moved to a bucket');
});

test('objects that the disk has lost or that are damaged are named, and the others are moved; kept files are no loss', async () => {
  const keys = await keysOf();
  const [missing = '', damaged = ''] = keys.filter((key) => !key.startsWith('kept/'));
  const kept = keys.filter((key) => key.startsWith('kept/'));
  expect(kept).toHaveLength(1);
  for (const key of [missing, ...kept]) rmSync(objects(key));
  const bytes = readFileSync(objects(damaged));
  bytes[0]! ^= 1;
  writeFileSync(objects(damaged), bytes);
  expect(await move()).toMatchObject({ objects: keys.length - 3, missing: [missing], damaged: [damaged] });
  expect(await keysIn(bucket)).toEqual(
    [markKey, ...keys.filter((key) => ![missing, damaged, ...kept].includes(key))].sort(),
  );
});

test('a store that is not mounted, or that of another installation, is refused', async () => {
  renameSync(folder, `${folder}-away`);
  await expect(move()).rejects.toThrow('Check that its volume is mounted');
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  writeFileSync(objects(markKey), randomUUID());
  await expect(move()).rejects.toThrow('belong to another database');
  expect(await keysIn(bucket)).toEqual([]);
});

test('a store that goes away meanwhile ends the move, and nothing counts as lost', async () => {
  const disk = await openDisk();
  const read: FileStore['read'] = (key) => {
    if (key.includes('/') && existsSync(folder)) renameSync(folder, `${folder}-away`);
    return disk.read(key);
  };
  const failing = move({ from: { read } });
  await expect(failing).rejects.toThrow();
  await expect(claim(bucket)).rejects.toThrow('has not ended');
});

test('a bucket that is not empty is refused, with the reason', async () => {
  await bucket.put('reports/2026.pdf', Readable.from([Buffer.from('x')]));
  await expect(move()).rejects.toThrow('The bucket is not empty: it has reports/2026.pdf.');
  await writeMark(bucket, randomUUID());
  await expect(move()).rejects.toThrow('The bucket belongs to another installation.');
  await bucket.remove(markKey);
  await writeMark(bucket, randomUUID(), unfinishedMoveKey);
  await expect(move()).rejects.toThrow('The bucket belongs to another installation.');
  await expect(claim(await openDisk())).resolves.toBeUndefined();
});

test('a server that writes meanwhile is noticed', async () => {
  const { pool } = database;
  const written = `insert into repository.kept_files (content_key, object_key, bytes, sha256, used_at) values ('x', 'kept/x', 1, 'x', now())`;
  const put: FileStore['put'] = async (key, source) => {
    if (key.includes('/')) await pool.query(`${written} on conflict do nothing`);
    return bucket.put(key, source);
  };
  await expect(move({ to: { put } })).rejects.toThrow('a server runs');
  await pool.query(`delete from repository.kept_files where content_key = 'x'`);
  await expect(claim(bucket)).rejects.toThrow('has not ended');
});

test('the command says what it has done, and that it was done before', async () => {
  const dataDir = path.join(home, randomUUID());
  await database.close();
  copyServerFolder(template, dataDir);
  database = await openDatabase({ dataDir: template, statementSeconds: 60 });
  const objectsOf = (key: string) => path.join(dataDir, 'objects', key);
  const [lost = '', ...others] = (await keysOf()).filter((key) => !key.startsWith('kept/'));
  rmSync(objectsOf(lost));
  const { code, output } = await runOn(dataDir);
  expect(code).toBe(3);
  expect(output).toContain(`${others.length + 1} objects of`);
  expect(output).toMatch(new RegExp(`lost these objects[^]*${lost}`));
  expect(await runOn(dataDir)).toMatchObject({ code: 0, output: expect.stringContaining('already') as string });
});

test('settings that do not fit, a folder in use and arguments are refused', async () => {
  await expect(runOn(template, { OBJECT_STORE_URL: '' })).rejects.toThrow('OBJECT_STORE_URL is not set.');
  const other = `s3://other-bucket?endpoint=${server.settings.endpoint}`;
  await expect(runOn(template, { OBJECT_STORE_URL: other })).rejects.toThrow('there is no such bucket');
  await expect(runOn(path.join(home, 'none'))).rejects.toThrow('There is no embedded database');
  expect(await runOn(template, {}, ['--force'])).toMatchObject({ code: 2 });
  await expect(runOn(template)).rejects.toThrow(`The data folder ${template} is in use`);
  expect(await keysIn(bucket)).toEqual([]);
});

onPostgresql('objects of a database in PostgreSQL', () => {
  test('are moved once no server has a connection', async () => {
    const { pool, connection, close } = await openTestDatabase();
    await pool.query('insert into repository.installation default values');
    const DATABASE_URL = String(connection.connectionString);
    const dataDir = path.join(home, randomUUID());
    await claimObjects({ db: openStore(pool), files: await createDiskFileStore(path.join(dataDir, 'objects')) });
    await expect(runOn(dataDir, { DATABASE_URL })).rejects.toThrow(/The database is in use: .* Nothing was changed\./);
    expect(await keysIn(bucket)).toEqual([]);
    await pool.end();
    expect(await runOn(dataDir, { DATABASE_URL })).toMatchObject({ code: 0 });
    expect(await keysIn(bucket)).toEqual([markKey]);
    await close().catch(() => undefined);
  });
});
