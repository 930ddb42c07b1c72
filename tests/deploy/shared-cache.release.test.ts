import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { signInContributor } from '../bench/contributor';
import { createChance } from '../support/chance';
import { askAlone, endCaches, isInstalled, startNginx, startVarnish, type Cache } from './documented-caches';

/** A withdrawn data set is gone after the second purge at the latest. */
const goneMs = 15_000;

/** Sends half of a file, stands still for longer than Varnish waits for a next request, and is cut off. */
async function sendHalf(address: string, headers: Record<string, string>, bytes: Buffer): Promise<void> {
  const sent = request(address, { method: 'PATCH', headers: { ...headers, 'Content-Length': bytes.length } });
  sent.on('error', () => {});
  sent.write(bytes.subarray(0, bytes.length / 4));
  await delay(7000);
  sent.write(bytes.subarray(bytes.length / 4, bytes.length / 2));
  await delay(1000);
  sent.destroy();
}

beforeAll(() => {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST)/.test(name));
  const built = spawnSync('npm', ['run', 'build'], {
    env: Object.fromEntries(clean) as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}, 300_000);
afterAll(endCaches);

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

  test.runIf(isPossible)(
    'lets an upload that was cut off go on where it stopped',
    async () => {
      const { origin } = cache.server;
      const browser = await signInContributor(origin);
      const bytes = Buffer.from('id;value\n'.padEnd(4_000_000, '1;2\n'));
      const tus = { 'Tus-Resumable': '1.0.0' };
      const begun = await browser.request('/file-upload/resumable/raw', {
        method: 'POST',
        headers: {
          ...tus,
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': `filename ${Buffer.from('cut.csv').toString('base64')}`,
        },
      });
      expect(begun.status).toBe(201);
      const part = new URL(begun.headers.get('Location') ?? '', origin);
      const append = { ...tus, 'Content-Type': 'application/offset+octet-stream' };
      const known = { ...browser.headers, ...append, Cookie: browser.cookieHeader(part), 'Upload-Offset': '0' };
      await sendHalf(part.href, known, bytes);
      const arrived = async () => {
        const { headers } = await browser.request(part.pathname, { method: 'HEAD', headers: tus });
        return headers.get('Upload-Offset');
      };
      await vi.waitFor(async () => expect(await arrived()).toBe(String(bytes.length / 2)), { timeout: 10_000 });
      const headers = { ...append, 'Upload-Offset': String(bytes.length / 2) };
      const rest = await browser.request(part.pathname, {
        method: 'PATCH',
        headers,
        body: bytes.subarray(bytes.length / 2),
      });
      expect([rest.status, rest.headers.get('Upload-Offset')]).toEqual([204, String(bytes.length)]);
    },
    60_000,
  );

  test.runIf(isPossible)('asks a server by HEAD, and for a part of a file only for that', async () => {
    const address = '/api/search/data/1/package';
    await vi.waitFor(async () => expect(await isKept(address)).toBe(true), { timeout: 10_000 });
    const whole = await (await cache.ask(address)).arrayBuffer();
    const head = await cache.ask(address, {}, 'HEAD');
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(whole.byteLength)]);
    const part = await cache.ask(address, { Range: 'bytes=5-9' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.from(whole.slice(5, 10))]);
    expect([head, part].map(cache.isHit)).toEqual([false, false]);
  });

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

  test.runIf(isPossible)('answers every visitor while a server is killed', async () => {
    const ask = async (round: number) => (await cache.ask(`/?q=${round}`)).status;
    cache.killSecond();
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, round) => ask(round)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
