import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { onTestFinished, expect, test } from 'vitest';

import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { findInObjects, findInTables, markedText } from './find-marks';
import { plantedFiles, zipOf } from './planted-files';
import { openTestDatabase } from './test-database';

const marks = { email: 'zyxwilda.quorvath@example.org' };
const words = `${marks.email} ${markedText('cell')}`;

test('marks in objects are found in whatever kind of file, by itself and in a package', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = await createDiskFileStore(folder);
  const planted = [...(await plantedFiles(words))];
  for (const [at, [name, bytes]] of planted.entries()) {
    await files.put(`alone${at}/1`, Readable.from([bytes]));
    await files.put(`packed${at}/1`, Readable.from([await zipOf([[name, bytes]])]));
  }
  const places = planted.flatMap((_, at) => [`alone${at}`, `packed${at}`]);
  const expected = Object.fromEntries(places.map((place) => [place, ['cell', 'email']]));
  expect(await findInObjects(files, marks)).toEqual(expected);
});

test('marks in tables are found in texts, in JSON and in bytes', async () => {
  const { pool, close } = await openTestDatabase();
  onTestFinished(close);
  await pool.query('create table repository.later (a text, b jsonb, c bytea)');
  await pool.query('insert into repository.later values ($1, $2, $3)', [
    words,
    JSON.stringify([{ words }]),
    Buffer.from(words),
  ]);
  const found = await findInTables(pool, marks);
  expect(found).toEqual({
    'repository.later.a': ['cell', 'email'],
    'repository.later.b': ['cell', 'email'],
    'repository.later.c': ['cell', 'email'],
  });
});
