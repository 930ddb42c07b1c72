import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { databaseUrl, dropDatabase, runOnServer } from '../../tests/support/postgresql-server';
import { publishForTest } from '../../tests/support/published-data-sets';
import { addUploadAt } from '../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../tests/support/test-api';
import { openEmptyDatabase } from '../../tests/support/test-database';
import { restoreMark } from '../configuration/data-folder';
import type { FileStore, ObjectStream } from '../repository/context/file-store';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { openStore } from '../repository/store/database';
import { removeSourceRows } from '../repository/store/erase-upload';
import { listNamedObjects, listNeededKeys } from '../repository/store/object-keys';
import { claimObjects } from '../repository/upkeep/claim-objects';
import { backUp, type BackupSource } from './back-up';
import type { BackupFiles } from './backup-files';
import { runRestoreCommand, runVerifyCommand } from './commands';
import { contentKey } from './contents';
import { dumpDatabase, inSnapshot } from './dump-database';
import { requireEmpty } from './load-database';
import { writeManifest } from './manifest';
import { beginRestore, chooseBackup, restoreBackup } from './restore-backup';
import { readObjects, verifyBackups } from './verify-backups';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-backups-'));
const newFolder = () => path.join(home, randomUUID());
const secret = 'a secret of the server that is long enough';
let api: TestApi;
let folder: string;
let to: BackupFiles;
beforeAll(async () => {
  api = await createTestApi();
  for (const nr of [1, 2]) {
    const tables = [
      {
        name: 'a',
        select: `select i + ${nr} as slj from range(50) as t(i)`,
        columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }],
      },
    ];
    await publishForTest(api.repository, { nr, title: `Set ${nr} “with” Ümlauts\\, {} and "quotes"`, tables });
  }
  await addUploadAt(api, 'submitted');
  await addUploadAt(api, 'checked', { problems: 1 });
  for (const key of await keysOf()) await api.repository.files.size(key).catch(() => put(key));
  await api.pool.query(`update repository.files set sha256 = encode(sha256(object_key::bytea), 'hex')`);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = newFolder();
  to = await createDiskFileStore(folder);
});

function sourceOf(files: Partial<FileStore> = {}): BackupSource {
  return {
    pool: api.pool,
    files: { ...api.repository.files, ...files },
    folderFiles: { 'session-secret': secret },
    now: () => new Date(),
  };
}

/** All rows and sequences, as text. */
async function rowsOf(pool: pg.Pool): Promise<string[]> {
  const file = newFolder();
  await inSnapshot(pool, (client) => dumpDatabase(client, file));
  return readFileSync(file, 'utf8').split('\n').sort();
}

