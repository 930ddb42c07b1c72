import { afterAll } from 'vitest';

import { startProvider } from '../../services/identity/testing/running-provider';
import { openTestDatabase } from './test-database';

/** A provider of a test file's own, and its database; both end with the tests of the file. */
export async function openProvider() {
  const database = await openTestDatabase();
  const provider = await startProvider(database.pool);
  afterAll(async () => {
    await provider.close();
    await database.close();
  });
  return { database, provider };
}
