import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { statementSeconds } from '@domain/limits';

import { connectToRunning, openDatabase, type OpenedDatabase } from './open-database';
import { socketPaths } from './socket';
import { DataFolderInUse } from './supervisor';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-database-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Process ids of the database processes of a data folder. */
function databaseProcesses(dataDir: string): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(`database-child.js ${dataDir}`)).map((line) => Number.parseInt(line, 10));
}

/** Starts a writing server, kills it after some acknowledged rows, and returns the last of them. */
async function killWritingServer(dataDir: string, ...how: 'endless'[]): Promise<number> {
  const script = path.join(import.meta.dirname, '../../tests/support/database-writer.ts');
  const server = spawn(process.execPath, ['--import', 'tsx', script, dataDir, ...how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let acknowledged = 0;
  let seen = 0;
  for await (const line of createInterface({ input: server.stdout })) {
    acknowledged = Number(line);
    seen += 1;
    if (seen === 50) server.kill('SIGKILL');
  }
  return acknowledged;
}

describe('the embedded database', () => {
  const dataDir = path.join(home, 'data');
  const exits: string[] = [];
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openDatabase({ dataDir, statementSeconds, onExit: (reason) => exits.push(reason) });
    await database.pool.query('create table kept (value int)');
  });
  afterAll(() => database.close());

  it('serves concurrent queries through a pool without mixing up the results', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => String(index));
    const answers = await Promise.all(
      numbers.map(async (number) => {
        const { rows } = await database.pool.query<{ value: string }>('select $1::text as value', [number]);
        return rows[0]?.value;
      }),
    );
    expect(answers).toEqual(numbers);
  });

  it('is refused to a second server with a message that names the folder and what may be using it', async () => {
    const second = openDatabase({ dataDir, statementSeconds });
    await expect(second).rejects.toBeInstanceOf(DataFolderInUse);
    await expect(second).rejects.toThrow(`The data folder ${dataDir} is in use`);
    await expect(second).rejects.toThrow('a command such as npm run backup');
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('lets a command-line tool in while the server runs', async () => {
    const tool = await connectToRunning(dataDir);
    await tool?.pool.query('insert into kept values (1)');
    await tool?.close();
    expect((await database.pool.query('select value from kept')).rows).toEqual([{ value: 1 }]);
  });

  it('restarts with all acknowledged rows when its process is killed', async () => {
    await database.pool.query('insert into kept values (2)');
    for (const id of databaseProcesses(dataDir)) process.kill(id, 'SIGKILL');
    await expect.poll(() => exits).toEqual(['The embedded database ended with SIGKILL and is being restarted']);
    const kept = await database.pool.query('select value from kept order by value');
    expect(kept.rows).toEqual([{ value: 1 }, { value: 2 }]);
  });
});

describe('an embedded database whose statement never ends', () => {
  it('is ended and restarted', async () => {
    const exits: string[] = [];
    const onExit = (reason: string) => exits.push(reason);
    const dataDir = path.join(home, 'endless');
    const database = await openDatabase({ dataDir, statementSeconds: 1, onExit });
    await expect(database.pool.query('do $$ begin loop end loop; end $$')).rejects.toThrow('timeout');
    await expect
      .poll(() => exits, { timeout: 30_000 })
      .toEqual(['The embedded database ended with SIGKILL and is being restarted']);
    await expect
      .poll(() => database.pool.query('select 1 as one').catch(() => null), { timeout: 30_000 })
      .toMatchObject({ rows: [{ one: 1 }] });
    await database.close();
  });

  it('leaves no process behind when its server is killed', async () => {
    const dataDir = path.join(home, 'endless-killed');
    await killWritingServer(dataDir, 'endless');
    await expect.poll(() => databaseProcesses(dataDir), { timeout: 20_000 }).toEqual([]);
  });
});

// Starting and killing processes takes long on a slow machine.
describe('the data folder of a killed server', () => {
  it('opens again at once, with every acknowledged row, and leaves no process behind', async () => {
    const dataDir = path.join(home, 'killed');
    for (const round of [1, 2]) {
      const acknowledged = await killWritingServer(dataDir);
      const database = await openDatabase({ dataDir, statementSeconds });
      const { rows } = await database.pool.query<{ last: number }>('select max(value) as last from written');
      expect(acknowledged).toBeGreaterThanOrEqual(round * 50);
      expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged);
      await database.close();
    }
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it('is opened by one of several servers that start on it at the same time', async () => {
    const dataDir = path.join(home, 'raced');
    await killWritingServer(dataDir);
    const started = await Promise.allSettled([1, 2, 3].map(() => openDatabase({ dataDir, statementSeconds })));
    const won = started.filter((result) => result.status === 'fulfilled').map((result) => result.value);
    const refused = started.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);
    await Promise.all(won.map((database) => database.close()));
    expect(won).toHaveLength(1);
    expect(refused.every((reason) => reason instanceof DataFolderInUse)).toBe(true);
  });

  it('is free for command-line tools once nothing runs', async () => {
    expect(await connectToRunning(path.join(home, 'empty'))).toBeNull();
  });
});

describe('the socket of the embedded database', () => {
  it('is in the data folder', () => {
    expect(socketPaths('/srv/motothek').socket).toBe('/srv/motothek/.s.PGSQL.5432');
  });

  it('is at a shorter path if the path of the data folder is too long for a socket', () => {
    const long = `/srv/${'a'.repeat(100)}`;
    const { folder, lock } = socketPaths(long);
    expect(folder.startsWith(os.tmpdir())).toBe(true);
    expect(Buffer.byteLength(lock)).toBeLessThanOrEqual(100);
    expect(socketPaths(`${long}b`).folder).not.toBe(folder);
  });

  it('is not used in a folder that others can write to or that belongs to another user', async () => {
    const long = path.join(home, 'a'.repeat(100));
    const { folder } = socketPaths(long);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    try {
      expect(await connectToRunning(long)).toBeNull();
      expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
      rmSync(folder, { recursive: true });
      symlinkSync(home, folder);
      await expect(connectToRunning(long)).rejects.toThrow('belongs to another user');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
