import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublicationPreviewSchema } from '@domain/api/publication';
import { RowWindowSchema } from '@domain/api/uploads';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { uploads } from '../store/schema';
import { publishUpload } from '../jobs/handlers/publish-upload';

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const { contributor, other, expert1 } = actors;

const persons = Array.from({ length: 300 }, (_, i) => {
  const day = String(1 + (i % 28)).padStart(2, '0');
  const sex = i % 2 ? 'm' : 'w';
  return `P${i % 150},${sex},${day}.03.2009,04.06.2019,"1,${20 + (i % 60)}",${76100 + i},ill ${i},${i}`;
});
const csv = ['id,sex,born,tested,jump,code,note,shirt', ...persons].join('\n');
const targets = {
  id: 'person_id|',
  sex: 'sex|m/w',
  born: 'birth_date|',
  tested: 'test_date|',
  jump: 'slj|m',
  code: 'postal_code|',
  note: 'remark|',
};

async function addMapped(tables: { name: string; csv: string; targets: Record<string, string> }[]) {
  const upload = await api.addUpload({ tables, metadata: completeMetadata('Jumps') });
  for (const { name, targets } of tables) {
    if (Object.keys(targets).length === 0) continue;
    const address = `/api/mapping/raw/${upload.id}/${name}`;
    const saved = await ask(api, contributor, address, { method: 'POST', body: mappingOf(targets) });
    expect(saved.status).toBe(200);
  }
  return upload;
}

async function preview(id: string, query = '', { actor = contributor, language = 'en' } = {}) {
  const response = await ask(api, actor, `/api/fileupload/${id}/published?${query}`, { language });
  expect(response.status).toBe(200);
  return PublicationPreviewSchema.parse(await response.json());
}

test('the preview is the published table, except for the person numbers', async () => {
  const { id, number } = await addMapped([{ name: 'jumps 2019', csv, targets }]);
  const seen = await preview(id, 'offset=100&limit=50');
  await api.repository.db.update(uploads).set({ status: 'Accepted', nr: 7 }).where(eq(uploads.number, number));
  await publishUpload(api.repository, { upload: number }, new AbortController().signal);
  const published = RowWindowSchema.parse(
    await (await ask(api, null, '/api/search/data/7/rows?offset=100&limit=50')).json(),
  );
  const position = published.columns.indexOf('person_id');
  const withoutPersons = (window: typeof published) => ({
    ...window,
    rows: window.rows.map(({ row, values }) => ({ row, values: values.toSpliced(position, 1) })),
  });
  expect(seen.window.rows).toHaveLength(50);
  expect(withoutPersons(seen.window)).toEqual(withoutPersons(published));

  const described = (await (await ask(api, null, '/api/search/data/7/tables')).json()) as unknown[];
  const columns = seen.columns.map(({ key, unit, label, source }) => ({ key, unit, label, source }));
  expect(described).toEqual([
    { name: seen.name, rowCount: 300, columns: columns.map((column) => expect.objectContaining(column)) },
  ]);
  const dataSet = (await (await ask(api, null, '/api/search/metadata/7')).json()) as { withheld: unknown };
  expect(dataSet.withheld).toEqual(seen.withheld.map(({ column, reason }) => ({ table: seen.name, column, reason })));
});

