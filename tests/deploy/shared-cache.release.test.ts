import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { signInContributor } from '../bench/contributor';
import { freePort, startServer, type ServerProcess } from '../e2e/support/server-process';
import { createChance } from '../support/chance';

/** Debian's packages varnish, varnish-modules and nginx-light. */
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;
const configurations = path.resolve(import.meta.dirname, '../../docs/deploy/caches');
/** A withdrawn data set is gone after the second purge at the latest. */
const goneMs = 15_000;

/** A cache with the configuration of the docs, in front of a server of its own. */
interface Cache {
  server: ServerProcess;
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
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
async function askAlone(server: ServerProcess, address: string, headers: Record<string, string>): Promise<Response> {
  const sent = get(server.ownAddress + address, { headers: { ...headers, Host: new URL(server.origin).host } });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { statusCode: status = 0, headersDistinct } = answer;
  const named = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status, headers: named });
}

function cacheAt(port: number, server: ServerProcess, isHit: Cache['isHit']): Cache {
  return {
    server,
    isHit,
    ask: (address, headers) => fetch(`http://localhost:${port}${address}`, { headers, redirect: 'manual' }),
  };
}

async function startVarnish(): Promise<Cache> {
  const [port, purges] = [await freePort(), await freePort()];
  const server = await startBehind(port, { PURGE_URL: `http://127.0.0.1:${purges}/` });
  const own = path.join(folder, 'varnish.vcl');
  const text = readFileSync(path.join(configurations, 'varnish.vcl'), 'utf8');
  writeFileSync(own, text.replace('"3000"', `"${new URL(server.ownAddress).port}"`));
  const listening = ['-a', `http=localhost:${port}`, '-a', `purge=127.0.0.1:${purges}`];
  run('varnishd', ['-F', '-n', path.join(folder, 'varnish'), '-f', own, ...listening, '-s', 'malloc,50m']);
  return cacheAt(port, server, ({ headers }) => / /.test(headers.get('X-Varnish') ?? ''));
}

async function startNginx(): Promise<Cache> {
  const port = await freePort();
  const server = await startBehind(port, {});
  const text = readFileSync(path.join(configurations, 'nginx.conf'), 'utf8')
    .replace('/var/cache/nginx/motothek', path.join(folder, 'nginx'))
    .replace('listen 8080', `listen ${port}`)
    .replace('127.0.0.1:3000', new URL(server.ownAddress).host);
  const own = path.join(folder, 'nginx.conf');
  const frame = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`;
  writeFileSync(own, `${process.getuid?.() === 0 ? 'user root; ' : ''}${frame}\nhttp { access_log off;\n${text}\n}`);
  run('nginx', ['-c', own]);
  return cacheAt(port, server, ({ headers }) => headers.get('X-Cache') === 'HIT');
}

beforeAll(() => {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST)/.test(name));
  const built = spawnSync('npm', ['run', 'build'], {
    env: Object.fromEntries(clean) as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}, 300_000);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const languages = ['', 'de', 'en', 'de-AT,de;q=0.9,en;q=0.8', 'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7', 'en-GB,en', 'fr'];
const cookies = ['', 'language=DE-DE', 'other=1; language=EN-US', 'other=2', 'mylanguage=DE-DE', 'language=FR-FR'];
const accepts = ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/x-bibtex', 'application/ld+json'];
const addresses = ['/', '/?q=Kraft', '/data-set/1', '/info/imprint', '/api/search', '/api/search/metadata/1'];

describe.each([
  { name: 'Varnish', isPossible: isInstalled('varnishd'), start: startVarnish, forgets: true },
  { name: 'nginx', isPossible: isInstalled('nginx'), start: startNginx, forgets: false },
])('$name', ({ isPossible, start, forgets }) => {
  let cache: Cache;
  const same = async (response: Response) => [
    response.status,
    ...['Content-Language', 'Location', 'Content-Type'].map((name) => response.headers.get(name)),
    createHash('sha256')
      .update(await response.text())
      .digest('hex'),
  ];

  const isKept = async (address: string) => {
    const answer = await cache.ask(address);
    await answer.arrayBuffer();
    return cache.isHit(answer);
  };

  beforeAll(async () => {
    if (!isPossible) return;
    cache = await start();
    await vi.waitFor(async () => expect((await cache.ask('/')).status).toBe(200), { timeout: 30_000 });
  }, 180_000);

  test.runIf(isPossible)(
    'answers everybody as the server does, and most of them without it',
    async () => {
      const chance = createChance();
      const pick = (list: readonly string[]) => list[Math.floor(chance() * list.length)] ?? '';
      let hits = 0;
      for (let round = 0; round < 300; round += 1) {
        const address = pick(addresses);
        const given = { 'Accept-Language': pick(languages), Cookie: pick(cookies), Accept: pick(accepts) };
        const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
        const kept = await cache.ask(address, headers);
        if (cache.isHit(kept)) hits += 1;
        const own = await askAlone(cache.server, address, headers);
        expect([address, headers, ...(await same(kept))]).toEqual([address, headers, ...(await same(own))]);
        expect(kept.headers.get('Surrogate-Key')).toBe(null);
      }
      expect(hits).toBeGreaterThan(120);
    },
    120_000,
  );

  test.runIf(isPossible)(
    'answers whoever has logged in alone, and visitors without a trace of them',
    async () => {
      const { origin } = cache.server;
      const browser = await signInContributor(origin);
      for (const address of ['/', '/data-set/1', '/file-upload']) {
        const own = await browser.request(address);
        expect([own.headers.get('Cache-Control'), cache.isHit(own)]).toEqual(['private, no-store', false]);
        expect(await own.text()).toContain('/authentication/logout');
        const others = await cache.ask(address);
        expect(await others.text()).not.toContain('/authentication/logout');
      }
    },
    60_000,
  );

  test.runIf(isPossible && forgets)(
    'forgets a data set that is withdrawn within seconds',
    async () => {
      const addresses = ['/data-set/1', '/api/search/data/1/package', '/?q='];
      // The package is made for the first download.
      for (const address of addresses) {
        await vi.waitFor(async () => expect([address, await isKept(address)]).toEqual([address, true]), {
          timeout: 10_000,
        });
      }
      const chair = await signInContributor(cache.server.origin, 'chair@example.org');
      const form = '/editorial-board/withdrawal/1r';
      const page = await chair.open(form);
      const withdrawn = performance.now();
      await chair.submit(page, { reason: 'The consent of a school was withdrawn.' });
      const isGone = async () => {
        const [set, file, list] = await Promise.all(addresses.map((address) => cache.ask(address)));
        const texts = await Promise.all([set, list].map((response) => response!.text()));
        return (
          texts[0]!.includes('The consent of a school') && file!.status >= 400 && !texts[1]!.includes('/data-set/1"')
        );
      };
      while (!(await isGone())) {
        expect(performance.now() - withdrawn).toBeLessThan(goneMs);
        await delay(200);
      }
      // It stays away.
      await delay(goneMs);
      expect(await isGone()).toBe(true);
    },
    90_000,
  );
});
