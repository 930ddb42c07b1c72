import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { Resources } from '../../tests/bench/resources';
import { openThrowAwayDatabase } from '../../tests/cluster/throw-away-postgresql';
import { startApiServer } from '../../tests/crash/api-server';
import {
  type Acknowledged,
  entryOf,
  expectAll,
  type Kill,
  type Place,
  runCommand,
  uploadAndSave,
} from '../../tests/crash/kill-commands';
import { onPostgresql } from '../../tests/support/test-database';
import { type S3Server, startS3Server } from '../../tests/support/s3-server';
import { dumpDatabase, inSnapshot } from '../backup/dump-database';
import { readMove } from '../configuration/moved-database';
import { openDatabase } from '../database/open-database';
import { bundle, childEntries } from '../launcher/bundle';
import { createRandom } from '../repository/help-files/made-up-people';

/** Kills of each of the two moves. */
const kills = Number(process.env.KILLS ?? 6);
/** Longer than moves take that are not killed, so that some end. */
const longestLifeMs = { 'move-to-postgresql': 6000, 'move-to-bucket': 3000 };
const files = 12;

const resources = new Resources();
const home = resources.makeFolder();
let entries: string;
const run = (command: string, given: string[], place: Place, how: Kill = {}) =>
  runCommand(entryOf(entries, command), given, place, how);
const start = ({ dataDir, databaseUrl, objectStoreUrl = '' }: Place) =>
  startApiServer(dataDir, entryOf(entries, 'api-server'), 0, databaseUrl, {
    OBJECT_STORE_URL: objectStoreUrl,
    // The SDK for S3 warns of old versions of Node.
    NODE_NO_WARNINGS: '1',
  });
const urlOf = ({ settings: { bucket, endpoint, region } }: S3Server) =>
  `s3://${bucket}?endpoint=${endpoint}&region=${region}`;

beforeAll(async () => {
  entries = path.join(inject('childBundles'), 'moves');
  await bundle(entries, {
    ...childEntries,
    'api-server': 'tests/crash/api-server-entry.ts',
    jobs: 'services/launcher/job-command.ts',
    'move-to-postgresql': 'services/launcher/move-to-postgresql-command.ts',
    'move-to-bucket': 'services/launcher/move-to-bucket-command.ts',
  });
});
afterAll(() => resources.close());

/** All rows and sequences of a database, as text. */
async function rowsOf(pool: pg.Pool): Promise<string[]> {
  const file = path.join(home, randomUUID());
  await inSnapshot(pool, (client) => dumpDatabase(client, file));
  return readFileSync(file, 'utf8').split('\n').sort();
}

/** Rows of the embedded database of a data folder. */
async function embeddedRows(dataDir: string): Promise<string[]> {
  const { pool, close } = await openDatabase({ dataDir, statementSeconds: 60 });
  return rowsOf(pool).finally(close);
}

async function postgresqlRows(connectionString: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString });
  return rowsOf(pool).finally(() => pool.end());
}

onPostgresql('moves that are killed', () => {
  const random = createRandom(inject('seed'));
  const first = { dataDir: path.join(home, 'data'), databaseUrl: null };
  const acknowledged: Acknowledged[] = [];
  /** Lets a server run, which uploads files, and kills it, with jobs that wait. */
  const write = async (place: Place, count: number) => {
    const server = await start(place);
    const written: Acknowledged[] = [];
    for (let upload = 0; upload < count; upload += 1) written.push(await uploadAndSave(server));
    await server.kill();
    expect(server.errors()).toBe('');
    return written;
  };
  /** Repeats a move, killing it at random moments, until it ends. Returns how often it was killed. */
  const moveAndKill = async (command: keyof typeof longestLifeMs, place: Place, between: () => Promise<void>) => {
    for (let killed = 0; ; killed += 1) {
      const { code, output } = await run(command, [], place, { lifeMs: random.whole(100, longestLifeMs[command]) });
      if (code !== null) {
        expect(code, output).toBe(0);
        return killed;
      }
      await between();
    }
  };
  const copyOf = (name: string): string => {
    const dataDir = path.join(home, name);
    cpSync(first.dataDir, dataDir, {
      recursive: true,
      filter: (source) => !/\.(?:database-lock|s\.PGSQL)/.test(source),
    });
    return dataDir;
  };
  beforeAll(async () => acknowledged.push(...(await write(first, files))));

  test('a database arrives whole, and its server goes on in between', async () => {
    for (let killed = 0, turn = 0; killed < kills; turn += 1) {
      const dataDir = copyOf(`database-${turn}`);
      const databaseUrl = (await openThrowAwayDatabase(resources)).href;
      const all = [...acknowledged];
      killed += await moveAndKill('move-to-postgresql', { dataDir, databaseUrl }, async () => {
        // Killed after the last row: nothing is missing, and the next move only says so.
        if (readMove(dataDir)?.movedAt) return;
        const early = await run('jobs', ['list'], { dataDir, databaseUrl });
        expect(early, early.output).toMatchObject({ code: 1 });
        expect(early.output).toContain('was not moved to PostgreSQL');
        if (random.whole(0, 2) === 0) all.push(...(await write({ dataDir, databaseUrl: null }, 1)));
      });
      expect(await postgresqlRows(databaseUrl)).toEqual(await embeddedRows(dataDir));
      const server = await start({ dataDir, databaseUrl });
      await expectAll(server, all);
      await server.kill();
      expect(server.errors()).toBe('');
      const late = await run('jobs', ['list'], { dataDir, databaseUrl: null });
      expect(late.output).toContain('was moved to PostgreSQL');
    }
  });

  test('objects arrive whole, and their server goes on in between', async () => {
    for (let killed = 0, turn = 0; killed < kills; turn += 1) {
      const dataDir = copyOf(`objects-${turn}`);
      const s3 = await startS3Server();
      const place = { dataDir, databaseUrl: null, objectStoreUrl: urlOf(s3) };
      const all = [...acknowledged];
      killed += await moveAndKill('move-to-bucket', place, async () => {
        if (existsSync(path.join(dataDir, 'objects/moved'))) return;
        if (random.whole(0, 2) === 0) all.push(...(await write({ dataDir, databaseUrl: null }, 1)));
        else await expect(start(place)).rejects.toThrow();
      });
      const server = await start(place);
      await expectAll(server, all);
      await server.kill();
      expect(server.errors()).toBe('');
      await expect(start({ dataDir, databaseUrl: null })).rejects.toThrow('were moved to a bucket');
      await s3.stop();
    }
  });
});
