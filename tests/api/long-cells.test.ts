import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openUploadApi, type UploadApi } from '../support/upload-calls';

let api: UploadApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.contributor, 'en');
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

test('very long cells are shown with their first 200 characters', async () => {
  const long = 'x'.repeat(50_000);
  const content = ['ID;Handkraft;Schule', ...[1, 2, 3, 4].map((i) => `v${i};${long};${i}${long}`)].join('\n');
  const id = await api.take({ name: 'data.csv', content });
  const mapping = [
    { source: 'ID', target: { key: 'person_id', unit: '' } },
    { source: 'Handkraft', target: { key: 'handgrip', unit: 'kg' } },
    { source: 'Schule', target: { key: 'school_id', unit: '' } },
  ];
  const saved = await api.call(actors.contributor, `/api/mapping/raw/${id}/data`, {
    method: 'POST',
    body: JSON.stringify(mapping),
  });
  expect(saved.status).toBe(200);
  for (const step of ['data', 'rows', 'check', 'preview']) {
    const html = await (await web.ask(`/file-upload/${step}/${id}?table=data`, { cookie })).text();
    expect([step, /x{201}/.exec(html)?.[0]]).toEqual([step, undefined]);
    expect(html).toContain(`${'x'.repeat(198)}…`);
  }
});
