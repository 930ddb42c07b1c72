import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from './configuration';

const home = mkdtempSync(path.join(tmpdir(), 'fixity-settings-'));
afterAll(() => rmSync(home, { recursive: true }));
const DATA_DIR = path.join(home, 'data');
const read = (REPLICA_STORE_URL: string) => readConfiguration({ DATA_DIR, REPLICA_STORE_URL });

test('a replica is a folder or a bucket, not an address of another kind', () => {
  for (const address of ['https://backup.example.org/x', 'S3s://bucket', 'file:///replica']) {
    expect(() => read(address)).toThrow(/REPLICA_STORE_URL: .*must begin with s3:\/\//);
  }
  expect(read(path.join(home, 'replica')).fixity.replica).toEqual({ folder: path.join(home, 'replica') });
  expect(read('s3://bucket?region=eu').fixity.replica).toMatchObject({ bucket: 'bucket' });
});

test('a replica in the data folder is refused', () => {
  const link = path.join(home, 'link');
  symlinkSync(DATA_DIR, link);
  for (const folder of [DATA_DIR, path.join(DATA_DIR, 'objects'), path.join(DATA_DIR, 'copies'), link]) {
    expect(() => read(folder)).toThrow('REPLICA_STORE_URL: must not be in the data folder');
  }
});

test('a replica on the same disk is noted', () => {
  const replica = path.join(home, 'replica');
  mkdirSync(replica);
  expect(read(replica).notes).toContainEqual(expect.stringContaining('The replica is on the same disk'));
});
