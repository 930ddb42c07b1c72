import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { MappingSuggestionsSchema, type MappingSuggestions } from '@domain/api/mapping';

import { ask } from '../../../tests/support/ready-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { sourceColumns, sourceTables, uploads } from '../store/schema';
import { findUploadProgress } from '../store/upload-progress';

let source: SourceApi;
const { contributor: anna, other: ben, expert1: eva } = actors;
beforeAll(async () => {
  source = await openSourceApi();
});
afterEach(() => expect(source.serverErrors).toEqual([]));
afterAll(() => source.close());

async function suggestionsFor(id: string, language: 'en' | 'de' = 'en'): Promise<MappingSuggestions> {
  const response = await ask(source, anna, `/api/mapping/raw/${id}/data/suggestions`, { language });
  expect(response.status).toBe(200);
  return MappingSuggestionsSchema.parse(await response.json());
}

const firsts = (suggestions: MappingSuggestions) =>
  suggestions.columns.map(({ source: name, suggestions: [first] }) => [
    name,
    `${first?.target.key}|${first?.target.unit}`,
  ]);

it('suggests targets for the columns of a table, with a reason in the language of the call', async () => {
  const csv = 'ID,Alter,Größe [m],favourite colour,Bemerkung\n1,8.5,1.31,red,\n2,9.1,1.28,blue,krank\n';
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv }] });
  const suggestions = await suggestionsFor(id);
  expect(firsts(suggestions)).toEqual([
    ['ID', 'person_id|'],
    ['Alter', 'age_y|a'],
    ['Größe [m]', 'height|m'],
    ['Bemerkung', 'remark|'],
  ]);
  expect(suggestions.columns[2]?.suggestions[0]?.reason).toEqual({
    code: 'name-unit-range',
    message: 'Column name ‘Größe’; unit ‘m’ named; values 1.28 to 1.31.',
  });
  expect((await suggestionsFor(id, 'de')).columns[1]?.suggestions[0]?.reason.message).toBe(
    'Spaltenname „Alter“; Werte 8,5 bis 9,1.',
  );
});

it('ranks a table once, and tells each language its own reasons', async () => {
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv: 'Alter\n8.5\n9.1\n' }] });
  const statements = vi.spyOn(source.repository.tables, 'all');
  await suggestionsFor(id);
  expect(statements).toHaveBeenCalledTimes(1);
  expect((await suggestionsFor(id, 'de')).columns[0]?.suggestions[0]?.reason.message).toContain('Werte 8,5 bis 9,1');
  expect(statements).toHaveBeenCalledTimes(1);
  statements.mockRestore();
});

it('names the test battery whose tests the table contains', async () => {
  const csv = 'Code,20m,Bal rw,SHH,RB,LS,SU,SW,Lauf\n1,4.4,31,28,-3,14,20,121,1004\n2,4.1,40,31,2,17,24,135,870\n';
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv }] });
  const suggestions = await suggestionsFor(id, 'de');
  expect(suggestions.battery).toEqual({ id: 'dmt', name: 'Deutscher Motorik-Test 6-18' });
  expect((await suggestionsFor(id)).battery?.name).toBe('German Motor Test 6-18');
  expect(firsts(suggestions).at(-1)).toEqual(['Lauf', 'run6min|m']);
  expect(suggestions.columns.at(-1)?.suggestions[0]?.reason).toEqual({
    code: 'name-battery-range',
    message: 'Spaltenname „Lauf“; gehört zu: Deutscher Motorik-Test 6-18; Werte 870 bis 1004.',
  });
  const few = await source.addUpload({ tables: [{ name: 'data', csv: 'Code,SW,Lauf\n1,121,1004\n' }] });
  expect((await suggestionsFor(few.id)).battery).toBeNull();
});

it('reads a codebook in a table that is no data', async () => {
  const { id, number } = await source.addUpload({
    tables: [
      { name: 'data', csv: 'x1,x2\n1,121\n2,130\n' },
      { name: 'legend', csv: 'Variable,Label,Einheit\nX1,Geschlecht (1 = m; 2 = w),\nX2,Standweitsprung,cm\n' },
    ],
  });
  expect(firsts(await suggestionsFor(id))).toEqual([]);
  const tables = (await findUploadProgress(source.repository.db, number))?.tables ?? [];
  await source.repository.db
    .update(sourceTables)
    .set({ dataChoices: { table: 'left-out', rows: [] } })
    .where(eq(sourceTables.id, tables[1]?.id ?? 0));
  expect(firsts(await suggestionsFor(id))).toEqual([
    ['x1', 'sex|1=m 2=f'],
    ['x2', 'slj|cm'],
  ]);
});

it('uses rows from all parts of a table', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `${i},${i < 100 ? 120 + (i % 50) : 12_000}`);
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv: `id,SLJ\n${rows.join('\n')}\n` }] });
  expect(firsts(await suggestionsFor(id))).toEqual([['id', 'person_id|']]);
});

it('uses the labels of the file, and leaves out the values that it declares missing', async () => {
  const csv = 'V1,V2\n1,121\n2,-7\n1,130\n';
  const { id, number } = await source.addUpload({ tables: [{ name: 'data', csv }] });
  const table = (await findUploadProgress(source.repository.db, number))?.tables[0]?.id ?? 0;
  const infos = [
    { kind: 'number' as const, label: 'Geschlecht', valueLabels: { '1': 'männlich', '2': 'weiblich' } },
    { kind: 'number' as const, label: 'Standweitsprung', missing: { values: [], ranges: [{ from: null, to: '-1' }] } },
  ];
  for (const [position, info] of infos.entries()) {
    await source.repository.db
      .update(sourceColumns)
      .set({ info })
      .where(and(eq(sourceColumns.table, table), eq(sourceColumns.position, position)));
  }
  expect(firsts(await suggestionsFor(id))).toEqual([
    ['V1', 'sex|1=m 2=f'],
    ['V2', 'slj|cm'],
  ]);
});

it('is only for the owner, while the upload may be changed, and saves nothing', async () => {
  const { id, number } = await source.addUpload({ tables: [{ name: 'data', csv: 'SLJ\n121\n' }] });
  const address = `/api/mapping/raw/${id}/data/suggestions`;
  expect(firsts(await suggestionsFor(id))).toEqual([['SLJ', 'slj|cm']]);
  expect(await (await ask(source, anna, `/api/mapping/raw/${id}/data`)).json()).toEqual([]);
  for (const [actor, status] of [
    [ben, 404],
    [eva, 404],
    [null, 401],
  ] as const) {
    expect((await ask(source, actor, address)).status).toBe(status);
  }
  expect((await ask(source, anna, `/api/mapping/agg/${id}/data/suggestions`)).status).toBe(404);
  expect((await ask(source, anna, `/api/mapping/raw/${id}/other/suggestions`)).status).toBe(404);
  await source.repository.db.update(uploads).set({ status: 'Submitted' }).where(eq(uploads.number, number));
  expect((await ask(source, anna, address)).status).toBe(409);
});
