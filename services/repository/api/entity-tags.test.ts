import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { replace } from '../../../tests/support/race-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor } = actors;
const tagOf = async (address: string) => (await ask(api, contributor, address)).headers.get('ETag') ?? '';
const post = (address: string, body: unknown, tag: string) => replace(api, 'POST', address, { body, tag });

const grip = { source: 'grip', target: { key: 'handgrip', unit: 'kg' } };
const jump = { source: 'jump', target: { key: 'slj', unit: 'cm' } };

describe('mapping', () => {
  test('a save based on an older mapping changes nothing, and an identical one is not a conflict', async () => {
    const { id } = await addUploadAt(api, 'checked');
    const address = `/api/mapping/raw/${id}/adults`;
    const before = await tagOf(address);
    expect(before).toMatch(/^"[\w-]{22}"$/);
    expect((await post(address, [grip], before)).status).toBe(202);
    const refused = await post(address, [jump], before);
    expect([refused.status, await refused.json()]).toMatchObject([
      412,
      { code: 'saved-elsewhere', savedAt: expect.any(String) as unknown, savedBy: null },
    ]);
    expect(await (await ask(api, contributor, address)).json()).toEqual([grip]);
    expect((await post(address, [grip], before)).status).toBe(202);
    expect((await post(address, [jump], await tagOf(address))).status).toBe(202);
    expect((await post(address, [grip, jump], '*')).status).toBe(202);
    // The same mapping has the same tag as before.
    expect(await tagOf(address)).toBe(before);
  });
});

describe('comments', () => {
  test('a comment based on an older version is refused, whichever call saves it', async () => {
    const { id } = await addUploadAt(api, 'checked', { problems: 1 });
    const before = await tagOf(`/api/mapping/errors/${id}/adults`);
    const comment = (text: string) => [{ id: 'R03-0-2', comment: text }];
    const override = (text: string, tag: string) => post(`/api/mapping/override/${id}/adults`, comment(text), tag);
    const save = (text: string, tag: string) =>
      post(`/api/mapping/problems/${id}/adults`, { comments: comment(text), confirmed: true }, tag);
    expect((await override('measured twice', before)).status).toBe(200);
    for (const write of [override, save]) {
      const refused = await write('a strong adult', before);
      expect([refused.status, await refused.json()]).toMatchObject([412, { code: 'saved-elsewhere' }]);
      expect((await write('measured twice', before)).status).toBe(200);
    }
    const now = await tagOf(`/api/mapping/errors/${id}/adults`);
    expect((await save('a strong adult', `"another", ${now}`)).status).toBe(200);
    const problems = await (await ask(api, contributor, `/api/mapping/errors/${id}/adults`)).json();
    expect(problems).toMatchObject([{ comment: 'a strong adult' }]);
  });
});

describe.each([
  ['mapping', [grip]],
  ['metadata', [{ id: 6, name: 'Keyword', values: ['strength'] }]],
])('templates of %s', (kind, entries) => {
  test('a list based on an older version is refused', async () => {
    const address = `/api/${kind}/templates`;
    const put = (names: string[], tag: string) =>
      replace(api, 'PUT', address, { body: names.map((name) => ({ name, entries })), tag });
    const before = await tagOf(address);
    const first = await put(['A'], before);
    expect([first.status, first.headers.get('ETag')]).toEqual([200, await tagOf(address)]);
    expect((await put(['B'], before)).status).toBe(412);
    expect((await put(['A'], before)).status).toBe(200);
    expect((await put(['A', 'B'], await tagOf(address))).status).toBe(200);
  });
});
