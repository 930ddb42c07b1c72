import { afterAll, beforeAll, expect, test } from 'vitest';

import { acceptUpload, openLifeApi, type PublishedUpload, withdrawNow } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import type { SourceApi } from '../../../tests/support/source-uploads';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: SourceApi;
beforeAll(async () => {
  api = await openLifeApi();
  const uploads: PublishedUpload[] = [];
  for (const nr of [1, 2, 3, 4]) uploads.push(await acceptUpload(api, { nr, title: `Grips ${nr}` }));
  // The newest curves do not know them any more.
  for (const upload of uploads.slice(2)) await withdrawNow(api, upload);
  // Norms need people with an age.
  const rows = Array.from({ length: 60 }, (_, at) => `f,20,${20 + (at % 15)}`);
  const mapping = { sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' };
  await acceptUpload(api, { nr: 5, title: 'With ages', table: { csv: ['sex,age,grip', ...rows].join('\n'), mapping } });
  await makeNorms(api.repository, new AbortController().signal);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

test.each([
  ['1,3', '3'],
  ['4,1,3', '3, 4'],
])('the choice %s says in pool and norms which of its data sets are withdrawn', async (choice, numbers) => {
  for (const path of ['/api/pool', '/api/pool/package', '/api/norms/handgrip']) {
    for (const [language, word] of [
      ['en', 'no. '],
      ['de', 'Nr. '],
    ] as const) {
      const response = await ask(api, null, `${path}?data-sets=${choice}`, { language });
      expect([path, response.status]).toEqual([path, 410]);
      const { code, title } = (await response.json()) as { code: string; title: string };
      expect([path, code]).toEqual([path, 'data-sets-withdrawn']);
      expect(title).toContain(`${word}${numbers}.`);
    }
  }
});

test('a choice of one withdrawn data set needs no number', async () => {
  for (const path of ['/api/pool', '/api/norms/handgrip']) {
    const response = await ask(api, null, `${path}?data-sets=3`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([410, 'data-set-withdrawn']);
  }
});
