import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeEach, expect, test } from 'vitest';

import { prepareDataFolder } from './data-folder';

const home = mkdtempSync(path.join(tmpdir(), 'data-folder-'));
afterAll(() => rmSync(home, { recursive: true }));
let folder: string;
let count = 0;
beforeEach(() => {
  process.umask(0o022);
  folder = path.join(home, `data-${(count += 1)}`);
});

const mode = (...names: string[]) => (statSync(path.join(folder, ...names)).mode & 0o777).toString(8);

/** A data folder created without regard to file modes. */
function makeOpenFolder(): void {
  mkdirSync(path.join(folder, 'objects/originals'), { recursive: true });
  mkdirSync(path.join(folder, 'outbox'));
  for (const file of ['objects/originals/a', 'outbox/reset.eml', 'session-secret']) {
    writeFileSync(path.join(folder, file), 'x');
  }
}

test.runIf(process.platform === 'linux')('a folder that cannot be made is named', () => {
  expect(prepareDataFolder('/proc/none/data')).toEqual({ error: expect.stringMatching(/^\/proc\/none .*ENOENT/) });
});

test('only the owner can read a new folder and everything written from then on', () => {
  expect(prepareDataFolder(folder)).toEqual({ note: null });
  writeFileSync(path.join(folder, 'file'), '');
  mkdirSync(path.join(folder, 'below'));
  expect([mode(), mode('file'), mode('below')]).toEqual(['700', '600', '700']);
});

test('a folder that others can read is closed with everything in it, which is reported once', () => {
  makeOpenFolder();
  const note = `Others could read the data folder ${folder}. Access is now restricted to its owner.`;
  expect(prepareDataFolder(folder)).toEqual({ note });
  expect([mode(), mode('objects'), mode('objects/originals'), mode('outbox')]).toEqual(Array(4).fill('700'));
  expect([mode('objects/originals/a'), mode('outbox/reset.eml'), mode('session-secret')]).toEqual(Array(3).fill('600'));
  expect(prepareDataFolder(folder)).toEqual({ note: null });
});

test('open entries in a closed folder are closed as well', () => {
  makeOpenFolder();
  chmodSync(folder, 0o700);
  expect(prepareDataFolder(folder)).toEqual({ note: expect.stringContaining('restricted') as string });
  expect([mode('objects/originals/a'), mode('session-secret')]).toEqual(['600', '600']);
});

test('the target of a link is not changed', () => {
  makeOpenFolder();
  const outside = path.join(home, 'outside');
  writeFileSync(outside, '', { mode: 0o644 });
  symlinkSync(outside, path.join(folder, 'objects/link'));
  prepareDataFolder(folder);
  expect((statSync(outside).mode & 0o777).toString(8)).toBe('644');
});

test('an open folder with other entries is refused and not changed', () => {
  mkdirSync(path.join(folder, 'somebody'), { recursive: true });
  expect(prepareDataFolder(folder)).toEqual({ error: expect.stringContaining('chmod 700') as string });
  expect(mode()).toBe('755');
  chmodSync(folder, 0o700);
  expect(prepareDataFolder(folder)).toEqual({ note: null });
});

test('a folder for all users is refused', () => {
  makeOpenFolder();
  chmodSync(folder, 0o1777);
  expect(prepareDataFolder(folder)).toEqual({ error: expect.stringContaining('belongs to this server') as string });
});

test('a path that is not a folder is refused with a message', () => {
  writeFileSync(folder, '');
  expect(prepareDataFolder(folder)).toEqual({ error: expect.stringContaining(folder) as string });
});

test.runIf(process.getuid?.() === 0)('a folder of another user that cannot be closed is refused', () => {
  makeOpenFolder();
  chmodSync(home, 0o755);
  process.seteuid?.(65534);
  try {
    expect(prepareDataFolder(folder)).toEqual({ error: expect.stringContaining('EPERM') as string });
  } finally {
    process.seteuid?.(0);
    chmodSync(home, 0o700);
  }
});
