import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from './configuration';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'motothek-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const read = (settings: Record<string, string>) => readConfiguration({ DATA_DIR: dataDir, ...settings });
const database = { DATABASE_URL: 'postgresql://a:secret@db/motothek' };
const standby = 'postgresql://a:secret@standby/motothek';

test('without settings no shared cache keeps anything, and there is no standby', () => {
  const { sharedCache, databaseStandby } = read({});
  expect(sharedCache).toEqual({ seconds: 0, purgeAddresses: [], purgeToken: undefined, lagSeconds: 0 });
  expect(databaseStandby).toBeUndefined();
});

test('several caches are told what to forget, later with a standby that may be behind', () => {
  const { sharedCache, databaseStandby, settingsInForce } = read({
    SHARED_CACHE_SECONDS: '60',
    PURGE_URL: 'http://10.0.0.1:6082/ http://10.0.0.2:6082/',
    PURGE_TOKEN: 'abc',
    ...database,
    REPLICA_DATABASE_URL: standby,
    REPLICA_LAG_SECONDS: '7',
  });
  const purgeAddresses = ['http://10.0.0.1:6082/', 'http://10.0.0.2:6082/'];
  expect(sharedCache).toEqual({ seconds: 60, purgeAddresses, purgeToken: 'abc', lagSeconds: 7 });
  expect(databaseStandby).toEqual({ url: standby, lagSeconds: 7 });
  const shown = JSON.stringify(settingsInForce);
  expect(shown).not.toContain('secret@');
  expect(shown).not.toContain('"abc"');
});

test.each([
  [{ PURGE_URL: 'http://a/' }, 'PURGE_URL: requires SHARED_CACHE_SECONDS'],
  [{ SHARED_CACHE_SECONDS: '5', PURGE_TOKEN: 'a' }, 'PURGE_TOKEN: requires PURGE_URL'],
  [{ SHARED_CACHE_SECONDS: '5', PURGE_URL: 'http://a:b@c/' }, 'PURGE_URL: must not have a user: set PURGE_TOKEN'],
  [{ SHARED_CACHE_SECONDS: '5', PURGE_URL: 'ftp://a/' }, 'PURGE_URL: must be http addresses, separated by blanks'],
  [{ REPLICA_DATABASE_URL: standby }, 'REPLICA_DATABASE_URL: requires DATABASE_URL'],
  [{ ...database, REPLICA_DATABASE_URL: standby, REPLICA_LAG_SECONDS: '1' }, 'REPLICA_LAG_SECONDS: must be'],
])('%o is refused', (settings, message) => {
  expect(() => read(settings)).toThrow(message);
});
