import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { createAccounts } from '../identity/accounts/accounts';
import { closeDemonstration } from './demonstration';

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
  expect(message).toContain('Its 4 accounts have new, unknown passwords');
  expect(more).toEqual([]);
  expect(await accounts.verify('expert1@example.org', password)).toBeNull();
  expect(await accounts.verify('contributor@example.org', password)).toBeNull();
  expect(await accounts.verify('chair@example.org', password)).toBeNull();
  expect(await accounts.verify('admin@example.org', password)).toBeNull();
  expect(await accounts.verify('person@example.org', password)).not.toBeNull();
});
