import { expect, test } from 'vitest';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';

const api = useUploadApi({ checks: true });

type Row = (string | number)[];

const header = ['ID', 'Handkraft'];
const children = (group: string): Row[] =>
  Array.from({ length: 8 }, (_, i) => [`${group}${i + 1}`, i === 3 ? -4 : 14 + i]);
const workbook = (group: string) => {
  const sheets = { one: rowsXml([header, ...children(group)]), two: rowsXml([header, ...children(`${group}x`)]) };
  return makeWorkbook({ sheets });
};
const mapping = [
  { source: 'ID', target: { key: 'person_id', unit: '' } },
  { source: 'Handkraft', target: { key: 'handgrip', unit: 'kg' } },
];
const call = (address: string, body?: unknown) =>
  api.call(actors.contributor, address, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const refused = [409, 'table-left-out'];
const addressOf = (id: string, table: string) => `/api/mapping/raw/${id}/${table}`;
const use = (id: string, choice: 'data' | 'left-out', table = 'two') =>
  call(`${addressOf(id, table)}/data`, { table: choice });
const checkStates = async (id: string) => (await api.state(id)).tables.map(({ checkState }) => checkState);

test('a table that is left out is not mapped, checked or previewed', async () => {
  const id = await api.take({ name: 'classes.xlsx', content: await workbook('a') });
  expect((await use(id, 'left-out')).status).toBe(200);
  expect(await codeOf(await call(addressOf(id, 'two'), mapping))).toEqual(refused);
  expect(await (await call(addressOf(id, 'two'))).json()).toEqual([]);
  for (const address of [
    `/api/mapping/errors/${id}/two`,
    `/api/mapping/errors/${id}/two?group=R02-1`,
    `/api/mapping/problems/${id}/two`,
    `/api/fileupload/${id}/published?table=two&offset=0&limit=10`,
  ]) {
    expect([address, ...(await codeOf(await call(address)))]).toEqual([address, ...refused]);
  }
  expect(await codeOf(await call(`/api/mapping/override/${id}/two`, []))).toEqual(refused);
});

test('a table keeps its mapping while it is left out, and is checked when it is used again', async () => {
  const id = await api.take({ name: 'classes.xlsx', content: await workbook('b') });
  for (const table of ['one', 'two']) expect((await call(addressOf(id, table), mapping)).status).toBe(200);
  await use(id, 'left-out');
  await call(`${addressOf(id, 'two')}/data`, { from: 5, to: 5, isData: false, reason: 'test of the device' });
  const content = await workbook('b corrected');
  const body = uploadForm([{ name: 'classes.xlsx', content }]);
  await api.call(actors.contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body });
  await api.settle();
  expect(await checkStates(id)).toEqual(['ready', 'none']);
  expect((await call(`/api/mapping/check/${id}`, {})).status).toBe(200);
  expect(await checkStates(id)).toEqual(['ready', 'none']);

  expect((await use(id, 'data')).status).toBe(200);
  expect(await checkStates(id)).toEqual(['ready', 'ready']);
  expect(await (await call(addressOf(id, 'two'))).json()).toEqual(mapping);
  expect(await (await call(`/api/mapping/errors/${id}/two`)).json()).toContainEqual(
    expect.objectContaining({ cell: 'B/5' }),
  );
});

test('without a named table, the preview shows the first one that is data', async () => {
  const id = await api.take({ name: 'classes.xlsx', content: await workbook('c') });
  await call(addressOf(id, 'two'), mapping);
  await use(id, 'left-out', 'one');
  const answer = await call(`/api/fileupload/${id}/published?offset=0&limit=1`);
  expect(await answer.json()).toMatchObject({ columns: [{ source: 'ID' }, { source: 'Handkraft' }] });
});
