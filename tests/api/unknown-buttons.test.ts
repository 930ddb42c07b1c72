import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openUploadApi, type UploadApi } from '../support/upload-calls';

let api: UploadApi;
let web: TestWeb;
let cookie: string;
let id: string;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.contributor, 'en');
  id = await api.take({ name: 'data.csv', content: ['ID;Handkraft', 'a1;14', 'a2;15', 'a3;16'].join('\n') });
  await api.call(actors.contributor, mapping(), { method: 'POST', body: JSON.stringify(saved) });
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const saved = [{ source: 'ID', target: { key: 'person_id', unit: '' } }];
const mapping = () => `/api/mapping/raw/${id}/data`;
const send = (address: string, entries: [name: string, value: string][]) =>
  web.ask(address, { method: 'POST', cookie, body: new URLSearchParams(entries) });
const storedMapping = async () => (await api.call(actors.contributor, mapping())).json();
const columns: [string, string][] = [
  ['source', 'ID'],
  ['target', 'person_id|'],
  ['source', 'Handkraft'],
  ['target', 'handgrip|kg'],
];
const sentence = 'The request could not be read.';

test.each(['__proto__', 'leave-out', 'same-test:-1', 'take-rows:0x5-0x6', 'take-rows:5.0-6', 'table:'])(
  'the mapping form saves nothing with the button %s, which it does not have',
  async (intent) => {
    const answer = await send(`/file-upload/data/${id}?table=data`, [...columns, ['intent', intent]]);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(sentence);
    expect(await storedMapping()).toEqual(saved);
  },
);

test.each(['', 'save', 'same-mapping', 'save-template'])(
  'half a mapping is not saved with the button %j',
  async (intent) => {
    for (const half of [columns.filter(([name]) => name === 'source'), columns.slice(0, 3), []]) {
      const answer = await send(`/file-upload/data/${id}?table=data`, [...half, ['intent', intent]]);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(sentence);
    }
    expect(await storedMapping()).toEqual(saved);
  },
);

test.each([
  ['check', '__proto__'],
  ['check', 'leave-test:-1'],
  ['check', 'leave-test:'],
  ['meta', 'publish'],
])('the form of the step %s refuses the button %s, which it does not have', async (step, intent) => {
  const answer = await send(`/file-upload/${step}/${id}?table=data`, [['intent', intent]]);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(sentence);
});
