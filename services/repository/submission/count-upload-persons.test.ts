import { expect, test } from 'vitest';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';
import { findPersonsDifference } from './count-upload-persons';
import { describeUploadData } from './describe-upload-data';

const api = useUploadApi({ checks: true });

const header = ['ID', 'Geschlecht', 'Alter', 'Handkraft', 'Sit-ups'];
const targets = [
  ['person_id', ''],
  ['sex', 'm/w'],
  ['age_y', 'a'],
  ['handgrip', 'kg'],
  ['situp40', '1'],
];
const children = (ids: readonly number[]) =>
  ids.map((id, i) => [`q${id}`, i % 2 ? 'w' : 'm', 8 + (i % 3), 14 + i, 10 + i]);

async function post(address: string, body: unknown): Promise<void> {
  const answer = await api.call(actors.contributor, address, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
}

/** What the data say about persons, and the number of statements of the engine that it took. */
async function countAgain(progress: UploadProgress): Promise<{ persons: number | null; statements: number }> {
  let statements = 0;
  const { tables } = api.repository;
  const counting: typeof tables = {
    ...tables,
    all: (...call) => {
      statements += 1;
      return tables.all(...call);
    },
  };
  const repository = { ...api.repository, tables: counting };
  const { persons } = await describeUploadData(repository, progress);
  const difference = await findPersonsDifference(repository, progress);
  expect(difference?.counted ?? persons).toBe(persons);
  return { persons, statements };
}

test('people in several tables are counted once for a mapping, and again when their rows change', async () => {
  const sheets = {
    Herbst: rowsXml([header, ...children([1, 2, 3, 4, 5, 6, 7, 8])]),
    Sommer: rowsXml([header, ...children([5, 6, 7, 8, 9, 10])]),
  };
  const id = await api.take({ name: 'twice.xlsx', content: await makeWorkbook({ sheets }) });
  const mapping = targets.map(([key, unit], i) => ({ source: header[i], target: { key, unit } }));
  for (const sheet of Object.keys(sheets)) await post(`/api/mapping/raw/${id}/${sheet}`, mapping);
  const progressOf = async () => (await findUploadProgress(api.repository.db, Number(id.slice(0, -1))))!;

  const progress = await progressOf();
  const first = await countAgain(progress);
  expect(first.persons).toBe(10);
  expect(first.statements).toBeGreaterThan(0);
  expect(await countAgain(progress)).toEqual({ persons: 10, statements: 0 });

  await post(`/api/mapping/raw/${id}/Sommer/data`, { from: 7, to: 7, isData: false, reason: 'tried out' });
  const later = await countAgain(await progressOf());
  expect(later.persons).toBe(9);
  expect(later.statements).toBeGreaterThan(0);
});
