import { expect, test } from 'vitest';

import { migrateAll } from '../../../tests/support/migrate-all';
import { eachDatabase } from '../../../tests/support/test-database';
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
});