/** Restores the newest backup into a new folder and lets `look` see it. */
async function restored(
  look: (parts: { pool: pg.Pool; files: FileStore; lost: string[]; dataDir: string }) => Promise<void>,
) {
  const dataDir = newFolder();
  mkdirSync(dataDir);
  const restoreId = await beginRestore(dataDir);
  const files = await createDiskFileStore(path.join(dataDir, 'objects'));
  const { manifest } = await chooseBackup(to, null);
  const { pool, close } = await openEmptyDatabase();
  const openDatabase = () => Promise.resolve({ pool, close: () => Promise.resolve() });
  const { lost } = await restoreBackup(to, manifest, { dataDir, restoreId, files, openDatabase });
  await look({ pool, files, lost, dataDir });
  await close();
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

const keysOf = async () => (await listNamedObjects(api.repository.db)).map(({ key }) => key);

test('a restored backup has every row, sequence, object and secret', async () => {
  const keys = await keysOf();
  const done = await backUp(sourceOf(), to);
  expect(done.manifest).toMatchObject({ missing: [], objectCount: keys.length });
  await restored(async ({ pool, files, lost, dataDir }) => {
    expect(lost).toEqual([]);
    expect(await rowsOf(pool)).toEqual(await rowsOf(api.pool));
    for (const key of keys) {
      const [one, other] = await Promise.all(
        [files, api.repository.files].map(async (each) => buffer(await each.read(key))),
      );
      expect(one).toEqual(other);
    }
    expect(readFileSync(path.join(dataDir, 'session-secret'), 'utf8')).toBe(secret);
    expect(existsSync(path.join(dataDir, restoreMark))).toBe(false);
    // The constraints are in force again.
    await expect(pool.query('insert into repository.download_items select gen_random_uuid(), 99')).rejects.toThrow(
      'foreign key',
    );
  });
});

async function put(key: string): Promise<void> {
  await api.repository.files.put(key, Readable.from([Buffer.from(key)]));
}

test('the rows of the database go to the own disk first, because the target may be slow', async () => {
  const used: string[] = [];
  const noting = (name: string, { withScratchFile }: BackupFiles): Pick<FileStore, 'withScratchFile'> => ({
    withScratchFile: (use) => {
      used.push(name);
      return withScratchFile(use);
    },
  });
  await backUp(sourceOf(noting('own', api.repository.files)), { ...to, ...noting('target', to) });
  // The target has the list of objects only.
  expect(used).toEqual(['own', 'target']);
});

test('a second backup copies only what is new', async () => {
  await backUp(sourceOf(), to);
  const again = await backUp(sourceOf(), to);
  expect(again.copied).toBe(0);
  const tables = [{ name: 'b', select: 'select 7 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest(api.repository, { nr: 100 + Math.floor(Math.random() * 1e6), title: 'New', tables });
  const third = await backUp(sourceOf(), to);
  expect(third.copied).toBe(1);
  expect((await verifyBackups(to)).backups).toHaveLength(3);
});

test('a content that was cut since the last backup is copied again', async () => {
  const { manifest } = await backUp(sourceOf(), to);
  const [object] = await readObjects(to, manifest);
  truncateSync(path.join(folder, contentKey(object!.sha256)), 1);
  expect((await backUp(sourceOf(), to)).copied).toBe(1);
  expect((await verifyBackups(to)).faults).toEqual([]);
});

test('objects that the repository has lost are named, and the others are there', async () => {
  const [lost, ...others] = await keysOf();
  const read: FileStore['read'] = (key) =>
    key === lost ? api.repository.files.read('originals/none') : api.repository.files.read(key);
  const { manifest } = await backUp(sourceOf({ read }), to);
  expect(manifest.missing).toEqual([lost]);
  expect((await readObjects(to, manifest)).map(({ key }) => key).sort()).toEqual(others.sort());
  const output: string[] = [];
  expect(await runVerifyCommand([folder], { write: (text) => output.push(text) })).toBe(3);
  expect(output.join('')).toContain(`already lost when the backup was made:\n  ${lost}`);
});

/** What a disk says that cannot read a file, when it is opened or in the middle. */
const unreadable = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });

test.each([
  ['cannot be opened', () => Promise.reject(unreadable())],
  [
    'breaks off',
    (content: ObjectStream) => {
      content.once('data', () => content.destroy(unreadable()));
      return Promise.resolve(content);
    },
  ],
])('an object that the disk cannot read and that %s does not end the backup', async (_, spoil) => {
  const [bad, ...others] = await keysOf();
  const read: FileStore['read'] = async (key, range) => {
    const content = await api.repository.files.read(key, range);
    return key === bad ? spoil(content) : content;
  };
  const { manifest } = await backUp(sourceOf({ read }), to);
  expect(manifest).toMatchObject({ damaged: [bad], missing: [] });
  expect((await readObjects(to, manifest)).map(({ key }) => key).sort()).toEqual(others.sort());
});

test('a store that goes away during the backup ends it', async () => {
  let reads = 0;
  const read: FileStore['read'] = (key) => {
    reads += 1;
    return reads > 2 ? Promise.reject(unreadable()) : api.repository.files.read(key);
  };
  await expect(backUp(sourceOf({ read }), to)).rejects.toThrow('EIO');
});

test('a target that fails ends the backup, and no object counts as lost', async () => {
  const gone = Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' });
  for (const error of [unreadable(), gone]) {
    const put: FileStore['put'] = (key, source) =>
      key.startsWith('contents/') ? Promise.reject(error) : to.put(key, source);
    await expect(backUp(sourceOf(), { ...to, put })).rejects.toThrow(error.message);
  }
});

test('what the process may not read ends the backup and is named', async () => {
  const [key] = await keysOf();
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
  const read: FileStore['read'] = (wanted) =>
    wanted === key ? Promise.reject(denied) : api.repository.files.read(wanted);
  await expect(backUp(sourceOf({ read }), to)).rejects.toThrow(`${key} could not be read: EACCES.`);
});

test('a file of a backup that the disk cannot read is found, and the rest is restored', async () => {
  const { name, manifest } = await backUp(sourceOf(), to);
  const [object] = await readObjects(to, manifest);
  const { read } = to;
  let bad = contentKey(object!.sha256);
  to = { ...to, read: (key) => (key === bad ? Promise.reject(unreadable()) : read(key)) };
  expect((await verifyBackups(to)).faults).toMatchObject([{ what: 'damaged', name: object!.sha256 }]);
  await restored(async ({ lost }) => expect(lost).toContain(object!.key));
  bad = `backups/${name}.json`;
  expect((await verifyBackups(to)).faults).toMatchObject([{ what: 'manifest', name }]);
  const away = { ...to, read: () => Promise.reject(unreadable()), list: () => failingList() };
  await expect(verifyBackups(away)).rejects.toThrow('EIO');
});

async function* failingList(): AsyncGenerator<never> {
  yield await Promise.reject(unreadable());
}

test('originals that were removed with their account are not lost objects', async () => {
  const { db } = api.repository;
  const { number } = await addUploadAt(api, 'checked', { problems: 1 });
  await api.pool.query(`update repository.problem_groups set object_key = 'problems/' || id where table_id in
    (select max(id) from repository.source_tables)`);
  await db.transaction((tx) => removeSourceRows(tx, number));
  const { manifest } = await backUp(sourceOf(), to);
  expect(manifest.missing).toEqual([]);
  // Fixity asks this before it tells that an object is missing.
  expect(await listNeededKeys(db, [''])).toEqual(new Set());
});

test('a store that is not mounted is not backed up as an empty one', async () => {
  const unmounted = await createDiskFileStore(newFolder());
  await expect(backUp(sourceOf(unmounted), to)).rejects.toThrow('Check that the volume is mounted');
});

test('an object that was removed after the snapshot leads to another snapshot, which does not name it', async () => {
  const extra = `problems/1/${randomUUID()}.parquet`;
  await put(extra);
  const { rows } = await api.pool.query<{ id: number }>('select id from repository.problem_groups limit 1');
  const setKey = (key: string | null) =>
    api.pool.query('update repository.problem_groups set object_key = $1 where id = $2', [key, rows[0]!.id]);
  await setKey(extra);
  let reads = 0;
  const read: FileStore['read'] = async (key) => {
    if (key === extra) {
      reads += 1;
      // A check that ran meanwhile has replaced it. The first time it is read is before the snapshot.
      if (reads === 2) await setKey(null);
      return api.repository.files.read('originals/none');
    }
    return api.repository.files.read(key);
  };
  const { manifest } = await backUp(sourceOf({ read }), to);
  expect(reads).toBe(2);
  expect(manifest.missing).toEqual([]);
  expect((await readObjects(to, manifest)).map(({ key }) => key)).not.toContain(extra);
});

test('a backup that was stopped is not complete, and the next one is', async () => {
  const put: FileStore['put'] = (key, source) =>
    key.startsWith('contents/') ? Promise.reject(new Error('killed')) : to.put(key, source);
  await expect(backUp(sourceOf(), { ...to, put })).rejects.toThrow('killed');
  const output: string[] = [];
  const verify = () => runVerifyCommand([folder], { write: (text) => output.push(text) });
  expect(await verify()).toBe(1);
  expect(output.join('')).toMatch(/is not complete[^]*There is no complete backup/);
  await expect(chooseBackup(to, null)).rejects.toThrow('There is no complete backup.');
  await backUp(sourceOf(), to);
  output.length = 0;
  expect(await verify()).toBe(0);
  expect(output.join('')).toContain('everything is as it was written');
});

test('a flipped byte in any file of a backup is found', async () => {
  const { name, manifest } = await backUp(sourceOf(), to);
  const [object] = await readObjects(to, manifest);
  for (const [file, what] of [
    [`backups/${name}.json`, { what: 'manifest', name }],
    [contentKey(manifest.database.sha256), { what: 'damaged', name: manifest.database.sha256 }],
    [contentKey(manifest.objects.sha256), { what: 'damaged', name: manifest.objects.sha256 }],
    [contentKey(object!.sha256), { what: 'damaged', name: object!.sha256 }],
  ] as const) {
    flipByte(path.join(folder, file));
    expect((await verifyBackups(to)).faults).toMatchObject([what]);
    flipByte(path.join(folder, file));
  }
  expect((await verifyBackups(to)).faults).toEqual([]);
});

test('a file that was cut or is missing is found', async () => {
  const { manifest } = await backUp(sourceOf(), to);
  const [one, other] = await readObjects(to, manifest);
  truncateSync(path.join(folder, contentKey(one!.sha256)), 10);
  rmSync(path.join(folder, contentKey(other!.sha256)));
  const { faults } = await verifyBackups(to);
  expect(faults).toHaveLength(2);
  expect(faults).toContainEqual({ what: 'damaged', name: one!.sha256, affects: [one!.key] });
  expect(faults).toContainEqual({ what: 'missing', name: other!.sha256, affects: [other!.key] });
});

test('all objects and backups that a damaged file belongs to are named', async () => {
  const { rows } = await api.pool.query<{ key: string }>('select object_key as key from repository.files limit 2');
  const [one, other] = rows.map(({ key }) => key);
  await api.pool.query(
    'update repository.files set sha256 = (select sha256 from repository.files where object_key = $1) where object_key = $2',
    [one, other],
  );
  const read: FileStore['read'] = (key) => api.repository.files.read(key === other ? one! : key);
  const { name, manifest } = await backUp(sourceOf({ read }), to);
  const { name: again } = await backUp(sourceOf({ read }), to);
  const shared = (await readObjects(to, manifest)).find(({ key }) => key === one)!;
  flipByte(path.join(folder, contentKey(shared.sha256)));
  flipByte(path.join(folder, contentKey(manifest.database.sha256)));
  const { faults } = await verifyBackups(to);
  expect(faults.map(({ affects }) => affects.sort())).toEqual([
    [again, name].map((each) => `the database of ${each}`).sort(),
    [one, other].sort(),
  ]);
  await api.pool.query(
    `update repository.files set sha256 = encode(sha256(object_key::bytea), 'hex') where object_key = $1`,
    [other],
  );
});

test('of two backups at once, that with the newer snapshot is the newest', async () => {
  const { manifest } = await backUp(sourceOf(), to);
  await writeManifest(to, '2026-11-20T03-00-00-000Z', { ...manifest, madeAt: '2030-01-01T00:00:00.000Z' });
  expect((await chooseBackup(to, null)).name).toBe('2026-11-20T03-00-00-000Z');
});

test('what is damaged in a backup is not restored and is named; the rest is', async () => {
  const { manifest } = await backUp(sourceOf(), to);
  const [object] = await readObjects(to, manifest);
  flipByte(path.join(folder, contentKey(object!.sha256)));
  await restored(async ({ files, lost }) => {
    expect(lost).toContain(object!.key);
    await expect(files.size(object!.key)).rejects.toThrow('No object');
  });
  flipByte(path.join(folder, contentKey(manifest.database.sha256)));
  await expect(chooseBackup(to, null)).rejects.toThrow('is damaged');
});

test('a server starts on a restore without objects that the backup has lost', async () => {
  const { manifest } = await backUp(sourceOf(), to);
  for (const { sha256 } of await readObjects(to, manifest))
    rmSync(path.join(folder, contentKey(sha256)), { force: true });
  await restored(async ({ pool, files, lost }) => {
    expect(lost).toHaveLength(manifest.objectCount);
    await claimObjects({ db: openStore(pool), files });
  });
});

test('a restored database has no replica', async () => {
  await api.pool.query(`update repository.installation set replica = '/replica'`);
  await backUp(sourceOf(), to);
  await restored(async ({ pool }) => {
    const { rows } = await pool.query('select replica from repository.installation');
    expect(rows).toEqual([{ replica: null }]);
  });
  await api.pool.query('update repository.installation set replica = null');
});

test('a restore ends what gave access and was perhaps ended after the backup', async () => {
  for (const statement of given) await api.pool.query(statement);
  await backUp(sourceOf(), to);
  await restored(async ({ pool }) => {
    const left = await Promise.all(open.map(async (each) => (await pool.query(`select from ${each}`)).rowCount));
    expect(left).toEqual(open.map(() => 0));
    const { rows } = await pool.query('select email from identity.address_confirmations');
    expect(rows).toEqual([{ email: 'new@example.org' }]);
    const { rowCount } = await pool.query('select from repository.study_members where ended_at is null');
    expect(rowCount).toBe(1);
  });
  for (const each of open) await api.pool.query(`delete from ${each.replace(/ where .*/, '')}`);
  await api.pool.query('delete from identity.address_confirmations; delete from identity.accounts');
});

/** What gives access: open ones, a registration that waits for its mail and a co-author. */
const given = [
  `insert into repository.access_tokens (owner, label, hash, scopes, made_at, until)
   select subject, 'script', 'hash', '{read}', now(), '2999-01-01' from repository.people limit 1`,
  `insert into repository.private_links (upload, label, hash, made_at, until)
   select number, 'reviewer', 'hash', now(), '2999-01-01' from repository.uploads limit 1`,
  `insert into repository.study_members (upload, email, person, "right", invited_by, invited_at, expires_at, link_hash, accepted_at)
   select upload, 'co@example.org', person, 'edit', owner, now(), '2999-01-01', link, accepted
   from (select number as upload, owner from repository.uploads limit 1) as one, (select subject from repository.people limit 1) as of_person (subject),
     lateral (values (null, 'open', null), (subject, 'accepted', now())) as each (person, link, accepted)`,
  `insert into web.sessions (id_hash, subject, sid, sealed, created_at, last_seen_at)
   values ('hash', 'somebody', '', 'sealed', now(), now())`,
  `insert into identity.artifacts (model, id, payload, expires_at) values ('Session', 'hash', '{}', now())`,
  `insert into identity.accounts (id, email, email_key, name, password_hash, roles)
   values ('ada', 'ada@example.org', 'ada@example.org', 'Ada', '', '{}')`,
  `insert into identity.password_resets (token_hash, account_id, expires_at) values ('hash', 'ada', '2999-01-01')`,
  `insert into identity.address_confirmations (id, token_hash, email, email_key, registration, account_id, created_at, expires_at)
   values ('1', 'one', 'new@example.org', 'new@example.org', '{}', null, now(), '2999-01-01'),
     ('2', 'two', 'other@example.org', 'other@example.org', null, 'ada', now(), '2999-01-01')`,
];

/** Rows of it that still give access. */
const open = [
  'repository.access_tokens where revoked_at is null',
  'repository.private_links where revoked_at is null',
  'repository.study_members where accepted_at is null and ended_at is null',
  `web.sessions where ended_at is null or sealed <> ''`,
  'identity.artifacts',
  'identity.password_resets',
  'identity.address_confirmations where account_id is not null',
];

test('a backup of a later version is refused before anything is written, and verify says so', async () => {
  const { name, manifest } = await backUp(sourceOf(), to);
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+/);
  const { repository = [] } = manifest.migrations;
  const later = {
    ...manifest,
    version: '99.0.0',
    migrations: { ...manifest.migrations, repository: [...repository, 'x'] },
  };
  await writeManifest(to, name, later);
  await expect(chooseBackup(to, null)).rejects.toThrow('made by a later version of Motothek (99.0.0)');
  const output: string[] = [];
  await runVerifyCommand([folder], { write: (text) => output.push(text) });
  expect(output.join('')).toContain('made by Motothek 99.0.0; this version cannot restore it');
});

