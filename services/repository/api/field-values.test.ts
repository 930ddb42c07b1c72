import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { FieldValueSchema } from '@domain/api/metadata';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { dataSets } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await publish(1, ['Ausdauer', 'Ganzkörperkraft', 'Übergewicht'], ['KIT']);
  await publish(2, ['Ausdauer', 'Ausdauer', 'strength of grip'], ['KIT (https://ror.org/04t3en479)']);
  await publish(3, ['ausdauer', '100 % Kraft_probe'], []);
  for (let nr = 4; nr < 34; nr++) await publish(nr, [`speed ${nr}`], []);
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

async function publish(nr: number, keywords: string[], affiliations: string[]): Promise<void> {
  const { db } = api.repository;
  await publishForTest(api.repository, { nr, title: `Study ${nr}` });
  const metadata = [
    { id: 1, name: 'Author', values: ['Muster||Eva'] },
    { id: 1.2, name: 'Affiliation', values: affiliations, parents: affiliations.map(() => 0) },
    { id: 6, name: 'Keyword', values: keywords },
  ];
  await db.update(dataSets).set({ metadata }).where(eq(dataSets.nr, nr));
}

async function values(field: number | string, typed: string) {
  const answer = await ask(api, actors.contributor, `/api/metadata/values/${field}?q=${encodeURIComponent(typed)}`);
  return FieldValueSchema.array().parse(await answer.json());
}
const texts = async (field: number, typed: string) => (await values(field, typed)).map(({ value }) => value);

test('spellings of one text are suggested once, with the number of data sets, most used first', async () => {
  expect(await values(6, 'AUSD')).toEqual([{ value: 'Ausdauer', count: 3 }]);
  expect((await values(6, ''))[0]).toEqual({ value: 'Ausdauer', count: 3 });
});

test('words are found by their beginning, whatever their case, umlauts and position in the text', async () => {
  expect(await texts(6, 'uberg')).toEqual(['Übergewicht']);
  expect(await texts(6, 'grip')).toEqual(['strength of grip']);
  expect(await texts(6, 'of gr')).toEqual(['strength of grip']);
  expect(await texts(6, 'kraft')).toEqual(['100 % Kraft_probe']);
  expect(await texts(6, 'raft')).toEqual([]);
});

test('characters with a meaning in patterns match themselves', async () => {
  for (const typed of ['%', '_', '100 %', '\\', "'", '"><', '\0', 'x'.repeat(200)]) {
    expect(Array.isArray(await values(6, typed)), typed).toBe(true);
  }
  expect(await texts(6, '100 %')).toEqual(['100 % Kraft_probe']);
});

test('at most 20 values are returned', async () => {
  expect(await values(6, 'speed')).toHaveLength(20);
});

test('values of a data set published later are suggested after some minutes', async () => {
  expect(await texts(6, 'balance')).toEqual([]);
  await publish(40, ['balance'], []);
  expect(await texts(6, 'balance')).toEqual([]);
  const { now } = api.repository;
  api.repository.now = () => new Date(now().getTime() + 6 * 60 * 1000);
  expect(await texts(6, 'balance')).toEqual(['balance']);
  api.repository.now = now;
});

test('values of nested fields are suggested if the schema says so', async () => {
  expect(await texts(1.2, 'ki')).toEqual(['KIT', 'KIT (https://ror.org/04t3en479)']);
});

test.each([1, 1.1, 2, 3.1, 32, 99])('field %s has no suggestions', async (field) => {
  const answer = await ask(api, actors.contributor, `/api/metadata/values/${field}?q=mu`);
  expect(answer.status).toBe(404);
});

test.each(['x', '-1', '1e99', 'NaN', '6;drop'])('%s is not a field', async (field) => {
  const answer = await ask(api, actors.contributor, `/api/metadata/values/${encodeURIComponent(field)}`);
  expect([400, 404]).toContain(answer.status);
});

test('suggestions require signing in, and a text that is too long is refused', async () => {
  expect((await ask(api, null, '/api/metadata/values/6?q=aus')).status).toBe(401);
  const long = await ask(api, actors.contributor, `/api/metadata/values/6?q=${'x'.repeat(501)}`);
  expect(long.status).toBe(400);
});
