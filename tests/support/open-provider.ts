import { afterAll } from 'vitest';

import { startProvider } from '../../services/identity/testing/running-provider';
import { openTestDatabase } from './test-database';

/** A provider with its own database for one test file; both end with its tests. Holders of the roles need two-step sign-in. */
export async function openProvider(requiredFactorRoles: readonly string[] = []) {
  const database = await openTestDatabase();
  const provider = await startProvider(database.pool, undefined, null, { requiredFactorRoles });
  afterAll(async () => {
    await provider.close();
    await database.close();
  });
  return { database, provider };
}