test('a restore refuses a folder that is not empty, a folder without backups, and wrong arguments', async () => {
  await backUp(sourceOf(), to);
  const output: string[] = [];
  const restore = (given: string[], DATA_DIR: string) =>
    runRestoreCommand(given, { environment: { DATA_DIR }, write: (text) => output.push(text) });
  const dataDir = newFolder();
  await createDiskFileStore(path.join(dataDir, 'objects'));
  await expect(restore([folder], dataDir)).rejects.toThrow('is not empty. A restore needs an empty folder');
  await expect(restore([newFolder()], newFolder())).rejects.toThrow('There is no folder');
  await expect(restore([folder, 'another'], newFolder())).rejects.toThrow('There is no backup another');
  expect(await restore([], newFolder())).toBe(2);
  expect(output.join('')).toContain('npm run restore -- <folder>');
});

test('the command restores, and a server does not start on a restore that was not finished', async () => {
  await backUp(sourceOf(), to);
  const dataDir = newFolder();
  const output: string[] = [];
  const environment = { DATA_DIR: dataDir };
  expect(await runRestoreCommand([folder], { environment, write: (text) => output.push(text) })).toBe(0);
  expect(output.join('')).toMatch(/was restored: [\d,]+ rows, \d+ objects/);
  const { readConfiguration } = await import('../configuration/configuration');
  expect(readConfiguration(environment).sessionSecrets).toEqual([secret]);
  writeFileSync(path.join(dataDir, restoreMark), '');
  expect(() => readConfiguration(environment)).toThrow('was not finished');
});

