import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { OperatorError } from '@domain/operator-error';

import { publishForTest } from '../../tests/support/published-data-sets';
import { createTestRepository, type TestRepository } from '../../tests/support/test-repository';
import type { FileStore } from '../repository/context/file-store';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { backUp, type CompletedBackup } from './back-up';
import { type BackupFiles, openBackupFiles } from './backup-files';
import { runRestoreCommand, runVerifyCommand } from './commands';
import { contentKey, putContent, readContent } from './contents';
import { type BackedUpObject } from './copy-objects';
import { writeManifest } from './manifest';
import { chooseBackup } from './restore-backup';
import { readObjects } from './verify-backups';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-faulty-'));
const newFolder = () => path.join(home, randomUUID());
let test_: TestRepository;
let store: FileStore;
let folder: string;
let to: BackupFiles;
let made: CompletedBackup;
let object: BackedUpObject;

beforeAll(async () => {
  test_ = await createTestRepository();
  store = await createDiskFileStore(newFolder());
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest({ ...test_.repository, files: store }, { nr: 1, title: 'Jumps', tables });
});
afterAll(async () => {
  await test_.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = newFolder();
  to = await openBackupFiles(folder, { mustExist: false, scratchFolder: newFolder(), largestBytes: 1e9 });
  made = await makeBackup();
  object = (await readObjects(to, made.manifest))[0]!;
});

const makeBackup = () => backUp({ pool: test_.pool, files: store, folderFiles: {}, now: () => new Date() }, to);
const pathOf = (sha256: string) => path.join(folder, contentKey(sha256));

/** Exit code of a command and what it writes. */
async function answerOf(run: (write: (text: string) => void) => Promise<number>): Promise<[number, string]> {
  const output: string[] = [];
  const code = await run((text) => output.push(text));
  return [code, output.join('')];
}
const verify = () => answerOf((write) => runVerifyCommand([folder], { write }));
const restore = (environment: Record<string, string> = { DATA_DIR: newFolder() }) =>
  answerOf((write) => runRestoreCommand([folder], { environment, write }));

/** A file of which the disk of Linux reads nothing (EIO). */
function makeUnreadable(file: string): void {
  rmSync(file);
  symlinkSync('/proc/self/mem', file);
}

/** Something that never ends or is no file in the place of a file. */
const strange: Record<string, (file: string) => unknown> = {
  'a folder': (file) => mkdirSync(file),
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  'a device': (file) => symlinkSync('/dev/zero', file),
};

test.runIf(process.platform === 'linux')(
  'a file that the disk cannot read is named, and the rest restored',
  async () => {
    makeUnreadable(pathOf(object.sha256));
    const [verified, said] = await verify();
    expect(said).toContain(`${contentKey(object.sha256)} is damaged: ${object.key}\n`);
    expect(verified).toBe(1);
    const [restored, told] = await restore();
    expect(told).toContain(`missing in the backup and were not restored:\n  ${object.key}\n`);
    expect(restored).toBe(3);
  },
);

test.runIf(process.platform === 'linux')(
  'database, list and manifest that the disk cannot read are named',
  async () => {
    for (const [name, { sha256 }] of [
      ['database', made.manifest.database],
      ['list of objects', made.manifest.objects],
    ] as const) {
      makeUnreadable(pathOf(sha256));
      expect((await verify())[1]).toContain(`${contentKey(sha256)} is damaged: the ${name} of`);
      await expect(restore()).rejects.toThrow(
        new OperatorError(`The backup ${made.name} is damaged: ${contentKey(sha256)} is damaged.`),
      );
      rmSync(pathOf(sha256));
      made = await makeBackup();
    }
    makeUnreadable(path.join(folder, `backups/${made.name}.json`));
    expect((await verify())[1]).toContain(`The manifest of ${made.name} is damaged`);
    await expect(restore()).rejects.toThrow(`The backup ${made.name} cannot be read`);
  },
);

test.each(Object.entries(strange))('%s in the place of a file is a missing file', async (_, make) => {
  rmSync(pathOf(object.sha256));
  make(pathOf(object.sha256));
  const [verified, said] = await verify();
  expect(said).toContain(`${contentKey(object.sha256)} is missing: ${object.key}\n`);
  expect(verified).toBe(1);
  await expect(buffer(readContent(to, object))).rejects.toThrow('could not be read');
});

test('a file that is larger than it was is not read to its end', async () => {
  truncateSync(pathOf(object.sha256), 5e11);
  expect((await verify())[1]).toContain(`${contentKey(object.sha256)} is damaged: ${object.key}\n`);
});

test('the next backup replaces what is no file, or names the folder in its place', async () => {
  rmSync(pathOf(object.sha256));
  execFileSync('mkfifo', [pathOf(object.sha256)]);
  expect((await makeBackup()).copied).toBe(1);
  rmSync(pathOf(object.sha256));
  mkdirSync(pathOf(object.sha256));
  await expect(makeBackup()).rejects.toThrow(
    new OperatorError(`Nothing can be written to ${pathOf(object.sha256)}: a folder is in its place.`),
  );
});

test.each([
  '["../../../outside","SHA",1]\n',
  '["/outside","SHA",1]\n',
  '["a\\u0000","SHA",1]\n',
  '["originals/a","../../outside",1]\n',
  '{"key":"originals/a"}\n',
  'no JSON\n',
  'not compressed',
])('a list of objects that no backup has written is damaged: %s', async (line) => {
  const list = line === 'not compressed' ? Buffer.from(line) : gzipSync(line.replace('SHA', object.sha256));
  const sha256 = createHash('sha256').update(list).digest('hex');
  await putContent(to, sha256, Readable.from([list]));
  await writeManifest(to, made.name, { ...made.manifest, objects: { sha256, bytes: list.length } });
  const [verified, said] = await verify();
  expect(said).toContain(`${contentKey(sha256)} is damaged: the list of objects of ${made.name}\n`);
  expect(verified).toBe(1);
  const dataDir = newFolder();
  await expect(restore({ DATA_DIR: dataDir })).rejects.toThrow(
    new OperatorError(`The backup ${made.name} is damaged: ${contentKey(sha256)} is damaged.`),
  );
  expect(existsSync(dataDir)).toBe(false);
  await makeBackup();
});

test('files that no backup has written lie beside the backups without harm', async () => {
  for (const name of ['backups', 'begun']) writeFileSync(path.join(folder, name, 'Copy of it (1).json'), 'x');
  writeFileSync(path.join(folder, 'backups/0.json'), `${createHash('sha256').update('x').digest('hex')}\nx\n`);
  await makeBackup();
  const [, said] = await verify();
  expect(said).toContain('The manifest of 0 is damaged');
  expect(said).not.toContain('Copy of it');
  expect((await chooseBackup(to, null)).name).not.toBe('0');
});
