import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from '@playwright/test';
import pg from 'pg';

import { openOwnDatabase } from './support/own-database';
import { freePort, startServer, type ServerProcess } from './support/server-process';
import { startOutcome } from './support/start-outcome';

/** Starting and stopping the server, as the operator sees it, without a browser. */
test.beforeEach(({ browserName }, { project }) => {
  test.skip(project.name === 'js', `what the server does without ${browserName} needs one round`);
});

const started: ServerProcess[] = [];
const folders: string[] = [];
test.afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(environment);
  started.push(server);
  return server;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'motothek-start-'));
  folders.push(folder);
  return folder;
}

/** Entries of a folder to which other users have any access. */
function openEntries(folder: string): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (lstatSync(path.join(folder, name)).mode & 0o077) !== 0,
  );
}

test('three servers that start together on an empty database all come up, with one demonstration', async () => {
  const database = await openOwnDatabase();
  if (!database) return test.skip(true, 'TEST_DATABASE_URL is not set');
  const shared = { DATABASE_URL: database.url.href, DATA_DIR: newFolder(), SESSION_SECRET: 's'.repeat(32) };
  const servers = await Promise.allSettled([1, 2, 3].map(() => startServer(shared)));
  const up = servers.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    expect(servers.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([]);
    const client = new pg.Client({ connectionString: database.url.href });
    await client.connect();
    const { rows } = await client.query<{ accounts: number; uploads: number }>(
      `select (select count(*)::int from identity.accounts) as accounts,
              (select count(*)::int from repository.uploads) as uploads`,
    );
    await client.end();
    expect(rows[0]?.accounts).toBe(5);
    // On a machine under load the demonstration may be aborted midway; two of them would create more uploads.
    expect(rows[0]?.uploads).toBeLessThanOrEqual(4);
  } finally {
    await Promise.all(up.map((server) => server.stop()));
    await database.close();
  }
});

test('only its owner can open the data folder, and one that others could read is closed', async () => {
  const before = process.umask(0o022);
  try {
    const folder = path.join(newFolder(), 'data');
    const server = await start({ DATA_DIR: folder, DEMO: 'off' });
    expect(openEntries(folder)).toEqual([]);
    await server.kill();
    for (const name of ['.', 'objects', 'objects/.incoming', 'spill']) chmodSync(path.join(folder, name), 0o755);
    chmodSync(path.join(folder, 'session-secret'), 0o644);
    await server.start();
    expect(openEntries(folder)).toEqual([]);
    expect(server.output()).toContain(
      `Others could read the data folder ${folder}. Access is now restricted to its owner.`,
    );
  } finally {
    process.umask(before);
  }
});

const wrongSettings: [Record<string, string>, RegExp][] = [
  [{ DATABASE_URL: 'mysql://localhost/motothek' }, /DATABASE_URL: must begin with postgresql:\/\//],
  [{ DATABASE_URL: 'motothek' }, /DATABASE_URL: /],
  [{ DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/motothek' }, /DATABASE_URL: .*127\.0\.0\.1:1.*ECONNREFUSED/],
  [{ DATABASE_URL: 'postgresql://me:hidden@nowhere.invalid/motothek' }, /DATABASE_URL: .*nowhere\.invalid/],
  [{ SMTP_URL: 'mail.example.org' }, /SMTP_URL: /],
  [{ SMTP_URL: 'https://me:hidden@mail.example.org' }, /SMTP_URL: must begin with smtp:\/\/ or smtps:\/\//],
];
test('each wrong address leads to one message, which repeats no password', async () => {
  for (const [settings, message] of wrongSettings) {
    const said = await startOutcome({ DATA_DIR: newFolder(), PORT: String(await freePort()), ...settings });
    expect(said).toMatch(message);
    expect(said).not.toMatch(/\n\s+at |hidden/);
    expect(said).toContain('ended with 1');
  }
});

test('a wrong name or password of the database, or a missing database, leads to one message', async () => {
  const url = process.env.TEST_DATABASE_URL;
  test.skip(!url, 'TEST_DATABASE_URL is not set');
  const absent = new URL(url ?? '');
  absent.pathname = '/not_there';
  const said = await startOutcome({ DATA_DIR: newFolder(), DATABASE_URL: absent.href });
  expect(said).toMatch(/DATABASE_URL: .*database "not_there" does not exist/);
  expect(said).not.toMatch(/\n\s+at /);
});

test('a port in use leads to one message', async () => {
  const server = await start({});
  const said = await startOutcome({ DATA_DIR: newFolder(), DEMO: 'off', PORT: new URL(server.origin).port });
  expect(said).toMatch(/PORT: .*in use/);
  expect(said).not.toMatch(/\n\s+at /);
});

test('a server that is stopped while it starts ends quietly, also while it makes the demonstration', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const starting = await startOutcome({ DATA_DIR: folder, PORT: String(await freePort()) }, (said) =>
    said.includes('Others could read the data folder'),
  );
  expect(starting).toContain('SIGTERM: stopped while starting');
  const port = await freePort();
  const isListening = () =>
    fetch(`http://localhost:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const listening = await startOutcome({ DATA_DIR: newFolder(), PORT: String(port) }, isListening);
  expect(listening).toContain('SIGTERM: finishing running requests');
  for (const said of [starting, listening]) {
    expect(said).not.toContain('"level":"error"');
    expect(said).not.toContain('Motothek is ready');
    expect(said).toContain('ended with 0');
  }
});

test('a stopping server completes requests under way, and every kept connection ends', async () => {
  const server = await start({ DEMO: 'off', STOP_SECONDS: '60', STOP_PAUSE_SECONDS: '0' });
  const { hostname, port } = new URL(server.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetchStatus({ hostname, port, path: '/readyz', agent })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));

  const body = `language=DE-DE&more=${'x'.repeat(1000)}`;
  const slow = request({
    hostname,
    port,
    agent: new Agent({ keepAlive: true }),
    method: 'POST',
    path: '/language',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      origin: server.origin,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    slow.once('response', resolve).once('error', reject);
  });
  await new Promise((resolve) => slow.write(body.slice(0, 100), resolve));
  const stopped = server.stop();
  await expect.poll(() => server.output()).toContain('SIGTERM');
  slow.end(body.slice(100));
  const answer = await answered;
  answer.resume();
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.headers.connection).toBe('close');
  await stopped;
  expect(server.output()).not.toContain('cut');
  agent.destroy();
});

test('/readyz fails before the server stops accepting connections', async () => {
  const server = await start({ DEMO: 'off', STOP_PAUSE_SECONDS: '20' });
  const { hostname, port } = new URL(server.origin);
  const look = async (path: string) => (await fetchStatus({ hostname, port, path })).statusCode;
  expect([await look('/healthz'), await look('/readyz')]).toEqual([200, 200]);
  process.kill(server.pid(), 'SIGTERM');
  await expect.poll(() => look('/readyz')).toBe(503);
  expect(await look('/healthz')).toBe(200);
  await server.kill();
});

function fetchStatus(options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(options, (answer) => answer.resume().once('end', () => resolve(answer)))
      .once('error', reject)
      .end();
  });
}
