import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-database';
import { openStore, type Database } from './database';
import { recordPerson } from './people';
import {
  files,
  problemComments,
  problemGroups,
  sourceColumns,
  sourceTables,
  studies,
  studyMembers,
  uploads,
} from './schema';
import { findUploadProgress, listUploadProgress } from './upload-progress';

let database: TestDatabase;
let db: Database;
const now = new Date('2024-05-06T10:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
  db = openStore(database.pool);
  await recordPerson(db, { subject: 'anna', name: 'Anna', email: 'anna@example.org', roles: [] }, now);
});
afterAll(() => database.close());

/** An upload with tables of two columns each. */
async function addUpload({ tables = 1 } = {}) {
  const [study] = await db.insert(studies).values({ owner: 'anna' }).returning();
  const [upload] = await db
    .insert(uploads)
    .values({ kind: 'raw', owner: 'anna', study: study!.id, createdAt: now })
    .returning();
  const id = randomUUID();
  await db
    .insert(files)
    .values({
      id,
      upload: upload!.number,
      version: 1,
      name: 'a.csv',
      bytes: 1,
      sha256: id,
      objectKey: id,
      state: 'ready',
      receivedAt: now,
    });
  const ids: number[] = [];
  for (let position = 0; position < tables; position += 1) {
    const [table] = await db
      .insert(sourceTables)
      .values({ file: id, position, name: `t${position}`, rowCount: 3, firstRow: 2, objectKey: `${id}-${position}` })
      .returning();
    ids.push(table!.id);
    await db.insert(sourceColumns).values([
      { table: table!.id, position: 0, name: 'a' },
      { table: table!.id, position: 1, name: 'b' },
    ]);
  }
  return { number: upload!.number, study: study!.id, tables: ids };
}
const map = (table: number) =>
  db.update(sourceColumns).set({ targetKey: 'age', targetUnit: 'a' }).where(eq(sourceColumns.table, table));
const setChecked = (table: number, n: number) =>
  db.update(sourceTables).set({ checkState: 'ready', n }).where(eq(sourceTables.id, table));
const comment = (table: number, rule: string, column: number, cell: number) =>
  db.insert(problemComments).values({ table, rule, column, cell, comment: 'as measured', writtenAt: now });
const openProblems = async (number: number) => (await findUploadProgress(db, number))!.tables[0]!.problems.open;

test('an upload goes from unmapped to mapped to checked, with all its tables', async () => {
  const { number, tables } = await addUpload({ tables: 2 });
  const flags = async () => (await findUploadProgress(db, number))!.flags;
  expect(await flags()).toEqual({ mapped: false, checked: false, meta: false, submitted: false });
  await map(tables[0]!);
  expect((await flags()).mapped).toBe(false);
  await map(tables[1]!);
  expect(await flags()).toMatchObject({ mapped: true, checked: false });
  await setChecked(tables[0]!, 10);
  expect(await flags()).toMatchObject({ mapped: true, checked: false });
  await setChecked(tables[1]!, 5);
  expect(await flags()).toMatchObject({ mapped: true, checked: true });
  expect((await findUploadProgress(db, number))!.n).toBe(15);
});

test('a problem is open until each listed cell and the rest of its group have a comment', async () => {
  const { number, tables } = await addUpload();
  const table = tables[0]!;
  await map(table);
  await setChecked(table, 3);
  const cells = [2, 5].map((row) => ({ row, parameters: {} }));
  const group = { table, canOverride: true, parameters: {}, cells };
  await db.insert(problemGroups).values([
    { ...group, rule: 'R03', column: 1, count: 7 },
    { ...group, rule: 'R40', column: null, count: 1, cells: [] },
  ]);
  const progress = async () => (await findUploadProgress(db, number))!;
  expect(await openProblems(number)).toBe(2);
  await comment(table, 'R40', -1, 0);
  expect(await openProblems(number)).toBe(1);
  await comment(table, 'R03', 1, 2);
  await comment(table, 'R03', 0, 5);
  await comment(table, 'R03', 1, -1);
  expect(await openProblems(number)).toBe(1);
  expect(await progress()).toMatchObject({ hasErrors: true, hasOverriddenProblems: false });
  await comment(table, 'R03', 1, 5);
  expect(await openProblems(number)).toBe(0);
  expect(await progress()).toMatchObject({ hasErrors: false, hasOverriddenProblems: true, flags: { checked: true } });
});

test('an impossible value stays open despite comments', async () => {
  const { number, tables } = await addUpload();
  const table = tables[0]!;
  await db
    .insert(problemGroups)
    .values({
      table,
      rule: 'R02',
      column: 0,
      count: 1,
      canOverride: false,
      parameters: {},
      cells: [{ row: 2, parameters: {} }],
    });
  await comment(table, 'R02', 0, 2);
  expect(await openProblems(number)).toBe(1);
});

test('several uploads are returned in the requested order, without deleted ones', async () => {
  const [first, second, third] = [await addUpload(), await addUpload(), await addUpload()];
  await db.update(uploads).set({ deletedAt: now }).where(eq(uploads.number, second.number));
  const numbers = [third.number, second.number, first.number];
  const found = await listUploadProgress(db, numbers);
  expect(found.map(({ upload }) => upload.number)).toEqual([third.number, first.number]);
  expect(await listUploadProgress(db, [])).toEqual([]);
});

test('saved metadata and a status after Uploaded set their flags', async () => {
  const { number, study } = await addUpload();
  await db.update(studies).set({ savedAt: now }).where(eq(studies.id, study));
  await db.update(uploads).set({ status: 'Pending' }).where(eq(uploads.number, number));
  expect((await findUploadProgress(db, number))!.flags).toMatchObject({ meta: true, submitted: true });
});

test('uploads are read in one statement with their tables in order, and who shares them', async () => {
  const first = await addUpload({ tables: 2 });
  const second = await addUpload();
  await db
    .insert(studyMembers)
    .values({
      ...{ study: first.study, person: 'anna', right: 'read', invitedBy: 'anna', email: 'anna@example.org' },
      ...{ invitedAt: now, expiresAt: now, acceptedAt: now },
    });
  const asked = vi.spyOn(database.pool, 'query');
  const found = await listUploadProgress(db, [first.number, second.number]);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  expect(found.map(({ tables }) => tables.map(({ name }) => name))).toEqual([['t0', 't1'], ['t0']]);
  expect(found.map(({ members }) => members)).toEqual([[{ person: 'anna', right: 'read', isCurrent: true }], []]);
});
