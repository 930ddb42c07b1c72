import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { rootFolder } from '../../services/root-folder';
import { bundle, childEntries } from '../../services/launcher/bundle';
import type { Caller } from './board-moves';

const ReadySchema = z.object({ port: z.number(), tokens: z.record(z.string(), z.string()) });

/** A server of the repository API with a database of its own, which is killed with it. */
export interface ApiServer {
  call(
    caller: Caller,
    address: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  errors(): string;
  kill(): Promise<void>;
}

/** Bundles the server with its child processes, because it starts several times as fast. Returns its entry. */
export async function bundleApiServer(): Promise<string> {
  // Below the project, so that its packages are found.
  mkdirSync(path.join(rootFolder, '.cache'), { recursive: true });
  const outdir = mkdtempSync(path.join(rootFolder, '.cache', 'api-'));
  await bundle(outdir, { ...childEntries, 'api-server': 'tests/crash/api-server-entry.ts' }, 'inline');
  return path.join(outdir, 'api-server.js');
}

/**
 * Starts it on a data folder, with the embedded database unless it gets the address of another one, and with other
 * settings. The first start of one makes so many submissions.
 */
export async function startApiServer(
  dataDir: string,
  entry: string,
  submissions: number,
  databaseUrl: string | null = null,
  settings: Record<string, string> = {},
): Promise<ApiServer> {
  mkdirSync(path.join(dataDir, 'outbox'), { recursive: true });
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      SUBMISSIONS: String(submissions),
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that its database is killed with it.
    detached: true,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const { port, tokens } = await readyLine(child, () => errors);
  return {
    call: (caller, address, { method = 'GET', body, headers = {} } = {}) =>
      fetch(`http://127.0.0.1:${port}/api/${address}`, {
        method,
        headers: { Authorization: `Bearer ${tokens[caller]}`, 'Accept-Language': 'en', ...headers },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      }),
    errors: () => errors,
    kill: async () => {
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    },
  };
}

async function readyLine(child: ChildProcess, errors: () => string) {
  const ended = once(child, 'exit').then(() => null);
  const line = await Promise.race([once(createInterface(child.stdout!), 'line'), ended]);
  if (line === null) throw new Error(`The server did not start:\n${errors()}`);
  return ReadySchema.parse(JSON.parse(String(line[0])));
}
