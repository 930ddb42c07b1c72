import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { databaseUrl, dropDatabase, runOnServer } from '../../tests/support/postgresql-server';
import { publishForTest } from '../../tests/support/published-data-sets';
import { startS3Server } from '../../tests/support/s3-server';
import { createTestRepository, type TestRepository } from '../../tests/support/test-repository';
import { readConfiguration } from '../configuration/configuration';
import { restoreMark } from '../configuration/data-folder';
import { type FileStore, markKey } from '../repository/context/file-store';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { backUp } from './back-up';
import { type BackupFiles, openBackupFiles } from './backup-files';
import { runRestoreCommand } from './commands';
import { beginRestore, chooseBackup, restoreBackup } from './restore-backup';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-target-'));
const newFolder = () => path.join(home, randomUUID());
const backup = newFolder();
let from: TestRepository;
let to: BackupFiles;

beforeAll(async () => {
  from = await createTestRepository();
  const files: FileStore = await createDiskFileStore(newFolder());
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest({ ...from.repository, files }, { nr: 1, title: 'Jumps', tables });
  to = await openBackupFiles(backup, { mustExist: false, scratchFolder: newFolder(), largestBytes: 1e9 });
  await backUp(
    { pool: from.pool, files, folderFiles: { 'session-secret': 's'.repeat(40) }, now: () => new Date() },
    to,
  );
});
afterAll(async () => {
  await from.close();
  rmSync(home, { recursive: true, force: true });
});

const restore = (environment: Record<string, string>) =>
  runRestoreCommand([backup], { environment, write: () => undefined });

/** The folder of a server, with a file of its own. */
function makeLiveFolder(): string {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'outbox'), { recursive: true });
  writeFileSync(path.join(folder, 'outbox/mail.eml'), 'x');
  return folder;
}

test.each([
  ['after it', (folder: string) => `${folder} `],
  ['before it', (folder: string) => `\t${folder}`],
])('the folder of a server is refused and not marked, also if DATA_DIR has white space %s', async (_, write) => {
  const folder = makeLiveFolder();
  await expect(restore({ DATA_DIR: write(folder) })).rejects.toThrow(`${folder} is not empty`);
  expect(readdirSync(folder)).toEqual(['outbox']);
  expect(() => readConfiguration({ DATA_DIR: write(folder) })).not.toThrow();
});

test('white space around DATA_DIR names the folder in which the server looks', async () => {
  const folder = newFolder();
  expect(await restore({ DATA_DIR: `${folder} ` })).toBe(0);
  expect(readConfiguration({ DATA_DIR: folder }).sessionSecrets).toEqual(['s'.repeat(40)]);
});

test('an empty DATA_DIR is refused as by the server', async () => {
  await expect(restore({ DATA_DIR: '' })).rejects.toThrow('DATA_DIR: needs at least 1 character');
});

test('settings that are refused mark nothing', async () => {
  const folder = newFolder();
  await expect(restore({ DATA_DIR: folder, PORT: 'many' })).rejects.toThrow('PORT');
  await expect(restore({ DATA_DIR: folder, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    'cannot be used',
  );
  expect(() => readConfiguration({ DATA_DIR: folder })).not.toThrow();
});

test('a bucket that is not empty is refused, and nothing is changed in the data folder', async () => {
  const server = await startS3Server();
  const { bucket, endpoint, region } = server.settings;
  const OBJECT_STORE_URL = `s3://${bucket}?endpoint=${endpoint}&region=${region}`;
  expect(await restore({ DATA_DIR: newFolder(), OBJECT_STORE_URL })).toBe(0);
  const folder = newFolder();
  const again = restore({ DATA_DIR: folder, OBJECT_STORE_URL });
  await expect(again).rejects.toThrow(/The store for objects is not empty: .* Nothing was changed\./);
  expect(readdirSync(folder)).toEqual([]);
  await server.stop();
});

test('a restore that was stopped while it wrote the secret is made again', async () => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(path.join(folder, restoreMark), '');
  writeFileSync(path.join(folder, 'session-secret'), 's');
  expect(await restore({ DATA_DIR: folder })).toBe(0);
});

test.runIf(process.env.TEST_DATABASE_URL)(
  'a restore into PostgreSQL that ended between its last row and its end is made again; that of another folder is refused',
  async () => {
    const url = process.env.TEST_DATABASE_URL ?? '';
    const name = `motothek_target_${randomUUID().replaceAll('-', '')}`;
    await runOnServer(url, `create database ${name}`);
    const [folder, DATABASE_URL] = [newFolder(), databaseUrl(url, name).href];
    const pool = new pg.Pool({ connectionString: DATABASE_URL });
    await endBeforeItsEnd(folder, pool);
    const had = readdirSync(folder);
    expect(had).toContain('session-secret');

    const other = newFolder();
    mkdirSync(other);
    await beginRestore(other);
    writeFileSync(path.join(other, 'session-secret'), 'x');
    await expect(restore({ DATA_DIR: other, DATABASE_URL })).rejects.toThrow('Nothing was changed');
    expect(readdirSync(other).sort()).toEqual(['session-secret', restoreMark]);
    expect(await countUploads(pool)).toBe(1);

    expect(await restore({ DATA_DIR: folder, DATABASE_URL })).toBe(0);
    expect(await countUploads(pool)).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(had.filter((each) => each !== restoreMark).sort());
    await pool.end();
    await dropDatabase(url, name);
  },
);

async function countUploads(pool: pg.Pool): Promise<number | null> {
  return (await pool.query('select from repository.uploads')).rowCount;
}

/** Restores everything but the mark of the store, which comes after the rows. */
async function endBeforeItsEnd(dataDir: string, pool: pg.Pool): Promise<void> {
  const { manifest } = await chooseBackup(to, null);
  mkdirSync(dataDir);
  const restoreId = await beginRestore(dataDir);
  const store = await createDiskFileStore(path.join(dataDir, 'objects'));
  const put: FileStore['put'] = (key, content) =>
    key === markKey ? Promise.reject(new Error('ended')) : store.put(key, content);
  const openDatabase = () => Promise.resolve({ pool, close: () => Promise.resolve() });
  const restored = restoreBackup(to, manifest, { dataDir, restoreId, files: { put }, openDatabase });
  await expect(restored).rejects.toThrow('ended');
}
