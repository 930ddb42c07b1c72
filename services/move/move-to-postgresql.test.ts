import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { databaseUrl, dropDatabase, runOnServer } from '../../tests/support/postgresql-server';
import { copyServerFolder, makeServerFolder } from '../../tests/support/server-folder';
import { onPostgresql } from '../../tests/support/test-database';
import { dumpLines, inSnapshot } from '../backup/dump-database';
import { readConfiguration } from '../configuration/configuration';
import { moveMark, readMove, writeMove } from '../configuration/moved-database';
import { migrateSchema } from '../database/migrate-schema';
import { openDatabase } from '../database/open-database';
import { restoredBy } from '../database/restored-by';
import { runMoveToPostgresql } from './move-to-postgresql';
import { refuseUnmoved } from './usable-target';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-move-'));
const server = process.env.TEST_DATABASE_URL ?? '';
const template = path.join(home, 'template');
const databases: string[] = [];
const newFolder = () => path.join(home, randomUUID());
afterAll(async () => {
  for (const name of databases) await dropDatabase(server, name);
  rmSync(home, { recursive: true, force: true });
});

/** Address of a new database without tables. */
async function createDatabase(options = ''): Promise<string> {
  const name = `motothek_move_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `create database ${name} ${options}`);
  databases.push(name);
  return databaseUrl(server, name).href;
}

function serverFolder(): string {
  const dataDir = newFolder();
  copyServerFolder(template, dataDir);
  return dataDir;
}

/** Runs the command. Throws what it throws. */
async function move(DATA_DIR: string, DATABASE_URL?: string, given: string[] = []) {
  const output: string[] = [];
  const code = await runMoveToPostgresql(given, {
    environment: { DATA_DIR, DATABASE_URL },
    write: (text) => output.push(text),
  });
  return { code, output: output.join('') };
}

async function withPool<Result>(connectionString: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString });
  return use(pool).finally(() => pool.end());
}

/** All rows and sequences, as text. */
async function linesOf(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  await inSnapshot(pool, async (client) => {
    for await (const lines of dumpLines(client, { keptToo: true })) all.push(...lines);
  });
  return all.sort();
}

async function embeddedLines(dataDir: string): Promise<string[]> {
  const { pool, close } = await openDatabase({ dataDir, statementSeconds: 60 });
  return linesOf(pool).finally(close);
}

onPostgresql('a move to PostgreSQL', () => {
  beforeAll(() => makeServerFolder(template));

  test('brings every row and sequence, ends no access, and changes the settings that the server starts with', async () => {
    const [dataDir, url] = [serverFolder(), await createDatabase()];
    const { code, output } = await move(dataDir, url);
    expect(code).toBe(0);
    expect(output).toMatch(/repository\.uploads: 6 rows, [0-9a-f]{16}\n/);
    expect(output).toMatch(/repository\.kept_files: 1 row,/);
    expect(output).not.toContain('motothek@');
    const before = await embeddedLines(dataDir);
    expect(await withPool(url, linesOf)).toEqual(before);
    expect(before.filter((line) => line.includes('sealed')).length).toBeGreaterThan(0);

    expect(() => readConfiguration({ DATA_DIR: dataDir })).toThrow(`${dataDir} was moved to PostgreSQL`);
    expect(() => readConfiguration({ DATA_DIR: dataDir, DATABASE_URL: url })).not.toThrow();
    await withPool(url, async (pool) => {
      await expect(refuseUnmoved(pool, dataDir)).resolves.toBeUndefined();
      await migrateSchema(pool, 'repository');
    });
    expect(await move(dataDir, url)).toMatchObject({ code: 0, output: expect.stringContaining('already') as string });
    await expect(move(dataDir, await createDatabase())).rejects.toThrow('already, not to the database motothek_move_');

    // The way back.
    rmSync(path.join(dataDir, moveMark));
    expect(() => readConfiguration({ DATA_DIR: dataDir })).not.toThrow();
    expect(await embeddedLines(dataDir)).toEqual(before);
  });

  test('that was stopped before its mark only compares; what was written since is brought again', async () => {
    const [dataDir, url] = [serverFolder(), await createDatabase()];
    await move(dataDir, url);
    writeMove(dataDir, { ...readMove(dataDir)!, movedAt: null });
    await withPool(url, async (pool) => {
      await expect(refuseUnmoved(pool, dataDir)).rejects.toThrow('was not moved to PostgreSQL');
      const loadedIn = async () => (await pool.query('select xmin from repository.uploads')).rows;
      const before = await loadedIn();
      expect(await move(dataDir, url)).toMatchObject({ code: 0 });
      expect(await loadedIn()).toEqual(before);

      writeMove(dataDir, { ...readMove(dataDir)!, movedAt: null });
      const { pool: embedded, close } = await openDatabase({ dataDir, statementSeconds: 60 });
      await embedded.query(`update web.sessions set sealed = 'sealed again'`).finally(close);
      expect(await move(dataDir, url)).toMatchObject({ code: 0 });
      expect(await linesOf(pool)).toEqual(await embeddedLines(dataDir));
      expect(await restoredBy(pool)).toBe(readMove(dataDir)?.id);
    });
  });

  /** Lets PostgreSQL do something when the table of the sessions has been made. Returns what ends this. */
  const whenMade = async (pool: pg.Pool, act: string) => {
    await pool.query(`create function act() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'web.sessions') then
        ${act};
      end if; end $$;
      create event trigger act on ddl_command_end when tag in ('CREATE TABLE') execute function act()`);
    return () => pool.query('drop event trigger act');
  };
  const atEachRow = (act: string) => `execute $x$create function web.act() returns trigger language plpgsql as
    'begin ${act.replaceAll("'", "''")}; return new; end'; create trigger act before insert on web.sessions
    for each row execute function web.act()$x$`;

  test.each([
    ['arrive as others', `new.sealed := 'x'`, 'other rows than were sent to it in web.sessions. Nothing was moved.'],
    [
      'end the connection',
      'perform pg_terminate_backend(pg_backend_pid())',
      /^Something was away .* Run the move again\.$/,
    ],
  ])('whose rows %s brings none, says so, and is run again', async (_, act, said) => {
    const [dataDir, url] = [serverFolder(), await createDatabase()];
    await withPool(url, async (pool) => {
      const end = await whenMade(pool, atEachRow(act));
      await expect(move(dataDir, url)).rejects.toThrow(said);
      expect((await pool.query('select from repository.uploads')).rows).toEqual([]);
      await expect(refuseUnmoved(pool, dataDir)).rejects.toThrow('was not moved');
      await end();
    });
    expect(await move(dataDir, url)).toMatchObject({ code: 0 });
  });

  test('is refused while somebody uses the data folder', async () => {
    const [dataDir, url] = [serverFolder(), await createDatabase()];
    const running = await openDatabase({ dataDir, statementSeconds: 60 });
    await expect(move(dataDir, url)).rejects.toThrow(`The data folder ${dataDir} is in use`);
    await running.close();
    expect(existsSync(path.join(dataDir, moveMark))).toBe(false);
    await withPool(url, async (pool) =>
      expect((await pool.query(`select to_regnamespace('migrations')`)).rows).toEqual([{ to_regnamespace: null }]),
    );
  });

  test('is refused by a database with rows, also those that another move has brought', async () => {
    const url = await createDatabase();
    const [one, other] = [serverFolder(), serverFolder()];
    await move(one, url);
    await expect(move(other, url)).rejects.toThrow(
      /The database is not empty: .* A move needs an empty one\. Nothing was changed\./,
    );
    expect(existsSync(path.join(other, moveMark))).toBe(false);
    const foreign = await createDatabase();
    await withPool(foreign, (pool) => pool.query('create schema web create table pages (id int)'));
    await expect(move(other, foreign)).rejects.toThrow('has a schema web of another program');
    // Also the same move, once a server has begun with it.
    await withPool(url, (pool) => migrateSchema(pool, 'web'));
    writeMove(one, { ...readMove(one)!, movedAt: null });
    await expect(move(one, url)).rejects.toThrow('is not empty');
  });

  test('is refused without its database, its address or with arguments', async () => {
    const folder = newFolder();
    await expect(move(folder)).rejects.toThrow('DATABASE_URL is not set.');
    await expect(move(folder, await createDatabase())).rejects.toThrow(`There is no embedded database in ${folder}.`);
    expect(readdirSync(folder)).toEqual(['session-secret']);
    expect(await move(folder, undefined, ['now'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run') as string,
    });
    const wrong = databaseUrl(server, 'motothek_none');
    wrong.password = 'geheim';
    const refused = move(serverFolder(), wrong.href);
    await expect(refused).rejects.toThrow('the database motothek_none at');
    await expect(refused).rejects.not.toThrow('geheim');
  });

  test('is refused by a database that cannot take it, with the reason', async () => {
    const dataDir = serverFolder();
    await expect(
      move(dataDir, await createDatabase(`encoding 'LATIN1' template template0 locale 'C'`)),
    ).rejects.toThrow('the encoding of the database is LATIN1');
    const readOnly = await createDatabase();
    await runOnServer(server, `alter database ${databases.at(-1)} set default_transaction_read_only = on`);
    await expect(move(dataDir, readOnly)).rejects.toThrow('takes no writes');
    const role = `motothek_move_${randomUUID().replaceAll('-', '')}`;
    await runOnServer(server, `create role ${role} login`);
    const foreign = new URL(await createDatabase());
    foreign.username = role;
    await expect(move(dataDir, foreign.href)).rejects.toThrow('may not create anything');
    await runOnServer(server, `grant create on database ${databases.at(-1)} to ${role}`);
    // Whoever owns nothing but this moves as well; the extension is trusted.
    expect(await move(dataDir, foreign.href)).toMatchObject({ code: 0 });
    await dropDatabase(server, databases.pop() ?? '');
    await runOnServer(server, `drop role ${role}`);
  });

  test('leaves what else is in the data folder', async () => {
    const dataDir = serverFolder();
    mkdirSync(path.join(dataDir, 'outbox'));
    const had = readdirSync(dataDir).filter((name) => !name.startsWith('.'));
    const secret = readFileSync(path.join(dataDir, 'session-secret'), 'utf8');
    await move(dataDir, await createDatabase());
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('.'))).toEqual([...had, moveMark].sort());
    expect(readFileSync(path.join(dataDir, 'session-secret'), 'utf8')).toBe(secret);
  });
});
