import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { expect } from 'vitest';

import { freePort, startServer, type ServerProcess } from '../e2e/support/server-process';

/** Whether a cache is there. Debian's packages are varnish, varnish-modules and nginx-light. */
export const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;
const configurations = path.resolve(import.meta.dirname, '../../docs/deploy/caches');

/** A cache with the configuration of the docs, in front of a server of its own. */
export interface Cache {
  server: ServerProcess;
  /** Ends the second server. */
  killSecond(): void;
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** Whether an answer came from the cache. */
  isHit(response: Response): boolean;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-caches-'));
// Varnish reads its configuration as a user of its own.
chmodSync(folder, 0o755);
const closing: (() => Promise<unknown>)[] = [];

function run(command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: 'inherit' });
  closing.push(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
}

async function startBehind(port: number, settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({
    ORIGIN: `http://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SHARED_CACHE_SECONDS: '60',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  closing.push(() => server.stop());
  return server;
}

/** Asks the server itself by the name of the site, which `fetch` cannot say. */
export async function askAlone(
  server: ServerProcess,
  address: string,
  headers: Record<string, string>,
): Promise<Response> {
  const sent = get(server.ownAddress + address, { headers: { ...headers, Host: new URL(server.origin).host } });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { statusCode: status = 0, headersDistinct } = answer;
  const named = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status, headers: named });
}

/** Another address of the server, which stands for a second one that can be killed. */
async function startSecond(port: number): Promise<{ port: number; kill(): void }> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    const onward = connect(port, 'localhost');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
    }
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const kill = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  closing.push(async () => kill());
  return { port: (listener.address() as AddressInfo).port, kill };
}

/** A configuration of the docs, with a server and a second one in place of those that it names. */
async function configuration(name: string, server: ServerProcess): Promise<{ text: string; killSecond(): void }> {
  const port = Number(new URL(server.ownAddress).port);
  const second = await startSecond(port);
  let text = readFileSync(path.join(configurations, name), 'utf8');
  for (const [host, own] of Object.entries({ '10.0.0.11': port, '10.0.0.12': second.port })) {
    expect(text).toContain(host);
    text = text.replace(`${host}:3000`, `127.0.0.1:${own}`);
    text = text.replace(new RegExp(`"${host}";\\s+\\.port = "3000"`), `"127.0.0.1"; .port = "${own}"`);
  }
  return { text, killSecond: second.kill };
}

function cacheAt(port: number, own: Pick<Cache, 'server' | 'killSecond' | 'isHit'>): Cache {
  return {
    ...own,
    ask: (address, headers, method = 'GET') =>
      fetch(`http://localhost:${port}${address}`, { method, headers, redirect: 'manual' }),
  };
}

/** Varnish with the configuration and the limits of the docs. */
export async function startVarnish(): Promise<Cache> {
  const [port, purges] = [await freePort(), await freePort()];
  const server = await startBehind(port, { PURGE_URL: `http://127.0.0.1:${purges}/` });
  const { text, killSecond } = await configuration('varnish.vcl', server);
  const own = path.join(folder, 'varnish.vcl');
  writeFileSync(own, text);
  const limits = readFileSync(path.join(configurations, '../README.md'), 'utf8').match(/-p \w+=\w+/g) ?? [];
  const listening = ['-a', `http=localhost:${port}`, '-a', `purge=127.0.0.1:${purges}`];
  run('varnishd', [
    '-F',
    '-n',
    path.join(folder, 'varnish'),
    '-f',
    own,
    ...listening,
    '-s',
    'malloc,50m',
    ...limits.flatMap((limit) => limit.split(' ')),
  ]);
  return cacheAt(port, { server, killSecond, isHit: ({ headers }) => / /.test(headers.get('X-Varnish') ?? '') });
}

/** The folder of the configuration, which nginx can only make as root. */
function withFolder(text: string): string {
  const documented = /^proxy_cache_path (\S+)/m.exec(text)?.[1] ?? '';
  expect(existsSync(path.dirname(documented)), documented).toBe(true);
  if (process.getuid?.() !== 0 || existsSync(documented)) return text.replace(documented, path.join(folder, 'nginx'));
  closing.push(async () => rmSync(documented, { recursive: true, force: true }));
  return text;
}

/** nginx with the configuration of the docs. */
export async function startNginx(): Promise<Cache> {
  const port = await freePort();
  const server = await startBehind(port, {});
  const { text, killSecond } = await configuration('nginx.conf', server);
  const own = path.join(folder, 'nginx.conf');
  const frame = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`;
  const site = withFolder(text).replace('listen 8080', `listen ${port}`);
  writeFileSync(own, `${frame}\nhttp { access_log off;\n${site}\n}`);
  run('nginx', ['-c', own]);
  return cacheAt(port, { server, killSecond, isHit: ({ headers }) => headers.get('X-Cache') === 'HIT' });
}

/** Ends what was started, the last one first. */
export async function endCaches(): Promise<void> {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
}
