import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { eachDatabase } from '../../tests/support/test-database';
import { dumpDatabase, inSnapshot } from './dump-database';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-dump-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const characters = 1_500_000;
const rowCount = 12;
/** Bytes of a query; all rows have more. */
const maxFetched = 12_000_000;

/** Notes how many bytes each query brings. */
function measureQueries(client: pg.Client): number[] {
  const fetched: number[] = [];
  const query = client.query.bind(client) as (
    text: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Record<string, unknown>>>;
  const measured = async (text: string, values?: unknown[]) => {
    const result = await query(text, values);
    fetched.push(Buffer.byteLength(result.rows.map((row) => Object.values(row).join('')).join('')));
    return result;
  };
  client.query = measured as typeof client.query;
  return fetched;
}

eachDatabase('large rows', (database) => {
  test('are fetched one by one, so that many of them do not fill the memory, and are dumped whole', async () => {
    const { pool, kind } = database();
    const text = `ä"\n\\${'[{"ü":"b"}],'.repeat(characters / 12)}`;
    for (let row = 0; row < rowCount; row += 1) {
      await pool.query(
        `insert into web.drafts (subject, form, object, window_id, version, entries, saved_after_session_end, saved_at)
         values ('one', 'metadata', $1, '', 1, $2, false, now())`,
        [String(row), text + String(row)],
      );
    }
    const file = path.join(home, kind);
    let fetched: number[] = [];
    const { rows } = await inSnapshot(pool, (client) => {
      fetched = measureQueries(client);
      return dumpDatabase(client, file);
    });
    expect(Math.max(...fetched)).toBeLessThan(maxFetched);
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('['));
    expect(lines).toHaveLength(rows);
    const drafts = lines.filter((line) => line.length > characters).map((line) => JSON.parse(line) as string[]);
    expect(drafts.map((draft) => draft.includes(text + draft[2]))).toEqual(Array(rowCount).fill(true));
  });
});
