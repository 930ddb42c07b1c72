import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import pg from 'pg';

import type { Resources } from '../bench/resources';
import { freePort } from '../e2e/support/server-process';

const installed = '/usr/lib/postgresql';

/**
 * A PostgreSQL database for one run: a separate one on the server of TEST_DATABASE_URL, or one of a server that is
 * started for the run.
 */
export async function openThrowAwayDatabase(resources: Resources): Promise<URL> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const server = await startPostgresql();
    resources.add(() => server.stop());
    return new URL(server.url);
  }
  const name = `motothek_run_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(given, `create database ${name}`);
  resources.add(() => runOnServer(given, `drop database ${name} with (force)`));
  const own = new URL(given);
  own.pathname = `/${name}`;
  return own;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A PostgreSQL server for one run. */
interface PostgresqlServer {
  /** URL of the default database. */
  url: string;
  stop(): void;
}

/** One that can be copied while it runs. */
interface PrimaryServer extends PostgresqlServer {
  /** Starts a standby of it, which replays what it writes. `start` starts a stopped one again. */
  startStandby(): Promise<PostgresqlServer & { start(): void; halt(): void }>;
}

/**
 * Starts PostgreSQL as installed by Debian's packages, on loopback and in its own folder. PostgreSQL refuses to run as
 * root, so for root it runs as the user `postgres`. Throws with its output if it does not start.
 */
export async function startPostgresql(): Promise<PrimaryServer> {
  const version = readdirSync(installed).sort((a, b) => Number(b) - Number(a))[0] ?? '';
  const bin = path.join(installed, version, 'bin');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-postgresql-'));
  const isRoot = process.getuid?.() === 0;
  const asOwner = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const run = (...command: string[]) => {
    const [file = '', ...args] = command;
    const { status, stderr, error } = spawnSync(file, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw error ?? new Error(`${command.join(' ')}:\n${String(stderr)}`);
  };
  if (isRoot) run('chown', 'postgres', folder);
  else chmodSync(folder, 0o700);
  const urlAt = (port: number) => `postgresql://motothek@127.0.0.1:${port}/postgres`;
  const control = (name: string) => [...asOwner, path.join(bin, 'pg_ctl'), '-D', path.join(folder, name)];
  const start = (name: string, port: number) => {
    const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off`;
    run(...control(name), '-w', '-l', path.join(folder, `${name}.log`), '-o', settings, 'start');
  };
  const halt = (name: string) => run(...control(name), '-m', 'immediate', 'stop');
  const port = await freePort();
  run(...asOwner, path.join(bin, 'initdb'), '-D', path.join(folder, 'pg'), '-U', 'motothek', '--auth=trust');
  start('pg', port);
  return {
    url: urlAt(port),
    stop: () => {
      halt('pg');
      rmSync(folder, { recursive: true, force: true });
    },
    startStandby: async () => {
      const own = await freePort();
      const copy = path.join(folder, 'standby');
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'motothek'];
      run(...asOwner, path.join(bin, 'pg_basebackup'), ...from, '-D', copy, '-R', '--checkpoint=fast');
      start('standby', own);
      return {
        url: urlAt(own),
        start: () => start('standby', own),
        halt: () => halt('standby'),
        stop: () => {
          halt('standby');
          rmSync(copy, { recursive: true, force: true });
        },
      };
    },
  };
}
