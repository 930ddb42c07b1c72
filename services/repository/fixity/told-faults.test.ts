import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { objectSums } from '../store/schema';
import { tellOperator } from './tell-operator';

const hourMs = 60 * 60 * 1000;
/** More than a statement has parameters. */
const veryMany = 66_000;

let test_: TestRepository;
let hoursLater = 0;
const now = () => new Date(Date.now() + hoursLater * hourMs);
beforeAll(async () => {
  test_ = await createTestRepository();
});
afterAll(() => test_.close());
beforeEach(async () => {
  hoursLater = 0;
  await test_.repository.db.delete(objectSums);
  await mails();
});

const tell = () => tellOperator({ ...test_.repository, now }, 'operator@example.org');

async function addFaults(name: string, count = 1): Promise<void> {
  await test_.pool.query(
    `insert into repository.object_sums (key, fault, found_at, due_at)
     select 'originals/' || $1 || n, 'missing', $2, $2 from generate_series(1, $3::int) as n`,
    [name, now(), count],
  );
}

async function mails(): Promise<string[]> {
  const { rows } = await test_.pool.query<{ text: string }>(
    `select data->>'text' as text from pgboss.job where name = 'send-mail' and data->>'to' = 'operator@example.org'`,
  );
  await test_.pool.query(`delete from pgboss.job where name = 'send-mail'`);
  return rows.map(({ text }) => text);
}

test('a first fault is told at once, and what a broken disk loses after it in one mail a day', async () => {
  await addFaults('first-');
  await tell();
  expect(await mails()).toEqual([expect.stringContaining('originals/first-1')]);
  for (hoursLater = 1; hoursLater < 24; hoursLater += 1) {
    await addFaults(`later-${hoursLater}-`);
    await tell();
  }
  expect(await mails()).toEqual([]);
  await tell();
  const told = await mails();
  expect(told).toHaveLength(1);
  for (let hour = 1; hour < 24; hour += 1) expect(told[0]).toContain(`originals/later-${hour}-1: missing`);
  expect(told[0]).not.toContain('originals/first-1');
  hoursLater += 48;
  await tell();
  expect(await mails()).toEqual([]);
});

test('more faults than a statement has parameters are told in one mail', { timeout: 60_000 }, async () => {
  await addFaults('many-', veryMany);
  await tell();
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(String(veryMany));
  hoursLater = 25;
  await tell();
  expect(await mails()).toEqual([]);
});
