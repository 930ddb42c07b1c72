import { expect, test } from 'vitest';

import type { AccountOrder } from '@domain/api/administered-accounts';

import { migrateAll } from '../../../tests/support/migrate-all';
import { eachDatabase } from '../../../tests/support/test-database';
import { openIdentityStore } from '../store/database';
import { createAccounts } from './accounts';
import { createAccountAdministration } from './administration';

const rounds = 10;

eachDatabase('administrators who act at once', (database) => {
  test('never take the role from each other, and do and record the same act once', async () => {
    const { pool } = database();
    await migrateAll(pool);
    const accounts = createAccounts(pool);
    const administration = createAccountAdministration({ db: openIdentityStore(pool), now: () => new Date() });
    const password = 'correct horse battery';
    const [one, two] = await Promise.all(
      ['one@example.org', 'two@example.org'].map((email) =>
        accounts.add({ email, name: 'A Person', password, roles: ['Admin'] }),
      ),
    );
    const order = (id: string, given: AccountOrder) =>
      administration.order(id, given, { actor: id === one!.id ? two!.id : one!.id, language: 'en' });
    for (let round = 0; round < rounds; round += 1) {
      const taken = await Promise.all([
        order(one!.id, round % 2 ? { act: 'lock' } : { act: 'remove-role', role: 'Admin' }),
        order(two!.id, { act: 'remove-role', role: 'Admin' }),
      ]);
      expect(taken.filter((code) => code === 'last-admin')).toHaveLength(1);
      for (const { email } of [one!, two!]) {
        await accounts.unlock(email);
        await accounts.setRole(email, 'Admin');
      }
      const before = await pool.query('select from audit.acts');
      await Promise.all([1, 2].map(() => order(one!.id, { act: 'add-role', role: 'Experts' })));
      await accounts.removeRole('one@example.org', 'Experts');
      const after = await pool.query('select from audit.acts');
      expect(after.rowCount! - before.rowCount!).toBe(2);
    }
  });
});
