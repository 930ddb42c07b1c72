import { expect, test } from 'vitest';

import type { PoolChoice } from '@domain/pool/pool-choice';

import { createTestRepository } from '../../../tests/support/test-repository';
import { watchChildren } from '../../../tests/support/watch-children';
import { sqlText } from '../context/table-engine';
import type { PublishedTable } from '../store/published-data-sets';
import { poolBytes } from './pool-package';
import { readPooledTable } from './pooled-table';
import { type PoolPart, writePool } from './write-pool';

const dataSets = 200;
const rowsEach = 5000;
const mebibyte = 1024 * 1024;
const everything: PoolChoice = { dataSets: [], tests: [], ages: null, sexes: [], years: null, countries: [] };
const keys = ['person_id', 'sex', 'age_y', 'slj', 'run6min', 'pushup40', 'situp40', 'dash20hand', 'height', 'mass'];
const longKeys = ['person_id', 'sex', 'test_name', 'test_value'];

const wideSelect = `select i as person_id, case when i % 2 = 0 then 'f' else 'm' end as sex,
  ${keys.slice(2).map((key, at) => `(random() * ${100 + at})::double as ${key}`).join(', ')} from range(${rowsEach}) as t(i)`; // prettier-ignore
const longSelect = `select i // 3 as person_id, case when (i // 3) % 2 = 0 then 'f' else 'm' end as sex,
  ['slj', 'run6min', 'pushup40'][i % 3 + 1] as test_name, random()::double as test_value from range(${3 * rowsEach}) as t(i)`;

test.runIf(process.platform === 'linux')(
  'the rows of 200 data sets, some of them in long format, take little memory',
  async () => {
    const { repository, close } = await createTestRepository();
    const { files, tables } = repository;
    const stopWatching = watchChildren();
    await files.writeLocal('published/wide.parquet', (file) =>
      tables.run(`copy (${wideSelect}) to ${sqlText(file)} (format parquet)`),
    );
    await files.writeLocal('published/long.parquet', (file) =>
      tables.run(`copy (${longSelect}) to ${sqlText(file)} (format parquet)`),
    );
    const parts = Array.from({ length: dataSets }, (_, i): PoolPart => {
      const isLong = i % 10 === 0;
      const columns = (isLong ? longKeys : keys).map((key) => ({ key, unit: '', source: '' }));
      const objectKey = `published/${isLong ? 'long' : 'wide'}.parquet`;
      const facts = { nr: i + 1, doi: '', ages: [], years: [], sexes: [], countries: [] };
      return { facts, tables: [{ objectKey, columns } as unknown as PublishedTable] };
    });
    await files.writeLocal('kept/pool', (file) => writePool(repository, parts, everything, file));
    const pooled = await readPooledTable(repository, 'kept/pool');
    expect(pooled.table.rowCount).toBe(dataSets * rowsEach);
    expect(pooled.dataSets.map(({ rows }) => rows)).toEqual(Array(dataSets).fill(rowsEach));
    expect(pooled.dataSets[0]!.persons).toBe(rowsEach);
    const described = { language: 'en' as const, sources: [], writtenAt: new Date(0) };
    for (const format of ['csv', 'sav'] as const) {
      const before = process.memoryUsage.rss();
      let bytes = 0;
      let most = 0;
      for await (const piece of poolBytes(repository, pooled, { ...described, format })) {
        bytes += piece.length;
        most = Math.max(most, process.memoryUsage.rss());
      }
      expect(bytes, format).toBeGreaterThan(50 * mebibyte);
      expect((most - before) / mebibyte, format).toBeLessThan(150);
    }
    const [engine = 0] = [...stopWatching()].filter(([entry]) => entry.includes('tables')).map(([, bytes]) => bytes);
    expect(engine).toBeGreaterThan(0);
    // Its limit, what Node and the engine need themselves, and what is freed late.
    expect(engine / mebibyte).toBeLessThan(800);
    await close();
  },
);
