import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { openDatabase } from './open-database';
import { vacuumAfterWrites } from './vacuum';

test('a row that is replaced again and again does not fill the disk of the embedded database', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'motothek-vacuum-'));
  const { pool, close } = await openDatabase({ dataDir, statementSeconds: 60 });
  const vacuum = vacuumAfterWrites(pool);
  await pool.query('create table replaced (word text)');
  for (let turn = 0; turn < 60; turn += 1) {
    await pool.query('delete from replaced');
    await pool.query('insert into replaced values ($1)', [randomBytes(900_000).toString('hex')]);
    await vacuum();
  }
  const { rows } = await pool.query<{ bytes: string }>("select pg_total_relation_size('replaced') as bytes");
  // Without it, 60 texts of 1.8 MB.
  expect(Number(rows[0]?.bytes)).toBeLessThan(50e6);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});
