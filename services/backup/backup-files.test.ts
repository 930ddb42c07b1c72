import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { OperatorError } from '@domain/operator-error';

import { startS3Server } from '../../tests/support/s3-server';
import { readConfiguration } from '../configuration/configuration';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { describePlace, openBackupFiles, sayingWhy } from './backup-files';
import { runBackupCommand } from './commands';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-places-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const options = { mustExist: false, scratchFolder: path.join(home, 'scratch'), largestBytes: 1e11 };

test('backups lie in a bucket below their prefix', async () => {
  const server = await startS3Server();
  const { bucket, endpoint } = server.settings;
  const open = (prefix: string) => openBackupFiles(`s3://${bucket}${prefix}?endpoint=${endpoint}`, options);
  const [daily, whole] = [await open('/motothek/daily/'), await open('')];
  await daily.put('backups/one.json', Readable.from([Buffer.from('one')]));
  const keys = async (files: typeof daily) => {
    const found: string[] = [];
    for await (const { key } of files.list('backups/')) found.push(key);
    return found;
  };
  expect(await keys(daily)).toEqual(['backups/one.json']);
  expect(await keys(whole)).toEqual([]);
  expect(await text(await whole.read('motothek/daily/backups/one.json'))).toBe('one');
  await server.stop();
});

test('addresses that cannot be used are refused', async () => {
  const open = (address: string) => openBackupFiles(address, { ...options, mustExist: true });
  await expect(open('s3://x')).rejects.toThrow("Address of the backup: 'x' is not the name of a bucket.");
  await expect(open('s3://user:secret@bucket/a?region=a')).rejects.toThrow('must not contain credentials');
  await expect(open(path.join(home, 'none'))).rejects.toThrow('There is no folder');
});

test('addresses of other kinds are refused, not made folders of', async () => {
  for (const address of ['https://backup.example.org/x', 'S3://bucket', 'file:///backup', 'host:backup']) {
    await expect(openBackupFiles(address, options)).rejects.toThrow('is neither a folder nor a bucket');
  }
});

test('the place of backups is told without parameters', () => {
  expect(describePlace('s3://bucket/daily?endpoint=https://store.example.org')).toBe('s3://bucket/daily');
  expect(describePlace('backup')).toBe(path.resolve('backup'));
});

test('a place that takes no more is named', async () => {
  const folder = path.join(home, 'full');
  const files = await openBackupFiles(folder, options);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const source = Readable.from(
    (async function* () {
      yield Buffer.from('one');
      throw full;
    })(),
  );
  await expect(files.put('backups/one.json', source)).rejects.toThrow(
    new OperatorError(`Nothing can be written to ${folder}: its disk is full.`),
  );
  const file = path.join(home, 'file');
  writeFileSync(file, '');
  await expect(openBackupFiles(path.join(file, 'below'), options)).rejects.toThrow(
    `written to ${file}/below: a file is in the place of its folder`,
  );
});

test('the data folder takes no backups, by whichever links it is reached', async () => {
  const dataDir = path.join(home, 'data');
  const configuration = readConfiguration({ DATA_DIR: dataDir });
  const link = path.join(home, 'link');
  symlinkSync(dataDir, link);
  const other = path.join(home, 'other');
  mkdirSync(other);
  symlinkSync(dataDir, path.join(other, 'contents'));
  for (const address of [dataDir, `${dataDir}/..backup`, link, path.join(link, 'objects'), other]) {
    const run = runBackupCommand([address], { configuration, pool: new pg.Pool(), write: () => {} });
    await expect(run, address).rejects.toThrow('must not be in the data folder');
  }
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is named', async () => {
  await expect(openBackupFiles('/proc/none/below', options)).rejects.toThrow('written to /proc/none/below: ENOENT');
});

test('the local disk that takes no more is named, not the place', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const files = await createDiskFileStore(path.join(home, 'own'));
  const told = sayingWhy(files, { place: 'the bucket backups', scratchFolder: '/srv/object-cache' });
  await expect(told.withScratchFile(() => Promise.reject(full))).rejects.toThrow(
    new OperatorError('Nothing can be written to /srv/object-cache: its disk is full.'),
  );
});

test('backups on a medium that cannot be written to are read as they are', async () => {
  const folder = path.join(home, 'medium');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'one'), 'one');
  const files = await openBackupFiles(folder, { ...options, mustExist: true });
  expect(await text(await files.read('one'))).toBe('one');
  expect(readdirSync(folder)).toEqual(['one']);
});
