import { expect, test } from 'vitest';

import { DatabaseDigest } from './database-digest';

const table = JSON.stringify({ table: 'repository.uploads', columns: ['number', 'title'] });
const sequence = (lastValue: string) =>
  JSON.stringify({ sequence: 'repository.upload_numbers', lastValue, isCalled: true });
const rows = ['["1", "a"]', '["2", "b"]', '["2", "b"]', '["3", null]'];

async function digestOf(lines: string[]): Promise<DatabaseDigest> {
  const digest = new DatabaseDigest();
  const passed: string[] = [];
  const some = async function* () {
    for (const line of lines) yield [line];
  };
  for await (const each of digest.watch(some())) passed.push(...each);
  expect(passed).toEqual(lines);
  return digest;
}

const whole = () => digestOf([table, ...rows, sequence('3')]);

test('rows in another order are the same', async () => {
  const other = await digestOf([table, ...rows.toReversed(), sequence('3')]);
  expect((await whole()).differing(other)).toEqual([]);
  expect(other.tables()).toEqual([
    { table: 'repository.uploads', rows: 4, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect([other.rows, other.sequences]).toEqual([4, 1]);
});

test.each([
  ['a cell', ['["1", "A"]', ...rows.slice(1)]],
  ['null in place of a text', [...rows.slice(0, 3), '["3", "null"]']],
  ['a row that is missing', rows.slice(1)],
  ['a row that is there once instead of twice', ['["4", "c"]', ...rows.slice(0, 2), '["3", null]']],
  ['two equal rows in place of two others', ['["1", "a"]', '["3", null]', '["5", "e"]', '["5", "e"]']],
  ['no rows', []],
])('%s is noticed', async (_, others) => {
  const other = await digestOf([table, ...others, sequence('3')]);
  expect((await whole()).differing(other)).toEqual(['repository.uploads']);
});

test('a sequence that is elsewhere, and a table that is missing, are noticed', async () => {
  expect((await whole()).differing(await digestOf([table, ...rows, sequence('4')]))).toEqual([
    'repository.upload_numbers',
  ]);
  expect((await whole()).differing(await digestOf([sequence('3')]))).toEqual(['repository.uploads']);
  expect((await digestOf([sequence('3')])).differing(await whole())).toEqual(['repository.uploads']);
});
