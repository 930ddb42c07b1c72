import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect } from 'vitest';

import { ReceivedFileSchema } from '@domain/api/uploads';

import type { ApiServer } from './api-server';

const pollMs = 10;
const rowsOfFile = 1500;
/** A user may have 50. */
const savedSearches = 20;

/** Settings of a server. */
export interface Place {
  dataDir: string;
  /** Null for the embedded database. */
  databaseUrl: string | null;
  /** Undefined for objects on disk. */
  objectStoreUrl?: string;
}

/** How a command is killed. */
export interface Kill {
  /** Kills it, or does this instead, after this time. */
  lifeMs?: number;
  kill?: () => Promise<void>;
  /** Kills it when this file exists. */
  killAt?: string;
}

/** Runs a bundled command. The exit code of a killed one is null. */
export async function runCommand(entry: string, given: string[], place: Place, how: Kill = {}) {
  const { dataDir, databaseUrl, objectStoreUrl = '' } = place;
  const child = spawn(process.execPath, [entry, ...given], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', OBJECT_STORE_URL: objectStoreUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { lifeMs = Infinity, killAt, kill = () => void child.kill('SIGKILL') } = how;
  const startedAt = Date.now();
  let killing: Promise<void> | void = undefined;
  const timer = setInterval(() => {
    if (Date.now() - startedAt <= lifeMs && (killAt === undefined || !existsSync(killAt))) return;
    clearInterval(timer);
    killing = kill();
  }, pollMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  await killing;
  return { code, output };
}

/** Something that a server has acknowledged. */
export interface Acknowledged {
  id: string;
  sha256: string;
  /** Query of a search that was saved with it. */
  query: string | null;
}

let made = 0;
/** Uploads a file and, the first times, saves a search. Throws a TypeError if the connection ends. */
export async function uploadAndSave(server: ApiServer): Promise<Acknowledged> {
  made += 1;
  const isSaved = made <= savedSearches;
  const rows = Array.from(
    { length: rowsOfFile },
    (_, row) => `${made}-${row};${row % 2 ? 'f' : 'm'};${30 + (row % 15)}`,
  );
  const content = ['id;sex;grip', ...rows, ''].join('\n');
  const body = new FormData();
  body.append('upload', new File([content], `grip-${made}.csv`));
  const sent = await server.call('contributor', 'fileupload/raw', { method: 'POST', body });
  expect(sent.status).toBe(201);
  const [received] = ReceivedFileSchema.array().parse(await sent.json());
  const query = `q=grip-of-year-${made}`;
  if (isSaved) {
    const headers = { 'Content-Type': 'application/json' };
    const saved = await server.call('contributor', 'search/saved', { method: 'POST', body: { query }, headers });
    expect(saved.ok).toBe(true);
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { id: received?.id ?? '', query: isSaved ? query : null, sha256 };
}

/** Whether a server has everything that was acknowledged, byte for byte. */
export async function expectAll(server: ApiServer, acknowledged: Acknowledged[]): Promise<void> {
  const searches = await (await server.call('contributor', 'search/saved')).text();
  for (const { id, sha256, query } of acknowledged) {
    const original = await server.call('contributor', `fileupload/${id}/original`);
    const bytes = Buffer.from(await original.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    if (query !== null) expect(searches).toContain(query);
  }
}

/** Entry of a command in a folder of bundles. */
export function entryOf(folder: string, command: string): string {
  return path.join(folder, `${command}.js`);
}
