import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { createAccounts } from '../identity/accounts/accounts';
import { closeDemonstration } from './demonstration';
import { listActs } from '../audit/audit';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const password = 'printed on a terminal';

test('a public site locks the accounts of the demonstration and says so; others are unchanged', async () => {
  const accounts = createAccounts(database.pool);
  expect(await closeDemonstration(accounts)).toEqual([]);
  for (const name of ['contributor', 'expert1', 'chair', 'admin', 'person']) {
    const email = `${name}@example.org`;
    await accounts.add({ email, name: 'Name', password });
  }
  const [message, ...more] = await closeDemonstration(accounts);
  expect(message).toContain('Its 4 accounts have no password any more');
  expect(more).toEqual([]);
  expect(await accounts.verify('expert1@example.org', password)).toBeNull();
  expect(await accounts.verify('contributor@example.org', password)).toBeNull();
  expect(await accounts.verify('chair@example.org', password)).toBeNull();
  expect(await accounts.verify('admin@example.org', password)).toBeNull();
  expect(await accounts.verify('person@example.org', password)).not.toBeNull();
});

test('accounts of the demonstration that are locked already are not changed at the next start', async () => {
  const accounts = createAccounts(database.pool);
  const acts = () => listActs(drizzle(database.pool), { accounts: null, act: null }, { page: 1, perPage: 100 });
  await closeDemonstration(accounts);
  const before = [await acts(), await accounts.list()];
  expect(await closeDemonstration(accounts)).toEqual([expect.stringContaining('4 accounts')]);
  expect([await acts(), await accounts.list()]).toEqual(before);
});
