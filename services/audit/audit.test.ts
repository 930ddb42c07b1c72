import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { forgetInActs, listActs, recordAct } from './audit';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const db = drizzle(database.pool);
  const at = new Date('2026-11-27T08:00:00Z');
  await recordAct(db, { at, actor: 'admin', act: 'locked', account: 'one' });
  await recordAct(db, { at, actor: null, act: 'role-added', account: 'two', after: { roles: ['Experts'] } });
});
afterAll(() => database.close());

const first = { page: 1, perPage: 1 };

test('acts are listed newest first, by whoever acted or was concerned, and by kind', async () => {
  const db = drizzle(database.pool);
  const everything = await listActs(db, { accounts: null, act: null }, first);
  expect(everything).toMatchObject({ total: 2, rows: [{ act: 'role-added', after: { roles: ['Experts'] } }] });
  expect(await listActs(db, { accounts: ['admin'], act: null }, first)).toMatchObject({
    total: 1,
    rows: [{ account: 'one' }],
  });
  expect(await listActs(db, { accounts: ['two'], act: 'locked' }, first)).toEqual({ total: 0, rows: [] });
});

test('of somebody whose accounts were merged, the acts of all of them are found and lose their names', async () => {
  const db = drizzle(database.pool);
  const at = new Date('2026-11-27T09:00:00Z');
  const name = { name: 'Ada' };
  await recordAct(db, { at, actor: 'admin', act: 'corrected', account: 'first', before: name });
  await recordAct(db, { at, actor: 'first', act: 'role-added', account: 'three', after: { roles: ['Experts'] } });
  await recordAct(db, { at, actor: 'admin', act: 'merged', account: 'second', object: 'first', before: name });
  await recordAct(db, { at, actor: 'admin', act: 'merged', account: 'last', object: 'second', before: name });
  await recordAct(db, { at, actor: 'admin', act: 'corrected', account: 'another', before: { name: 'Bo' } });
  const ofLast = () => listActs(db, { accounts: ['last'], act: null }, { page: 1, perPage: 9 });
  expect((await ofLast()).rows.map(({ act, account }) => `${act} ${account}`)).toEqual([
    'merged last',
    'merged second',
    'role-added three',
    'corrected first',
  ]);
  await forgetInActs(db, 'last');
  expect((await ofLast()).rows.map(({ before, after }) => before ?? after)).toEqual([
    null,
    null,
    { roles: ['Experts'] },
    null,
  ]);
  const { rows } = await listActs(db, { accounts: ['another'], act: null }, first);
  expect(rows).toMatchObject([{ before: { name: 'Bo' } }]);
});

test('the database refuses to change, remove or empty what is recorded', async () => {
  const { pool } = database;
  for (const statement of [
    `update audit.acts set actor = 'somebody else'`,
    `update audit.acts set actor = 'somebody else', before = null, after = null`,
    `update audit.acts set after = '{"roles": []}'`,
    'delete from audit.acts',
    'truncate audit.acts',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow('append-only');
  }
});

test('what a row says of a person can be taken out', async () => {
  const { rowCount } = await database.pool.query(`update audit.acts set before = null, after = null`);
  expect(rowCount).toBe(7);
});
