import { afterAll, beforeAll, expect, test } from 'vitest';

import { listMappingTemplates, putMappingTemplate } from '../../app/repository-client/mapping';
import type { ClientContext } from '../../app/repository-client/transport';
import { race, raceRounds } from '../support/race';
import { actors, createTestApi, testToken, type TestApi } from '../support/test-api';

let api: TestApi;
let context: ClientContext;
beforeAll(async () => {
  api = await createTestApi();
  context = {
    repository: async (request) => api.api.fetch(request),
    accessToken: await testToken(actors.contributor),
    language: 'en',
    origin: 'https://motothek.example',
  };
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

test('windows that save one template each at the same time all keep theirs', async () => {
  const entries = [{ source: 'grip', target: { key: 'handgrip', unit: 'kg' } }];
  const all: string[] = [];
  for (let round = 0; round < 3 * raceRounds; round += 1) {
    const names = ['one', 'two', 'three'].map((name) => `${name} ${round}`);
    all.push(...names);
    const known = await race(names.map((name) => () => putMappingTemplate(context, { name, entries })));
    expect(known).toEqual([false, false, false]);
    const kept = (await listMappingTemplates(context)).map(({ name }) => name);
    expect(kept.toSorted()).toEqual(all.toSorted());
  }
});
