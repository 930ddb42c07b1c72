import { expect, test } from 'vitest';

import { RowWindowSchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';

const api = useUploadApi();

const rowCount = 120;

/** A table of long texts: each row has half a million characters. */
function longRows(): string {
  const cell = (row: number, column: number) => `r${row}c${column} ${'x'.repeat(25_000)}`;
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: 20 }, (__, column) => cell(row, column)).join(';'),
  );
  return [Array.from({ length: 20 }, (_, i) => `column ${i}`).join(';'), ...rows].join('\n');
}

test('a window that would be too large has fewer rows, and says where the next one begins', async () => {
  Object.assign(api.repository.settings, { maxFileBytes: 100_000_000 });
  const id = await api.take({ name: 'long.csv', content: longRows() });
  await expect.poll(async () => (await api.state(id)).state).toBe('ready');
  const rows: number[] = [];
  for (let offset: number | undefined = 0, windows = 0; offset !== undefined; windows += 1) {
    expect(windows).toBeLessThan(20);
    const response = await api.call(actors.contributor, `/api/fileupload/${id}/rows?offset=${offset}`);
    const text = await response.text();
    expect(text.length).toBeLessThan(9_000_000);
    const window = RowWindowSchema.parse(JSON.parse(text));
    rows.push(...window.rows.map(({ row }) => row));
    expect(window.rows[0]?.values[19]).toMatch(`r${offset}c19 `);
    offset = window.nextOffset;
  }
  expect(rows).toEqual(Array.from({ length: rowCount }, (_, i) => i + 2));
});

test('a window with few columns has all its rows', async () => {
  const [{ id } = { id: '' }] = await api.list();
  const response = await api.call(actors.contributor, `/api/fileupload/${id}/rows?columns=3`);
  const { rows, nextOffset } = RowWindowSchema.parse(await response.json());
  expect([rows.length, nextOffset]).toEqual([rowCount, undefined]);
});
