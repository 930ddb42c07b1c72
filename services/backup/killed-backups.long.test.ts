import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { ReceivedFileSchema } from '@domain/api/uploads';

import { type ApiServer, startApiServer } from '../../tests/crash/api-server';
import { bundle, childEntries } from '../launcher/bundle';
import { restoreMark } from '../configuration/data-folder';
import { createRandom } from '../repository/help-files/made-up-people';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-killed-'));
const at = (name: string) => path.join(home, name);
/** Backups that are killed. Each runs for less than a second and a half if it is not. */
const kills = 8;
const longestLifeMs = 1500;
const pollMs = 10;
const rowsOfFile = 1500;
/** A user may have 50. */
const savedSearches = 20;

let entries: string;
let server: ApiServer;
beforeAll(async () => {
  entries = path.join(inject('childBundles'), 'backups');
  await bundle(entries, {
    ...childEntries,
    'api-server': 'tests/crash/api-server-entry.ts',
    backup: 'services/launcher/backup-command.ts',
    verify: 'services/launcher/verify-command.ts',
    restore: 'services/launcher/restore-command.ts',
  });
  server = await startApiServer(at('data'), path.join(entries, 'api-server.js'), 0);
});
afterAll(async () => {
  await server.kill();
  rmSync(home, { recursive: true, force: true });
});

interface Run {
  dataDir?: string;
  /** Kills it after this time. */
  lifeMs?: number;
  /** Kills it when this file exists. */
  killAt?: string;
}

/** Runs a command. The exit code of a killed one is null. */
async function run(command: string, place: string, { dataDir = at('data'), lifeMs = Infinity, killAt }: Run = {}) {
  const child = spawn(process.execPath, [path.join(entries, `${command}.js`), place], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const isDue = Date.now() - startedAt > lifeMs || (killAt !== undefined && existsSync(killAt));
    if (isDue) child.kill('SIGKILL');
  }, pollMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  return { code, output };
}

/** Something that the server has acknowledged. */
interface Acknowledged {
  id: string;
  sha256: string;
  /** Query of a search that was saved with it. */
  query: string | null;
}

let made = 0;
/** Uploads a file and, the first times, saves a search. */
async function uploadAndSave(): Promise<Acknowledged> {
  made += 1;
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
  if (made <= savedSearches) {
    const headers = { 'Content-Type': 'application/json' };
    const saved = await server.call('contributor', 'search/saved', { method: 'POST', body: { query }, headers });
    expect(saved.ok).toBe(true);
  }
  return {
    id: received?.id ?? '',
    query: made <= savedSearches ? query : null,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
}

/** Uploads and saves until it is stopped. */
function keepWriting() {
  const acknowledged: Acknowledged[] = [];
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped) {
      acknowledged.push(await uploadAndSave());
      await delay(20);
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
}

test('backups that are killed while users write leave nothing that looks whole, and the next one has everything', async () => {
  const random = createRandom(inject('seed'));
  const writer = keepWriting();
  let wasKilled = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const place = at(`killed-${kill}`);
    const { code } = await run('backup', place, { lifeMs: random.whole(100, longestLifeMs) });
    const verified = await run('verify', place);
    if (code === 0) {
      expect(verified).toMatchObject({ code: 0 });
      continue;
    }
    wasKilled += 1;
    expect(code, verified.output).toBeNull();
    // Before its first write there is not even a folder.
    expect(verified.code, verified.output).toBe(1);
    expect(verified.output).toMatch(/is not complete|There is no folder|There is no complete backup/);
    expect((await run('restore', place, { dataDir: at('nothing') })).output).toMatch(/no folder|no complete backup/);
  }
  expect(wasKilled).toBeGreaterThan(0);

  const before = [...writer.acknowledged];
  expect(before.length).toBeGreaterThan(0);
  // Into a folder in which a killed one has left something.
  const place = at('killed-0');
  const backup = await run('backup', place);
  expect(backup, backup.output).toMatchObject({ code: 0 });
  await writer.stop();
  expect(await run('verify', place)).toMatchObject({ code: 0 });
  const restore = await run('restore', place, { dataDir: at('restored') });
  expect(restore, restore.output).toMatchObject({ code: 0 });

  const restored = await startApiServer(at('restored'), path.join(entries, 'api-server.js'), 0);
  const searches = await (await restored.call('contributor', 'search/saved')).text();
  for (const { id, sha256, query } of before) {
    const original = await restored.call('contributor', `fileupload/${id}/original`);
    expect(
      createHash('sha256')
        .update(Buffer.from(await original.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
    if (query !== null) expect(searches).toContain(query);
  }
  expect(restored.errors()).toBe('');
  expect(server.errors()).toBe('');
  await restored.kill();
});

test('a restore that is killed leaves a folder on which no server starts, and is made again', async () => {
  const place = at('whole');
  const backup = await run('backup', place);
  expect(backup, backup.output).toMatchObject({ code: 0 });
  const dataDir = at('half');
  const killed = await run('restore', place, { dataDir, killAt: path.join(dataDir, restoreMark) });
  expect(killed, killed.output).toMatchObject({ code: null });
  const started = startApiServer(dataDir, path.join(entries, 'api-server.js'), 0);
  await expect(started).rejects.toThrow('was not finished');
  expect(await run('restore', place, { dataDir })).toMatchObject({ code: 0 });
  const restored = await startApiServer(dataDir, path.join(entries, 'api-server.js'), 0);
  expect((await restored.call('contributor', 'fileupload/user')).status).toBe(200);
  await restored.kill();
});
