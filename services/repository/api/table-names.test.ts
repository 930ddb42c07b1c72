import { expect, test } from 'vitest';

import { MappingSuggestionsSchema } from '@domain/api/mapping';
import { ParseResultSchema } from '@domain/api/readings';
import { TableDataSchema } from '@domain/api/table-data';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';

const api = useUploadApi({ checks: true });

const header = ['ID', 'constructor', 'Handkraft', '__proto__'];
const rowsOf = (group: string) =>
  Array.from({ length: 8 }, (_, i) => [`${group}${i}`, i % 2 ? 'w' : 'm', 14 + i, 10 + i]);

async function json(address: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await api.call(actors.contributor, address, init);
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return response.json();
}

/** Every address in which a table is named answers. */
async function useTable(id: string, table: string) {
  const address = `/api/mapping/raw/${id}/${encodeURIComponent(table)}`;
  const { columns } = MappingSuggestionsSchema.parse(await json(`${address}/suggestions`));
  await json(address, [
    { source: 'constructor', target: { key: 'sex', unit: 'm/w' } },
    { source: '__proto__', target: { key: 'situp40', unit: '1' } },
  ]);
  await json(`/api/mapping/errors/${id}/${encodeURIComponent(table)}`);
  await json(`/api/mapping/problems/${id}/${encodeURIComponent(table)}`);
  TableDataSchema.parse(await json(`${address}/data`, { from: 3, to: 3, isData: false, reason: 'x' }));
  return columns.map(({ source }) => source);
}

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '..', 'valueOf'])(
  'a csv file called %s is read like any other',
  async (name) => {
    const content = [header, ...rowsOf(`${name} `)].map((row) => row.join(';')).join('\n');
    const id = await api.take({ name: `${name}.csv`, content });
    const [{ name: table = '', rowCount = 0 } = {}] = (await api.state(id)).tables;
    expect(rowCount).toBe(8);
    expect(await useTable(id, table)).toContain('Handkraft');

    const { choices } = ParseResultSchema.parse(await json(`/api/fileupload/${id}/reading`));
    await json(`/api/fileupload/${id}/reading`, { ...choices, headerRows: { [table]: 0 } });
    await api.settle();
    expect((await api.state(id)).tables).toMatchObject([{ name: table, rowCount: 9 }]);
  },
);

test('sheets may have any name', async () => {
  const names = ['.', '..', '__proto__', 'constructor', 'toString', '%2e', '3/4?'];
  const sheets = Object.fromEntries(names.map((name, i) => [name, rowsXml([header, ...rowsOf(`s${i}-`)])]));
  const id = await api.take({ name: 'names.xlsx', content: await makeWorkbook({ sheets }) });
  const { tables } = await api.state(id);
  expect(tables.map(({ name }) => name)).toEqual([
    'Table 1',
    'Table 2',
    'Table 3',
    'constructor',
    'toString',
    '%2e',
    '3/4?',
  ]);
  for (const { name } of tables) expect(await useTable(id, name)).toContain('Handkraft');
});
