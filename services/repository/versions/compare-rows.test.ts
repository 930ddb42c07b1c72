import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { parquetSql, sqlText } from '../context/table-engine';
import { type ComparedTable, compareRows } from './compare-rows';

let opened: TestRepository;
const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-compare-'));
beforeAll(async () => {
  opened = await createTestRepository();
});
afterAll(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = (string | null)[][];
let written = 0;

/** A table as ingest writes it: texts, and numbers where a text is one. */
async function table(names: string[], rows: Rows, person?: string): Promise<ComparedTable> {
  written += 1;
  const file = path.join(folder, `${written}.parquet`);
  const columns = names.flatMap((_, at) => [`c${at}`, `n${at}`]);
  const literal = (value: string | null) => (value === null ? 'null::varchar' : sqlText(value));
  const values = rows.map(
    (row) => `(${row.flatMap((value) => [literal(value), `try_cast(${literal(value)} as double)`]).join(', ')})`,
  );
  const from = `select * from (values ${values.join(', ')}) as t(${columns.join(', ')})`;
  await opened.repository.tables.run(`copy (${from}) to ${sqlText(file)} (format parquet)`);
  return {
    name: 'adults',
    relation: parquetSql(file),
    columns: names.map((name) => ({ name, targetKey: name === person ? 'person_id' : null })),
  };
}
const compare = (before: ComparedTable, after: ComparedTable) =>
  compareRows(opened.repository.tables, before, after, {});
const names = ['id', 'sex', 'grip', 'jump'];
const people: Rows = [
  ['a', 'm', '41.5', '180'],
  ['b', 'f', '30', '150'],
  ['c', 'm', '35', null],
  ['d', 'f', '28', '140'],
];
const same = {
  name: 'adults',
  rowsBefore: 4,
  rowsAfter: 4,
  added: 0,
  removed: 0,
  changed: 0,
  cells: 16,
  columns: [],
  isCompared: true,
};
const changed = (...rows: Rows): Rows => rows;

test('the same rows in another order, with other spellings of numbers, are the same', async () => {
  const [a, b, c, d] = people as [Rows[0], Rows[0], Rows[0], Rows[0]];
  const after = [d!, [...b!.slice(0, 2), '30.0', '150'], a!, c!];
  expect(await compare(await table(names, people), await table(names, after))).toEqual(same);
});

test('a cell that was changed, emptied or filled is one of a changed row', async () => {
  const after = people.map((row) => [...row]);
  after[0]![2] = '42';
  after[1]![3] = null;
  after[2]![3] = '160';
  for (const person of [undefined, 'id']) {
    expect(await compare(await table(names, people, person), await table(names, after, person))).toEqual({
      ...same,
      changed: 3,
      columns: [
        { column: 'grip', cells: 1 },
        { column: 'jump', cells: 2 },
      ],
    });
  }
});

test('rows that are new or gone are not changed ones, wherever they stand', async () => {
  const before = await table(names, people);
  const added = await compare(before, await table(names, [['x', 'm', '50', '200'], ...people]));
  expect(added).toMatchObject({ rowsAfter: 5, added: 1, removed: 0, changed: 0 });
  const removed = await compare(before, await table(names, people.slice(1)));
  expect(removed).toMatchObject({ rowsAfter: 3, added: 0, removed: 1, changed: 0 });
  const replaced = await compare(before, await table(names, changed(['x', 'm', '50', '200'], ...people.slice(1))));
  expect(replaced).toMatchObject({ added: 1, removed: 1, changed: 0 });
});

test('with person IDs a changed row is found again anywhere, and another person is another row', async () => {
  const before = await table(names, people, 'id');
  const moved = [...people.slice(1), ['a', 'm', '41.9', '180']];
  expect(await compare(before, await table(names, moved, 'id'))).toMatchObject({
    changed: 1,
    added: 0,
    columns: [{ column: 'grip', cells: 1 }],
  });
  const renamed = [['x', 'm', '41.5', '180'], ...people.slice(1)];
  expect(await compare(before, await table(names, renamed, 'id'))).toMatchObject({ changed: 0, added: 1, removed: 1 });
});

test('equal rows are counted: one of two that is gone is removed', async () => {
  const twice: Rows = [
    ['m', '40'],
    ['m', '40'],
    ['f', '30'],
  ];
  const before = await table(['sex', 'grip'], twice);
  expect(await compare(before, await table(['sex', 'grip'], twice.slice(1)))).toMatchObject({
    rowsBefore: 3,
    rowsAfter: 2,
    removed: 1,
    added: 0,
    changed: 0,
  });
});

test('of several equal rows the one that was changed in its place is found', async () => {
  const row = (grip: string): string[] => ['f', '30', grip, '150'];
  const others: Rows = [['m', '41', '35', '180']];
  const before = [row('28'), ...others, row('28'), ...others, row('28')];
  const after = [row('29'), ...others, row('28'), ...others, row('28')];
  expect(await compare(await table(names, before), await table(names, after))).toMatchObject({
    added: 0,
    removed: 0,
    changed: 1,
    columns: [{ column: 'grip', cells: 1 }],
  });
});

test('only columns that both have are compared', async () => {
  const wider = people.map((row) => [...row, 'new']);
  const before = await table(names, people);
  expect(await compare(before, await table([...names, 'class'], wider))).toMatchObject({ changed: 0, cells: 16 });
  const others = await table(['p', 'q', 'r', 's'], people);
  expect(await compare(before, others)).toMatchObject({ added: 4, removed: 4, changed: 0, cells: 0 });
});
