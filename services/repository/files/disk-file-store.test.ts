import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

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

test('opening removes what dead processes left unfinished, and nothing of living ones', async () => {
  const living = `${process.ppid}-upload`;
  for (const name of ['999999999-upload', `${process.pid}-upload`, living]) await begun(name);
  await createDiskFileStore(folder);
  expect(await readdir(incoming)).toEqual([living]);
});

test('what this process is writing stays, also when its unfinished writes are looked for', async () => {
  const store = await createDiskFileStore(folder);
  await store.withScratchFile(async (file) => {
    await writeFile(file, 'still being written');
    await begun('999999999-upload');
    expect(await store.removeUnfinished()).toBe(1);
    await createDiskFileStore(folder);
    expect(await readdir(incoming)).toEqual([path.basename(file)]);
  });
});

test('what another machine writes into a shared folder stays until nothing came for a day', async () => {
  const [writing, left] = ['999999999-other.machine-a', '999999999-other.machine-b'];
  await begun(writing);
  await begun(left);
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(path.join(incoming, left), yesterday, yesterday);
  await createDiskFileStore(folder);
  expect(await readdir(incoming)).toEqual([writing]);
});

test('a volume that is not mounted is away, although a folder of ours lies below its mount point', async () => {
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

test('before the first start with a folder nothing in it is away', async () => {
  const store = await createDiskFileStore(folder);
  await expect(store.read(markKey)).rejects.toThrow(ObjectNotFound);
});
