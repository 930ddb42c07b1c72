import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { keepBallast } from './ballast';
import { openDatabase } from './open-database';

/** A disk of its own, which only root can mount. */
const disk = mkdtempSync(path.join(os.tmpdir(), 'motothek-disk-'));
const isMounted = mount();
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=700', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

const dataDir = path.join(disk, 'data');
const open = () => openDatabase({ dataDir, statementSeconds: 60 });
const freeBytes = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
function fillDisk(): void {
  writeFileSync(path.join(disk, 'other'), Buffer.alloc(freeBytes()));
}

test.runIf(isMounted)('the embedded database starts on a full disk and takes what sign-ins write', async () => {
  const before = await open();
  await before.pool.query('create table kept (word text)');
  await before.pool.query("insert into kept values ('first')");
  await before.close();
  await keepBallast(dataDir);
  fillDisk();
  expect(freeBytes()).toBe(0);

  const full = await open();
  expect(existsSync(path.join(dataDir, 'ballast'))).toBe(false);
  await full.pool.query("insert into kept select 'second' from generate_series(1, 1000)");
  expect((await full.pool.query('select distinct word from kept order by word')).rows).toEqual([
    { word: 'first' },
    { word: 'second' },
  ]);
  await full.close();

  rmSync(path.join(disk, 'other'));
  const roomy = await open();
  await expect.poll(() => existsSync(path.join(dataDir, 'ballast')), { timeout: 20_000 }).toBe(true);
  await roomy.close();
});

test.runIf(isMounted)('the embedded database is restarted when no space is left for its log', async () => {
  const database = await open();
  await expect.poll(() => existsSync(path.join(dataDir, 'ballast')), { timeout: 20_000 }).toBe(true);
  await database.pool.query('create table if not exists large (word text)');
  rmSync(path.join(dataDir, 'ballast'));
  writeFileSync(path.join(disk, 'other'), Buffer.alloc(freeBytes() - 12e6));
  const text = () => randomBytes(1_900_000).toString('hex');
  // The log needs a segment for which there is no space.
  for (let turn = 0; turn < 6; turn += 1) {
    await database.pool.query('insert into large values ($1)', [text()]).catch(() => undefined);
    await database.pool.query('truncate large').catch(() => undefined);
  }
  await expect
    .poll(
      () =>
        database.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  expect(existsSync(path.join(dataDir, 'ballast-restart'))).toBe(false);
  await database.close();
  const again = await open();
  expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await again.close();
  rmSync(path.join(disk, 'other'));
});

test.runIf(isMounted)('a start without space for the log names the disk', async () => {
  for (const name of ['ballast', 'ballast-restart']) rmSync(path.join(dataDir, name), { force: true });
  writeFileSync(path.join(disk, 'other'), Buffer.alloc(freeBytes()));
  await expect(open()).rejects.toThrow(`The disk with ${dataDir} is full: `);
  rmSync(path.join(disk, 'other'));
});

test.runIf(isMounted)('a first start that the disk has no space for says why', async () => {
  writeFileSync(path.join(disk, 'other'), Buffer.alloc(freeBytes() - 20e6));
  const first = openDatabase({ dataDir: path.join(disk, 'new'), statementSeconds: 60 });
  await expect(first).rejects.toThrow(
    /did not start: a file could not be read or written \(WASI error 51\)\. The disk /,
  );
  rmSync(path.join(disk, 'new'), { recursive: true });
  rmSync(path.join(disk, 'other'));
});

test.runIf(isMounted)('the embedded database goes on with the ballast when the disk becomes full', async () => {
  const database = await open();
  await expect.poll(() => existsSync(path.join(dataDir, 'ballast')), { timeout: 20_000 }).toBe(true);
  await database.pool.query('create table texts (word text)');
  writeFileSync(path.join(disk, 'other'), Buffer.alloc(freeBytes() - 12e6));
  const text = () => randomBytes(400_000).toString('hex');
  for (let turn = 0; turn < 40; turn += 1) {
    // Statements that meet the full disk may fail, but the next ones are answered.
    await database.pool.query('insert into texts values ($1)', [text()]).catch(() => undefined);
  }
  expect(existsSync(path.join(dataDir, 'ballast'))).toBe(false);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  rmSync(path.join(disk, 'other'));
  // It looks once a minute.
  await expect.poll(() => existsSync(path.join(dataDir, 'ballast')), { timeout: 75_000 }).toBe(true);
  await database.close();
});
