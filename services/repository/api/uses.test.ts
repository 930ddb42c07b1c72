import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { DataSetUseSchema, maxReportedUses, reportSecretName, type Use, useMarkName } from '@domain/api/use';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { actors, bearer } from '../../../tests/support/test-api';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import { countRecentUses } from '../store/uses';
import { recentUses, useCounts } from '../store/schema';
import { insertSession } from '../store/download-sessions';
import { countUses } from '../usecases/publication/use-of-data-set';
import { createApi, type RepositoryApi } from './app';

const secret = 'a secret that web tiers of these tests know';
let two: TwoServers;
let apis: RepositoryApi[];

beforeAll(async () => {
  two = await openTwoServers();
  const publishedAt = new Date('2026-01-15T10:00:00Z');
  const columns = [{ key: 'handgrip', unit: 'kg', source: 'grip' }];
  const tables = [{ name: 'adults', select: 'select 1.5 as handgrip', columns }];
  await publishForTest(two.servers[0].repository, { nr: 1, title: 'Grip', publishedAt, tables });
  await publishForTest(two.servers[0].repository, { nr: 2, title: 'Jump', publishedAt });
  const [closed] = tables.map((table) => ({ ...table, select: 'select 1.5 as handgrip from range(21)' }));
  const rights = ['SUFL 1.0'];
  await publishForTest(two.servers[0].repository, { nr: 3, title: 'Closed', rights, publishedAt, tables: [closed!] });
  apis = two.servers.map(({ repository }) => {
    repository.now = () => clock;
    const parts = { verifyToken: () => Promise.resolve(actors.other), openBody: () => null as never };
    return createApi({ repository, ...parts, reportError: () => undefined, useReportSecret: secret });
  });
});
afterAll(() => two.close());
beforeEach(async () => {
  await database().delete(recentUses);
  await database().delete(useCounts);
});

let clock = new Date('2026-03-10T12:00:00Z');
const database = () => two.servers[0].repository.db;
const nameOf = (visitor: string) => visitor.padEnd(43, '-');
/** A use at a time like '12:00:31' on the tenth of March, or at a complete one. */
const at = (time: string, changed: Partial<Omit<Use, 'at'>> = {}): Use => ({
  nr: 1,
  kind: 'view',
  method: 'regular',
  ...changed,
  visitor: nameOf(changed.visitor ?? 'ann'),
  at: momentOf(time),
});
const momentOf = (time: string) => Date.parse(time.includes('T') ? time : `2026-03-10T${time}Z`);

/** Stores uses by one of the servers, as soon as the latest one is over. */
async function store(server: 0 | 1, ...uses: Use[]): Promise<void> {
  clock = new Date(Math.max(...uses.map((use) => use.at)));
  await countUses(two.servers[server].repository, uses);
}

/** Counts at a time, by both servers at once. */
async function count(time: string): Promise<void> {
  clock = new Date(momentOf(time));
  await Promise.all(two.servers.map(({ repository }) => countRecentUses(repository.db, clock)));
}

const use = async (nr = 1) => DataSetUseSchema.parse(await (await apis[0]!.request(`/api/search/use/${nr}`)).json());

describe('the rules of COUNTER', () => {
  test('two uses of a visitor within 30 seconds are one, further apart two', async () => {
    await store(0, at('12:00:00'), at('12:00:30'), at('12:01:01'));
    await count('12:05:00');
    expect(await use()).toMatchObject({ views: 2, uniqueViews: 1 });
  });

  test('the later one of a double click counts, also in the next month, and of several the last one', async () => {
    await store(0, at('2026-03-31T23:59:40Z'), at('2026-03-31T23:59:55Z'), at('2026-04-01T00:00:10Z'));
    await count('2026-04-01T00:05:00Z');
    const { months } = await use();
    expect(months.filter(({ views }) => views > 0)).toMatchObject([{ month: '2026-04', views: 1 }]);
  });

  test('other visitors, other data sets and other kinds of use are no double clicks', async () => {
    await store(0, at('12:00:00'), at('12:00:01', { visitor: 'bob' }), at('12:00:02', { nr: 2 }));
    await count('12:05:00');
    expect([(await use(1)).views, (await use(2)).views]).toEqual([2, 1]);
  });

  test('a download is a view, too, and no double click on the page before it', async () => {
    await store(0, at('12:00:00'), at('12:00:10', { kind: 'download' }));
    await count('12:05:00');
    expect(await use()).toMatchObject({ views: 2, downloads: 1, uniqueViews: 1, uniqueDownloads: 1 });
  });

  test('a download after the page was counted is no other unique view, and a page after a download none', async () => {
    await store(0, at('12:00:00'));
    await count('12:05:00');
    await store(0, at('12:10:00', { kind: 'download' }));
    await count('12:15:00');
    await store(0, at('12:20:00'));
    await count('12:25:00');
    expect(await use()).toMatchObject({ views: 3, downloads: 1, uniqueViews: 1, uniqueDownloads: 1 });
  });

  test('a visitor is unique once an hour', async () => {
    await store(0, at('12:00:00'), at('12:30:00'), at('12:59:59'), at('13:00:40'));
    await count('12:40:00');
    await count('13:10:00');
    expect(await use()).toMatchObject({ views: 4, uniqueViews: 2 });
  });

  test('programs are in the totals and by themselves', async () => {
    await store(0, at('12:00:00'), at('12:00:01', { visitor: 'script', method: 'machine', kind: 'download' }));
    await count('12:05:00');
    expect(await use()).toMatchObject({ views: 2, downloads: 1, machineViews: 1, machineDownloads: 1 });
  });
});

