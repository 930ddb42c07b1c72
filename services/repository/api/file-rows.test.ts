import { expect, test } from 'vitest';

import { ProblemSchema } from '@domain/api/mapping';
import { PublicationPreviewSchema } from '@domain/api/publication';
import { RowWindowSchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';

const api = useUploadApi({ checks: true });

/** A class below its header: the second child has an impossible grip, the fourth the ID of the first. */
function children(id: string): (string | number)[][] {
  return [
    [`${id}1`, 'm', 8, 15],
    [`${id}2`, 'f', 9, -4],
    [`${id}3`, 'm', 8, 17],
    [`${id}1`, 'f', 9, 16],
    [`${id}5`, 'm', 9, 18],
  ];
}
const header = ['Nr', 'sex', 'age', 'grip'];
const csvOf = (rows: (string | number | null)[][]) => rows.map((row) => row.join(';')).join('\n');
const workbookOf = (rows: (string | number | null)[][]) => makeWorkbook({ sheets: { data: rowsXml(rows) } });

async function json(address: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await api.call(actors.contributor, address, init);
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return response.json();
}
async function map(id: string, columns = header) {
  const targets = ['person_id|', 'sex|m/f', 'age_y|a', 'handgrip|kg'];
  const mapping = columns.map((source, i) => {
    const [key, unit] = targets[i]!.split('|');
    return { source, target: { key, unit } };
  });
  return ProblemSchema.array().parse(await json(`/api/mapping/raw/${id}/data`, mapping));
}
const cellsOf = (problems: Awaited<ReturnType<typeof map>>, column: string) =>
  problems.filter((problem) => problem.column === column).map(({ cell }) => cell);

test.each<{ file: string; name: string; content: string | Promise<Buffer>; firstRow: number }>([
  { file: 'with the header in row 1', name: 'data.csv', content: csvOf([header, ...children('a')]), firstRow: 2 },
  {
    file: 'with titles and a blank line above the header',
    name: 'data.csv',
    content: csvOf([['Class 3b'], ['Spring 2024'], [], header, ...children('b')]),
    firstRow: 5,
  },
  {
    file: 'with a title in two lines of one cell',
    name: 'data.csv',
    content: csvOf([['"Class 3b\nSpring 2024"', '', '', ''], header, ...children('c')]),
    firstRow: 3,
  },
  {
    file: 'that names its separator in a line of its own, which spreadsheet programs hide',
    name: 'data.csv',
    content: `sep=;\n${csvOf([header, ...children('d')])}`,
    firstRow: 2,
  },
  {
    file: 'of Excel with titles and a blank row above the header',
    name: 'data.xlsx',
    content: workbookOf([['Class 3b'], ['Spring 2024'], [], header, ...children('e')]),
    firstRow: 5,
  },
])('rows of a file $file are counted as in the file', async ({ name, content, firstRow }) => {
  const id = await api.take({ name, content: await content });
  expect((await api.state(id)).tables[0]).toMatchObject({ firstRow, rowCount: 5 });
  const { rows } = RowWindowSchema.parse(await json(`/api/fileupload/${id}/rows?limit=2`));
  expect(rows.map(({ row, values }) => [row, values[3]])).toEqual([
    [firstRow, '15'],
    [firstRow + 1, '-4'],
  ]);
  const chosen = RowWindowSchema.parse(await json(`/api/fileupload/${id}/rows?rows=${firstRow + 4}`));
  expect(chosen.rows.map(({ row, values }) => [row, values[3]])).toEqual([[firstRow + 4, '18']]);

  const problems = await map(id);
  expect(cellsOf(problems, 'grip')).toEqual([`D/${firstRow + 1}`]);
  expect(cellsOf(problems, 'Nr')).toEqual([`A/${firstRow + 3}`]);
  expect(JSON.stringify(problems)).toContain(`row ${firstRow}.`);
  const list = await api.call(actors.contributor, `/api/mapping/problems/${id}?format=csv&table=data`);
  expect(await list.text()).toMatch(new RegExp(`^${firstRow + 1},D,grip,[^\\n]*,-4,`, 'm'));

  const digest = await api.call(actors.contributor, `/api/fileupload/${id}`);
  expect(await digest.text()).toContain(`["-4","${firstRow + 1}"]`);
  const published = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published?offset=1&limit=1`));
  expect(published.window.rows.map(({ row }) => row)).toEqual([firstRow + 1]);
});

test('comments follow their rows into a corrected file without the titles', async () => {
  const rows = children('f');
  const id = await api.take({ name: 'data.csv', content: csvOf([['Class 3b'], [], header, ...rows]) });
  const problem = (await map(id)).find(({ column }) => column === 'Nr');
  expect(problem?.cell).toBe('A/7');
  await json(`/api/mapping/override/${id}/data`, [{ id: problem?.id, comment: 'Tested twice.' }]);

  const content = csvOf([header, ...rows.map((row, i) => (i === 1 ? [...row.slice(0, 3), 14] : row))]);
  const answer = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content }]),
  });
  expect(answer.status).toBe(200);
  const left = ProblemSchema.array().parse(await json(`/api/mapping/errors/${id}/data`));
  expect(left.find(({ column }) => column === 'Nr')).toMatchObject({ cell: 'A/5', comment: 'Tested twice.' });
});
