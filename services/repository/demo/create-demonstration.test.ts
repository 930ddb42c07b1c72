import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchAnswerSchema, SiteStatisticsSchema } from '@domain/api/search';

import { openDemonstrationApi } from '../../../tests/support/demonstration-api';
import { textInside } from '../../../tests/support/read-inside';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, type TestApi } from '../../../tests/support/test-api';
import { uploads } from '../store/schema';
import { createDemonstration } from './create-demonstration';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await openDemonstrationApi();
});
afterAll(() => testApi.close());

const get = (path: string) => testApi.api.request(path);
const search = async (query: string) => SearchAnswerSchema.parse(await (await get(`/api/search?${query}`)).json());

test('four data sets are published, of every kind and licence', async () => {
  const [summary, ...rows] = await search('');
  expect(summary.count).toBe(4);
  expect(rows.map(({ nr }) => nr)).toEqual([4, 3, 2, 1]);
  expect(rows.map(({ types, rights, count }) => [types, rights, count])).toEqual([
    [['RAW'], ['CC-BY-SA 4.0'], 150],
    [['AGG'], ['CC-BY 4.0'], expect.any(Number)],
    [['RAW'], ['SUFL 1.0'], 360],
    [['RAW'], ['CC-BY 4.0'], 560],
  ]);
  expect(rows.every(({ doi, doiIsTest }) => doi !== '' && doiIsTest)).toBe(true);
  expect(testApi.jobLog).toEqual([]);
});

test('they are found as a visitor looks for them', async () => {
  const found = async (query: string) => {
    const [, ...rows] = await search(query);
    return rows.map(({ nr }) => nr);
  };
  expect(await found('e=handgrip')).toEqual([3, 2]);
  expect(await found('e=handgrip&q=adults')).toEqual([2]);
  expect(await found(`q=${encodeURIComponent('Grundschulkindern; 2023; 6-10 Jahre; 76131')}`)).toEqual([1]);
  expect(await found('q=Muster')).toEqual([3, 2, 1]);
});

test('the statistics count them', async () => {
  const statistics = SiteStatisticsSchema.parse(await (await get('/api/search/stats')).json());
  expect(statistics).toMatchObject({ r: 3, a: 1, d: 4, u: 1, accepted: 4, processed: 4 });
  expect(statistics.n).toBeGreaterThan(5000);
});

test('all are submitted before the first is accepted, so that norms are made once for all of them', async () => {
  const stored = await testApi.repository.db.select().from(uploads);
  const submitted = stored.map(({ submittedAt }) => submittedAt!.getTime());
  const decided = stored.map(({ decidedAt }) => decidedAt!.getTime());
  expect(Math.max(...submitted)).toBeLessThanOrEqual(Math.min(...decided));
});

test('facts that could identify a person or a place are left out', async () => {
  const rows = await (await get('/api/search/data/1/rows?limit=200')).text();
  expect(rows).not.toMatch(/P1000|Team|76131/);
  expect(rows).toContain('761');
});

test('the package contains the comments on unusual values and the decision, without names', async () => {
  const headers = await bearer(actors.other);
  const started = await testApi.api.request('/api/search/download', { method: 'POST', headers, body: '[1]' });
  const address = started.headers.get('Location') ?? '';
  const bytes = Buffer.from(await (await testApi.api.request(address, { headers })).arrayBuffer());
  const zip = await readZip(bytes);
  const text = (name: string) => [...zip].find(([path]) => path.endsWith(`/${name}`))?.[1].toString('utf8') ?? '';
  expect(text('problems.de.csv')).toContain('36,91\u00a0cm ist ungewöhnlich');
  expect(text('problems.de.csv')).toContain('Made up on purpose');
  expect(JSON.parse(text('decision.json'))).toMatchObject({
    status: 'Accepted',
    votes: [
      { panel: 1, rating: 1 },
      { panel: 2, rating: 1 },
    ],
  });
  expect(text('mapping.en.csv')).toContain('Größe [cm],height,cm,Body height,yes');
  const words = await textInside(bytes);
  expect(words).toContain('Made up on purpose');
  expect(words).not.toMatch(/expert\d|Expert,|dora\.demo@/);
});

test('a second start adds nothing', async () => {
  await createDemonstration(testApi.repository, actors);
  expect((await search(''))[0].count).toBe(4);
});
