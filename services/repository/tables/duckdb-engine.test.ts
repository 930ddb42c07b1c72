import { fork } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { isOutage } from '@domain/outage';

import { isProcessAlive } from '../files/owned-names';
import { csvLine } from '../row-formats/csv';
import { CaseWriter } from '../row-formats/case-writer';
import { startTableEngine } from './duckdb-engine';
import { sqlText, type TableEngine } from '../context/table-engine';

let folder: string;
let engine: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tables-'));
  engine = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const endless = 'select count(*) from range(100000000000) a(i), range(1000) b where a.i % 7 = 3';

test('values of every kind come back as plain values', async () => {
  const rows = await engine.all(
    `select 1::bigint big, 1.5::double d, 2.50::decimal(9,2) m, 'ä' t, true b, null n, date '2024-02-29' as leap,
            sum(i) s from range(4) x(i)`,
  );
  expect(rows).toEqual([{ big: 1, d: 1.5, m: 2.5, t: 'ä', b: true, n: null, leap: '2024-02-29', s: 6 }]);
});

test('parameters are bound by their kind', async () => {
  const rows = await engine.all('select ? t, ? + 1 i, ? d, ? b, ? n, typeof(?) big from range(3) limit ?', [
    "it's",
    41,
    0.5,
    false,
    null,
    2 ** 40,
    1,
  ]);
  expect(rows).toEqual([{ t: "it's", i: 42, d: 0.5, b: false, n: null, big: 'BIGINT' }]);
});

test('a written table can be read by another call, in file order', async () => {
  const file = path.join(folder, "o'clock.parquet");
  await engine.run(`copy (select i::varchar c0 from range(300000) x(i)) to ${sqlText(file)} (format parquet)`);
  const rows = await engine.all(
    `select c0, file_row_number + 2 as r from read_parquet(${sqlText(file)}, file_row_number = true)
      where file_row_number in (0, 299999)`,
  );
  expect(rows).toEqual([
    { c0: '0', r: 2 },
    { c0: '299999', r: 300_001 },
  ]);
});

test('a stream returns all rows in batches, on request', async () => {
  let rows = 0;
  let batches = 0;
  for await (const batch of engine.stream('select i from range(20000) x(i)')) {
    expect(batch[0]).toEqual({ i: rows });
    rows += batch.length;
    batches += 1;
  }
  expect(rows).toBe(20_000);
  expect(batches).toBeGreaterThan(5);
});

test('rows of very wide tables come in batches of few rows', async () => {
  const columns = Array.from({ length: 1000 }, (_, i) => `i + ${i} as c${i}`).join(', ');
  for await (const batch of engine.stream(`select ${columns} from range(100) x(i)`)) {
    expect(batch.length).toBeLessThanOrEqual(40);
  }
});

