import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { afterAll, expect, test } from 'vitest';

import { foreignFile, requireOwnDatabase } from './owner';
import { DatabaseSupervisor } from './supervisor';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'motothek-owner-'));
mkdirSync(path.join(dataDir, 'database'));
const file = path.join(dataDir, 'database', 'PG_VERSION');
writeFileSync(file, '17');
const uid = process.geteuid?.() ?? 0;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a command on a data folder of another user is refused and names that user', () => {
  expect(() => requireOwnDatabase(dataDir, uid + 1)).toThrow(`belongs to the user ${uid}, who runs the server`);
  expect(() => requireOwnDatabase(dataDir, uid)).not.toThrow();
  expect(() => requireOwnDatabase(path.join(dataDir, 'none'), uid + 1)).not.toThrow();
});

test('a file of another user is found', () => {
  expect(foreignFile(dataDir, uid + 1)).toBe(file);
  expect(foreignFile(dataDir, uid)).toBeNull();
});

test.runIf(uid === 0)('a database that does not start names a file of another user', async () => {
  const { chownSync } = await import('node:fs');
  chownSync(file, 65_534, 65_534);
  const entry = path.join(dataDir, 'none.js');
  const supervisor = new DatabaseSupervisor({ dataDir, entry, silentMs: 1000 });
  await expect(supervisor.start()).rejects.toThrow(`${file} belongs to another user`);
  await supervisor.close();
});
