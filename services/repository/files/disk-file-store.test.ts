import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Outage } from '@domain/outage';

import { createDiskFileStore } from './disk-file-store';
import { markKey, ObjectNotFound } from '../context/file-store';

let folder: string;
let incoming: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'file-store-'));
  incoming = path.join(folder, '.incoming');
  await mkdir(incoming);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const begun = (name: string) => writeFile(path.join(incoming, name), 'half');

test('opening removes unfinished files of dead processes, but not those of running ones', async () => {
  const living = `${process.ppid}-upload`;
  for (const name of ['999999999-upload', `${process.pid}-upload`, living]) await begun(name);
  await createDiskFileStore(folder);
  expect(await readdir(incoming)).toEqual([living]);
});

test('what has the name of an object and is no file is no object', async () => {
  const store = await createDiskFileStore(folder);
  await mkdir(path.join(folder, 'originals/a'), { recursive: true });
  await symlink('/dev/zero', path.join(folder, 'originals/b'));
  execFileSync('mkfifo', [path.join(folder, 'originals/c')]);
  for (const key of ['originals/a', 'originals/b', 'originals/c']) {
    await expect(store.read(key)).rejects.toThrow(ObjectNotFound);
    await expect(store.size(key)).rejects.toThrow(ObjectNotFound);
  }
  for await (const { key } of store.list('')) expect.unreachable(key);
});

test('files that this process is writing are kept', async () => {
  const store = await createDiskFileStore(folder);
  await store.withScratchFile(async (file) => {
    await writeFile(file, 'still being written');
    await begun('999999999-upload');
    expect(await store.removeUnfinished(new Set())).toBe(1);
    await createDiskFileStore(folder);
    expect(await readdir(incoming)).toEqual([path.basename(file)]);
  });
});

test('files of another machine in a shared folder are kept until they have been idle for a day', async () => {
  const [writing, left] = ['999999999-other.machine-a', '999999999-other.machine-b'];
  await begun(writing);
  await begun(left);
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(path.join(incoming, left), yesterday, yesterday);
  await createDiskFileStore(folder);
  expect(await readdir(incoming)).toEqual([writing]);
});

test('an unmounted volume is an outage, even if its mount point has a folder of ours', async () => {
  const store = await createDiskFileStore(folder);
  const put = (key: string) => store.put(key, Readable.from([Buffer.from('x')]));
  await put(markKey);
  await expect(store.size('originals/lost')).rejects.toThrow(ObjectNotFound);
  await rm(path.join(folder, markKey));
  await expect(store.size('originals/lost')).rejects.toThrow(Outage);
  await expect(store.read(markKey)).rejects.toThrow(Outage);
  await expect(put('originals/new')).rejects.toThrow(Outage);
  expect(await readdir(folder)).toEqual(['.incoming']);
});

test.runIf(process.platform === 'linux')('a file is opened when it is read, and not before', async () => {
  const store = await createDiskFileStore(folder);
  const key = 'originals/some';
  await store.put(key, Readable.from([Buffer.from('content')]));
  const file = path.join(folder, key);
  const stream = await store.read(key, { start: 1, end: 3 });
  // Whatever was opened meanwhile is open after this.
  await readFile(file);
  expect(await openFiles(file)).toBe(0);
  expect((await buffer(stream)).toString()).toBe('ont');
  expect(await openFiles(file)).toBe(0);
});

async function openFiles(file: string): Promise<number> {
  const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(open)).filter((target) => target === file).length;
}

test('before the first start with a folder there is no outage', async () => {
  const store = await createDiskFileStore(folder);
  await expect(store.read(markKey)).rejects.toThrow(ObjectNotFound);
});
