import { expect, test } from 'vitest';

import { migrateAll } from '../../../tests/support/migrate-all';
import { eachDatabase } from '../../../tests/support/test-database';
import { createAccounts } from '../accounts/accounts';
import { createAccountAdministration } from '../accounts/administration';
import { deleteAccount } from '../accounts/delete-account';
import { findAccountById } from './accounts';
import { openIdentityStore } from './database';
import { claimMail, orderMail } from './waiting-mails';

eachDatabase('mails that wait', (database) => {
  test('are claimed one by one, however the database plans it', async () => {
    const { pool } = database();
    await migrateAll(pool);
    const now = new Date();
    const db = openIdentityStore(pool);
    for (const name of ['a', 'b', 'c'])
      await orderMail(db, { kind: 'reset', email: `${name}@example.org`, language: 'en' }, now);
    const claimed = await db.transaction(async (tx) => {
      // Without these, a plan may look for the next mail once for each that it finds.
      for (const plan of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material']) {
        await tx.execute(`set local enable_${plan} = off`);
      }
      const each = [];
      for (let call = 0; call < 4; call += 1) each.push((await claimMail(tx, now)) !== null);
      return each;
    });
    expect(claimed).toEqual([true, true, true, false]);
  });

  test('go with the account that they are about, also those to its former addresses', async () => {
    const { pool } = database();
    await migrateAll(pool);
    const db = openIdentityStore(pool);
    const accounts = createAccounts(pool);
    const password = 'correct horse battery';
    const { id } = await accounts.add({ email: 'first@example.org', name: 'Ada', password });
    const other = await accounts.add({ email: 'other@example.org', name: 'Bo', password });
    const administration = createAccountAdministration({ db, now: () => new Date() });
    for (const email of ['second@example.org', 'third@example.org']) {
      const { version } = (await administration.find(id))!;
      const order = { act: 'correct', name: 'Ada', email, version } as const;
      expect(await administration.order(id, order, { actor: null, language: 'en' })).toBeNull();
    }
    await administration.order(other.id, { act: 'lock' }, { actor: null, language: 'en' });
    const { generation } = (await findAccountById(db, id))!;
    const personalData = { count: () => Promise.reject(new Error()), forget: async () => {}, goOn: () => {} };
    await deleteAccount(db, personalData, { id, generation, language: null, actor: null });
    const { rows } = await pool.query<{ order: object }>('select "order" from identity.waiting_mails');
    expect(rows.filter(({ order }) => JSON.stringify(order).includes('Ada'))).toEqual([]);
    expect(rows.filter(({ order }) => JSON.stringify(order).includes('Bo'))).toHaveLength(1);
  });
});
