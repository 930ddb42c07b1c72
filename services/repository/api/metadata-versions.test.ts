import { afterAll, beforeAll, expect, test } from 'vitest';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor } = actors;

async function save(id: string[], metadata: unknown, ifMatch?: string): Promise<Response> {
  const headers = { ...(await bearer(contributor)), ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }) };
  return api.api.request('/api/metadata', { method: 'POST', headers, body: JSON.stringify({ id, metadata }) });
}
const tagOf = async (id: string) => (await ask(api, contributor, `/api/metadata/${id}`)).headers.get('ETag') ?? '';
const about = (title: string, keyword: string) => withEntries(completeMetadata(title), entry(6, [keyword]));

test('metadata has a tag for its content, and a save returns the tag of the next read', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const empty = await tagOf(id);
  expect(empty).toMatch(/^"[\w-]{22}"$/);
  const saved = await save([id], about('Tagged', 'strength'), empty);
  expect(saved.status).toBe(200);
  expect(saved.headers.get('ETag')).toBe(await tagOf(id));
  expect(await tagOf(id)).not.toBe(empty);
});

test('a save with an older tag changes nothing and returns the time of the other save', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const before = await tagOf(id);
  await save([id], about('First of two', 'strength'), before);
  const after = await tagOf(id);
  const refused = await save([id], about('First of two', 'speed'), before);
  expect([refused.status, await refused.json()]).toMatchObject([
    412,
    { code: 'saved-elsewhere', savedAt: expect.stringMatching(/^20.*Z$/) },
  ]);
  expect(await tagOf(id)).toBe(after);
  expect((await save([id], about('First of two', 'speed'), after)).status).toBe(200);
});

test('the same metadata again is not a conflict, because a response may have been lost', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const before = await tagOf(id);
  await save([id], about('Sent twice', 'strength'), before);
  expect((await save([id], about('Sent twice', ' strength '), before)).status).toBe(200);
});

test('of two concurrent saves with the same tag exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await addUploadAt(api, 'checked');
    const tag = await tagOf(id);
    const answers = await Promise.all(
      ['strength', 'speed', 'balance'].map((keyword) => save([id], about(`Race ${round}`, keyword), tag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  }
});

test('without a tag, or with any, the last save counts', async () => {
  const { id } = await addUploadAt(api, 'checked');
  for (const [keyword, ifMatch] of [
    ['strength', undefined],
    ['speed', '*'],
    ['balance', undefined],
  ] as const) {
    expect((await save([id], about('Unguarded', keyword), ifMatch)).status).toBe(200);
  }
});

test('one matching tag of several is enough; a weak one, or an empty list, matches nothing', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const tag = await tagOf(id);
  for (const header of [`W/${tag}`, 'nonsense', '', '"', '"another"']) {
    expect((await save([id], about('Listed tags', 'strength'), header)).status).toBe(412);
  }
  expect((await save([id], about('Listed tags', 'strength'), `"another", ${tag}`)).status).toBe(200);
});