test('rows with long cells come in batches of few rows', async () => {
  const sizes: number[] = [];
  for await (const batch of engine.stream("select repeat('x', 100000) as t from range(100)")) sizes.push(batch.length);
  expect(Math.max(...sizes)).toBe(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
});

test('rows come as lines of csv, in order, written as one by one', async () => {
  const values = `i, i / 8 as part, -0.0 as nought, if(i % 3 = 0, null, 'text ' || i) as t, '=1,"' || chr(13) || 'ä' as odd,
    i % 2 = 0 as even, date '2024-02-29' as leap, 2.50::decimal(9,2) as m`;
  const sql = `select ${values} from range(20000) x(i)`;
  const pieces: Uint8Array[] = [];
  for await (const piece of engine.encode(sql, { name: 'csv' })) pieces.push(piece);
  const rows = await engine.all(sql);
  expect(Buffer.concat(pieces).toString('utf8')).toBe(rows.map((row) => csvLine(Object.values(row))).join(''));
  expect(pieces.length).toBeGreaterThan(5);
});

test('whole numbers come as columns, NULL as a number of its own', async () => {
  const sql = `select cast(i % 65535 as usmallint) as number, cast(if(i % 3 = 0, null, 7) as usmallint) as some
    from range(100000) x(i)`;
  const columns: number[][] = [[], []];
  for await (const bytes of engine.encode(sql, { name: 'numbers' })) {
    const numbers = new Uint16Array(Uint8Array.from(bytes).buffer);
    const count = numbers.length / 2;
    columns[0]!.push(...numbers.subarray(0, count));
    columns[1]!.push(...numbers.subarray(count));
  }
  const rows = Array.from({ length: 100_000 }, (_, i) => i);
  expect(columns[0]).toEqual(rows.map((i) => i % 65_535));
  expect(columns[1]).toEqual(rows.map((i) => (i % 3 === 0 ? 65_535 : 7)));
});

test('rows come as cases of an SPSS file, in order, written as one by one', async () => {
  const sql = `select i / 7 as part, if(i % 3 = 0, null, 'text ' || i) as t from range(50000) x(i)`;
  const widths = [0, 10];
  const pieces: Uint8Array[] = [];
  for await (const piece of engine.encode(sql, { name: 'sav', widths })) pieces.push(piece);
  const writer = new CaseWriter(widths);
  for (const row of await engine.all(sql)) writer.add(Object.values(row));
  expect(Buffer.concat(pieces).equals(writer.finish())).toBe(true);
  expect(pieces.length).toBeGreaterThan(2);
});

test('a consumer that stops early ends its statement', async () => {
  for await (const batch of engine.stream('select i from range(100000000000) x(i)')) {
    expect(batch.length).toBeGreaterThan(0);
    break;
  }
  expect(await engine.all('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a statement that exceeds its time limit fails with reason timeout', async () => {
  await expect(engine.run(endless, [], { timeoutMs: 100 })).rejects.toMatchObject({ reason: 'timeout' });
});

test('long statements do not stop others, and end at their time limit', async () => {
  const own = await startTableEngine({ tempDir: folder });
  const long = Array.from({ length: 8 }, () => own.run(endless, [], { timeoutMs: 4000 }));
  const first = Promise.race(long.map((statement) => statement.catch(() => 'ended')));
  const answer = own.all('select 1 as one').then(() => 'answered');
  expect(await Promise.race([answer, first])).toBe('answered');
  const ends = await Promise.allSettled(long);
  expect(ends.map((end) => end.status === 'rejected' && (end.reason as { reason: string }).reason)).toEqual(
    long.map(() => 'timeout'),
  );
  await own.close();
});

test('an invalid statement fails with reason statement and the engine’s message', async () => {
  await expect(engine.all('select nothing from nowhere')).rejects.toMatchObject({
    reason: 'statement',
    message: expect.stringContaining('nowhere') as string,
  });
});

test('a statement that fails while its rows are read fails, however many were read', async () => {
  const failing = "select case when i = 1000000 then error('late') else i end as i from range(2000000) x(i)";
  const read = async (batches: AsyncIterable<unknown>) => {
    for await (const batch of batches) void batch;
  };
  await expect(read(engine.stream(failing))).rejects.toMatchObject({ reason: 'statement' });
  await expect(read(engine.encode(failing, { name: 'csv' }))).rejects.toMatchObject({ reason: 'statement' });
});

test('exactly the requested rows are returned, in order', async () => {
  const rows = await engine.all('select i from range(300000) x(i) order by i desc');
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([300_000, { i: 299_999 }, { i: 0 }]);
  expect(await engine.all('select i from range(0) x(i)')).toEqual([]);
});

test('extensions are not downloaded', async () => {
  await expect(engine.run("select * from 'https://example.org/x.csv'")).rejects.toMatchObject({ reason: 'statement' });
});

test('after a crash, pending calls fail with reason crashed and the next call works', async () => {
  const own = await startTableEngine({ tempDir: folder, childEntry: await crashingChild() });
  await expect(own.all('crash')).rejects.toMatchObject({ reason: 'crashed' });
  await expect(own.all('crash')).rejects.toMatchObject({ reason: 'crashed' });
  expect(await own.all('fine')).toEqual([{ sql: 'fine' }]);
  await own.close();
  await expect(own.all('fine')).rejects.toMatchObject({ reason: 'crashed' });
});

test('statements are divided among several children; one that crashes takes only its own with it', async () => {
  const own = await startTableEngine({ tempDir: folder, childEntry: await crashingChild(), processes: 2 });
  let outcome = 'running';
  const waiting = own.all('wait').catch(() => (outcome = 'crashed'));
  const [second, same] = [await own.all('who'), await own.all('who')];
  expect(same).toEqual(second);
  await expect(own.all('crash')).rejects.toMatchObject({ reason: 'crashed' });
  const third = await own.all('who');
  expect(third).not.toEqual(second);
  expect(outcome).toBe('running');
  await own.close();
  await waiting;
  expect(outcome).toBe('crashed');
});

test('several children give the results of one, whichever statement comes first', async () => {
  const own = await startTableEngine({ tempDir: folder, processes: 3 });
  const sums = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => own.all(`select sum(i) as s from range(${n}) x(i)`)));
  expect(sums.map(([row]) => row?.s)).toEqual([0, 1, 3, 6, 10, 15]);
  await own.close();
  await expect(own.all('select 1')).rejects.toMatchObject({ reason: 'crashed' });
});

test('a child that does not answer is ended: pending calls fail as in an outage, and the next call works', async () => {
  const own = await startTableEngine({ tempDir: folder, childEntry: await crashingChild(), answerMs: 500 });
  const [hanging, other] = await Promise.allSettled([own.all('hang'), own.all('other')]);
  expect(await own.all('fine')).toEqual([{ sql: 'fine' }]);
  const reasons = [hanging, other].map((end) => end.status === 'rejected' && isOutage(end.reason));
  expect(reasons).toEqual([true, true]);
  await own.close();
});

test('a child that is busy answers, and is not ended', async () => {
  const own = await startTableEngine({ tempDir: folder, answerMs: 1000 });
  const long = Array.from({ length: 4 }, () => own.run(endless, [], { timeoutMs: 4000 }));
  const ends = await Promise.allSettled(long);
  expect(ends.map((end) => end.status === 'rejected' && (end.reason as { reason: string }).reason)).toEqual(
    long.map(() => 'timeout'),
  );
  await own.close();
});

/**
 * Entry of a child that hangs on the statement 'hang', crashes on the statement 'crash', never answers 'wait', tells its
 * process on 'who' and returns all others.
 */
async function crashingChild(): Promise<string> {
  const entry = path.join(folder, 'crashing-child.mjs');
  const source = `
    process.on('disconnect', () => process.exit());
    process.on('message', ({ type, id, sql }) => {
      if (type === 'ask') process.send({ type: 'alive' });
      if (type !== 'start') return;
      if (sql === 'hang') for (;;);
      if (sql === 'wait') return;
      if (sql === 'who') sql = String(process.pid);
      if (sql === 'crash') process.kill(process.pid, 'SIGKILL');
      process.send({ type: 'rows', id, names: ['sql'], count: 1, columns: [[sql]] });
      process.send({ type: 'done', id });
    });
    process.send({ type: 'ready' });`;
  await writeFile(entry, source);
  return entry;
}

test('the child ends with its parent', async () => {
  const parentEntry = path.join(folder, 'parent.mts');
  await writeFile(
    parentEntry,
    `import { startChild } from ${JSON.stringify(path.resolve('services/processes/spawn-child.ts'))};
     const child = startChild(${JSON.stringify(path.resolve('services/repository/tables/child.ts'))}, { args: [${JSON.stringify(folder)}, '600000000'] });
     child.on('message', () => {
       child.send({ type: 'start', id: 1, sql: ${JSON.stringify(endless)}, parameters: [], wants: 'nothing', timeoutMs: 60000 },
         () => process.send(child.pid));
     });`,
  );
  const parent = fork(parentEntry, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const child = await new Promise<number>((resolve) => parent.once('message', (pid) => resolve(pid as number)));
  expect(isProcessAlive(child)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isProcessAlive(child)).toBe(false);
});

test('a closed engine leaves no spill folder', async () => {
  const tempDir = await mkdtemp(path.join(folder, 'own-'));
  const own = await startTableEngine({ tempDir });
  expect(await readdir(tempDir)).toHaveLength(1);
  await own.close();
  await expect.poll(() => readdir(tempDir)).toEqual([]);
});