test('it describes how each column is published, in the language of the call', async () => {
  const { id } = await addMapped([{ name: 'jumps', csv, targets }]);
  const { name, columns, withheld, window } = await preview(id, 'limit=2', { language: 'de' });
  // A file's only table is named after the file, so its name is not published.
  expect(name).toBe('data');
  expect(columns.map(({ key, unit, sourceUnit, change }) => [key, sourceUnit, unit, change])).toEqual([
    ['person_id', '', '', 'person-id'],
    ['sex', 'm/w', '', 'codes'],
    ['age_y', 'a', 'a', 'birth-date'],
    ['test_date', '', '', 'test-date'],
    ['slj', 'm', 'cm', 'unit'],
    ['postal_code', '', '', 'postal-code'],
  ]);
  expect(columns[4]?.label).toBe('Standweitsprung');
  expect(withheld.map(({ column, letters, code, isCoarsened }) => [letters, column, code, isCoarsened])).toEqual([
    ['A', 'id', 'person-id', true],
    ['C', 'born', 'birth-date', true],
    ['D', 'tested', 'test-date', true],
    ['F', 'code', 'postal-code', true],
    ['G', 'note', 'remark', false],
    ['H', 'shirt', 'unmapped', false],
  ]);
  expect(withheld[3]?.reason).toBe('Auf die ersten drei Stellen gekürzt.');
  expect(window).toMatchObject({ offset: 0, rowCount: 300 });
  expect(window.rows.map(({ row }) => row)).toEqual([2, 3]);
  const numbers = window.rows.map(({ values }) => values[0]).sort();
  expect(numbers).toEqual(['1', '2']);
});

test('a person has one number within the window, and a missing person ID has none', async () => {
  const { id } = await addMapped([
    { name: 'p', csv: 'id,grip\nA,20\nNA,21\nA,22\nB,23', targets: { id: 'person_id|', grip: 'handgrip|kg' } },
  ]);
  const [first, none, again, second] = (await preview(id)).window.rows.map(({ values }) => values[0]);
  expect(first).toBe(again);
  expect(none).toBeNull();
  expect([first, second].sort()).toEqual(['1', '2']);
});

test('each of several tables keeps its name, and one without a mapping publishes nothing', async () => {
  const { id } = await addMapped([
    { name: 'girls', csv: 'sex,grip\nf,20\nf,21', targets: { grip: 'handgrip|N' } },
    { name: 'boys/2', csv: 'sex,grip\nm,20\nm,21', targets: {} },
  ]);
  expect(await preview(id)).toMatchObject({ name: 'girls', columns: [{ key: 'handgrip', change: 'unit' }] });
  const empty = await preview(id, `table=${encodeURIComponent('boys/2')}`);
  expect(empty).toMatchObject({ name: 'boys/2', columns: [], window: { rowCount: 2, rows: [] } });
  expect(empty.withheld.map(({ code }) => code)).toEqual(['unmapped', 'unmapped']);
});

test('an unreadable cell and an invalid postal code are empty, a lost leading zero is there', async () => {
  const { id } = await addMapped([
    {
      name: 'cells',
      csv: 'grip,code,sex\n20 kilos of Mia,Mia 76131,?\n21,D-76131,f\n22,1010,m\n23,761xx,f\n24,1067a,f',
      targets: { grip: 'handgrip|kg', code: 'postal_code|', sex: 'sex|m/f' },
    },
  ]);
  expect((await preview(id)).window.rows.map(({ values }) => values)).toEqual([
    [null, null, null],
    ['21', '761', 'f'],
    ['22', '010', 'm'],
    ['23', '761', 'f'],
    ['24', null, 'f'],
  ]);
});

test('it is for the owner, and after the submission for the editorial board', async () => {
  const { id, number } = await addMapped([{ name: 'p', csv: 'a,b\n1,2', targets: { a: 'handgrip|kg' } }]);
  const address = `/api/fileupload/${id}/published`;
  const statuses = async () =>
    Promise.all([null, other, expert1].map(async (actor) => (await ask(api, actor, address)).status));
  expect(await statuses()).toEqual([401, 404, 404]);
  await api.repository.db.update(uploads).set({ status: 'Submitted' }).where(eq(uploads.number, number));
  expect(await statuses()).toEqual([401, 404, 200]);
});

test.each([
  ['table=none', 404],
  ['limit=0', 400],
  ['limit=100000', 400],
  ['offset=-1', 400],
  ['offset=9007199254740991', 200],
])('%s returns %i', async (query, status) => {
  const { id } = await addMapped([{ name: 'p', csv: 'a,b\n1,2', targets: { a: 'handgrip|kg' } }]);
  const response = await ask(api, contributor, `/api/fileupload/${id}/published?${query}`);
  expect(response.status).toBe(status);
});