test('of two restores into one folder at once, one is refused, and the other is complete', async () => {
  await backUp(sourceOf(), to);
  const dataDir = newFolder();
  const restore = () => runRestoreCommand([folder], { environment: { DATA_DIR: dataDir }, write: () => undefined });
  const ended = await Promise.allSettled([restore(), restore()]);
  const refusals = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 0 }]);
  expect(refusals).toEqual([expect.stringMatching(/Another restore into .* is running|is not empty/)]);
  const left = await createDiskFileStore(path.join(dataDir, 'objects'));
  const keys = await keysOf();
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) expect(await left.size(key)).toBe(await api.repository.files.size(key));
  expect(existsSync(path.join(dataDir, restoreMark))).toBe(false);
});

test('a database with rows is refused', async () => {
  await expect(requireEmpty(api.pool, randomUUID())).rejects.toThrow('The database is not empty');
});

test.runIf(process.env.TEST_DATABASE_URL)('a backup is restored into an empty database of PostgreSQL', async () => {
  const url = process.env.TEST_DATABASE_URL ?? '';
  const name = `motothek_restored_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `create database ${name}`);
  const dataDir = newFolder();
  await backUp(sourceOf(), to);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(url, name).href };
  expect(await runRestoreCommand([folder], { environment, write: () => {} })).toBe(0);
  const pool = new pg.Pool({ connectionString: environment.DATABASE_URL });
  expect(await rowsOf(pool)).toEqual(await rowsOf(api.pool));
  const again = runRestoreCommand([folder], {
    environment: { ...environment, DATA_DIR: newFolder() },
    write: () => {},
  });
  await expect(again).rejects.toThrow('The database is not empty');
  await pool.end();
  await dropDatabase(url, name);
});
