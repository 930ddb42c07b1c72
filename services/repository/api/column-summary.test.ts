import { expect, test, vi } from 'vitest';

import { ColumnSummarySchema } from '@domain/column-info';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';
import { TableEngineError } from '../context/table-engine';

const api = useUploadApi();

async function summaryOf(id: string, query: string, actor = actors.contributor) {
  const response = await api.call(actor, `/api/fileupload/${id}/summary?${query}`);
  return response.ok ? ColumnSummarySchema.array().parse(await response.json()) : response.status;
}

test('contents of columns are returned with what the file says about them, one page of columns at a time', async () => {
  const id = await api.take({ name: 'c.csv', content: 'person;sex;grip\n1;m;30,5\n2;f;\n' });
  expect(await summaryOf(id, '')).toMatchObject([
    { name: 'person' },
    { name: 'sex', label: null, valueLabels: null, measures: { kind: 'text', distinct: 2 } },
    { name: 'grip', measures: { kind: 'number', decimal: ',', missing: 1, median: '30.5' } },
  ]);
  expect(await summaryOf(id, 'table=c&from=1&to=2')).toMatchObject([{ name: 'sex' }]);
  expect(await summaryOf(id, 'from=50')).toEqual([]);
  expect(await summaryOf(id, 'from=-1')).toBe(400);
  expect(await summaryOf(id, 'table=d')).toBe(404);
  expect(await summaryOf(id, '', actors.other)).toBe(404);
});

test('estimates for a long table are replaced with exact values on demand, one column at a time', async () => {
  const count = 110_000;
  const rows = Array.from({ length: count }, (_, i) => `${i},${i % 2}`);
  const id = await api.take({ name: 'long.csv', content: `id,turn\n${rows.join('\n')}\n` });
  const measures = async (query: string) => {
    const summary = await summaryOf(id, query);
    return typeof summary === 'number' ? summary : summary.map((column) => column.measures);
  };
  const range = { min: '0', max: String(count - 1) };
  const few = { distinct: 2, distinctIsExact: true, medianIsExact: false };
  expect(await measures('')).toMatchObject([{ distinctIsExact: false, medianIsExact: false, ...range }, few]);
  expect(await measures('exact=0')).toMatchObject([
    { distinct: count, distinctIsExact: true, median: '54999.5', medianIsExact: true, ...range },
    few,
  ]);
  expect(await measures('exact=1')).toMatchObject([{}, { distinct: 2, median: '0.5', medianIsExact: true }]);
  expect(await measures('exact=7')).toMatchObject([{ distinctIsExact: false }, few]);
});

test.each([
  ['take too long', new TableEngineError('timeout', 'INTERRUPT Error: Interrupted!')],
  ['take too much memory', new TableEngineError('statement', 'Out of Memory Error: could not allocate block')],
  ['end the engine', new TableEngineError('crashed', 'The tables child ended.')],
])('measures without the rows left out that %s are replaced by those of all rows', async (what, error) => {
  const id = await api.take({ name: 'c.csv', content: `${what};day\n1;3.4.2012\n\n2;5.4.2012\n3;6.4.2012\n` });
  expect(await summaryOf(id, '')).toMatchObject([
    { ofData: true, measures: { missing: 0 } },
    { ofData: true, measures: { kind: 'date' } },
  ]);
  const all = vi.spyOn(api.repository.tables, 'all').mockRejectedValue(error);
  try {
    const found = await summaryOf(id, '');
    expect(found).toMatchObject([
      { ofData: false, measures: { filled: 3, missing: 1 } },
      { ofData: false, measures: { kind: 'date', missing: 1 } },
    ]);
  } finally {
    all.mockRestore();
  }
});