describe('two servers', () => {
  test('recognise a double click that went to both, and count everything once', async () => {
    await store(0, at('12:00:00'), at('12:00:00', { visitor: 'bob' }));
    await store(1, at('12:00:20'), at('12:01:30', { visitor: 'bob' }));
    await Promise.all([count('12:05:00'), count('12:05:00')]);
    await count('12:06:00');
    expect(await use()).toMatchObject({ views: 3, uniqueViews: 2 });
  });

  test('count a report that is repeated only once', async () => {
    await store(0, at('12:00:00'));
    await store(1, at('12:00:00'));
    await count('12:05:00');
    await store(1, at('12:00:00'));
    await count('12:06:00');
    expect(await use()).toMatchObject({ views: 1 });
  });

  test('count what a stopped server left, and nothing before it is a minute old', async () => {
    await store(0, at('12:00:00'));
    await count('12:01:00');
    expect(await use()).toMatchObject({ views: 0 });
    await count('12:01:01');
    expect(await use()).toMatchObject({ views: 1 });
  });
});

test('when the hour is over, nothing is left of the visitors', async () => {
  await store(0, at('12:00:00'), at('12:59:00', { kind: 'download' }));
  await count('12:59:30');
  expect(await database().$count(recentUses)).toBeGreaterThan(0);
  await count('13:01:01');
  expect(await database().$count(recentUses)).toBe(0);
  const [row] = await database().select().from(useCounts);
  expect(Object.keys(row ?? {})).toEqual(['nr', 'month', 'kind', 'method', 'uses', 'uniqueUses']);
});

test('months are listed from the publication on, the newest first, with those without use', async () => {
  await store(0, at('2026-02-10T12:00:00Z'));
  await count('2026-04-10T12:00:00Z');
  const { since, months } = await use();
  expect(since).toBe('2026-01-15');
  expect(months.map(({ month, views }) => [month, views])).toEqual([
    ['2026-04', 0],
    ['2026-03', 0],
    ['2026-02', 1],
    ['2026-01', 0],
  ]);
});

test('the numbers are public and kept for an hour; unknown data sets are not found', async () => {
  const response = await apis[0]!.request('/api/search/use/1');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect((await apis[0]!.request('/api/search/use/99')).status).toBe(404);
  expect((await apis[0]!.request('/api/search/use/x')).status).toBe(400);
});

describe('reports', () => {
  const report = async (body: unknown, headers: Record<string, string> = {}, api = apis[0]!) =>
    api.request('/api/search/use', { method: 'POST', headers, body: JSON.stringify(body) });
  const known = { [reportSecretName]: secret };

  test('are taken from those who know the secret, and from nobody else', async () => {
    clock = new Date(momentOf('12:00:00'));
    const uses = [at('12:00:00')];
    expect((await report(uses)).status).toBe(403);
    expect((await report(uses, { [reportSecretName]: `${secret}x` })).status).toBe(403);
    expect((await report(uses, await bearer(actors.expert1))).status).toBe(403);
    expect((await report(uses, known)).status).toBe(204);
    expect(await database().$count(recentUses)).toBe(1);
    expect((await report(uses, { [reportSecretName]: '' }, two.servers[0].api)).status).toBe(403);
  });

  test('are refused if they are not valid, and leave out what has an impossible time', async () => {
    clock = new Date(momentOf('12:00:00'));
    for (const wrong of [{}, [{}], [{ ...at('12:00:00'), visitor: 'Ann, 192.0.2.1' }]]) {
      expect((await report(wrong, known)).status).toBe(400);
    }
    const many = Array.from({ length: maxReportedUses + 1 }, () => at('12:00:00'));
    expect((await report(many, known)).status).toBe(400);
    expect((await report([at('12:02:00'), at('2026-03-01T12:00:00Z'), at('11:59:00')], known)).status).toBe(204);
    expect(await database().$count(recentUses)).toBe(1);
  });

  test('of unknown data sets are not counted', async () => {
    await store(0, at('12:00:00', { nr: 4711 }));
    await count('12:05:00');
    expect(await database().$count(useCounts)).toBe(0);
  });
});

test('responses name the data sets that they use', async () => {
  const markOf = async (path: string) => (await apis[0]!.request(path)).headers.get(useMarkName);
  expect(await markOf('/api/search/metadata/1')).toBe('view 1');
  expect(await markOf('/api/search/data/1/tables')).toBe('view 1');
  expect(await markOf('/api/search/data/1/rows')).toBe('view 1');
  expect(await markOf('/api/search/data/1')).toBe('download 1');
  // Of a closed data set it has the first rows alone.
  expect(await markOf('/api/search/data/3')).toBe('view 3');
  const { subject } = actors.other;
  const id = '11111111-2222-4333-8444-555555555555';
  await insertSession(database(), { id, subject, createdAt: clock, openedAt: clock }, [1, 2]);
  const ask = async (path: string) => apis[0]!.request(path, { headers: await bearer(actors.other) });
  const whole = await ask(`/api/search/package/${id}`);
  expect(whole.headers.get(useMarkName)).toBe('download 1,2');
  const one = await ask(`/api/search/mydownload/${id}/1/motothek-1-grip.zip`);
  expect(one.headers.get(useMarkName)).toBe('download 1');
  await Promise.all([whole.body?.cancel(), one.body?.cancel()]);
  for (const path of ['/api/search?q=1', '/api/search/use/1', '/api/search/stats', '/api/search/related/1']) {
    expect(await markOf(path), path).toBeNull();
  }
});
