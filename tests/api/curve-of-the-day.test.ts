import { afterAll, beforeAll, expect, test } from 'vitest';

import { longJump, normOverview, normsOf } from '../fixtures/norms';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** Numbers of data sets that are withdrawn; what the repository answers is made up. */
let gone: number[] = [];
let drawings = 0;
let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    const { pathname } = new URL(request.url);
    const tests = normOverview.tests.map((one) => ({ ...one, dataSets: one.dataSets - gone.length }));
    if (pathname === '/api/norms') return Response.json({ ...normOverview, tests, gone });
    if (pathname !== '/api/norms/slj') return api.api.fetch(request);
    drawings += 1;
    const norms = normsOf(longJump);
    const sources = norms.sources.filter(({ nr }) => !gone.includes(nr));
    const raw = sources.filter(({ kind }) => kind === 'raw').length;
    return Response.json({ ...norms, sources, sourcesInAll: { ...norms.sourcesInAll, raw }, gone });
  });
});
afterAll(async () => {
  expect(web.serverErrors).toEqual([]);
  await web.close();
  await api.close();
});

const dataSetsTold = async () => /From (\d+ data sets?)/.exec(await (await web.ask('/')).text())?.[1];

test('a data set that is withdrawn leaves the curve of the day before there is another version', async () => {
  const before = await dataSetsTold();
  expect(before).toBe('2 data sets');
  expect([await dataSetsTold(), drawings]).toEqual([before, 1]);
  gone = [normsOf(longJump).sources[0]!.nr];
  await expect.poll(dataSetsTold, { timeout: 10_000, interval: 300 }).toBe('1 data set');
  expect(drawings).toBe(2);
});
