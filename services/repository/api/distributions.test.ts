import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { DistributionsSchema, type Distribution, type Distributions } from '@domain/api/distributions';

import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { rootFolder } from '../../root-folder';
import { uploads } from '../store/schema';
import { TableEngineError } from '../context/table-engine';

let source: SourceApi;
const { contributor: anna, other: ben, expert1: eva } = actors;
beforeAll(async () => {
  source = await openSourceApi();
});
afterEach(() => expect(source.serverErrors).toEqual([]));
afterAll(() => source.close());

async function distributionsOf(id: string, language = 'en'): Promise<Distributions> {
  const kind = id.endsWith('a') ? 'agg' : 'raw';
  const response = await ask(source, anna, `/api/mapping/${kind}/${id}/data/distributions`, { language });
  expect(response.status).toBe(200);
  return DistributionsSchema.parse(await response.json());
}

async function map(id: string, targets: Record<string, string>): Promise<void> {
  const address = `/api/mapping/${id.endsWith('a') ? 'agg' : 'raw'}/${id}/data`;
  const saved = await ask(source, anna, address, { method: 'POST', body: mappingOf(targets) });
  expect(saved.status).toBe(200);
}

const jumps = { sex: 'sex|m/f', jump: 'slj|cm' };

async function addJumps(): Promise<{ id: string; number: number }> {
  const csv = 'sex,jump\nm,120\nm,130\nf,118\nf,-9\n';
  const upload = await source.addUpload({ tables: [{ name: 'data', csv }] });
  await map(upload.id, jumps);
  return upload;
}

it('distributions have names in the language of the call', async () => {
  const { id } = await addJumps();
  const { distributions } = await distributionsOf(id, 'de');
  expect(distributions).toMatchObject([
    { label: 'Standweitsprung', unit: 'cm', groups: [{ label: 'männlich' }, { label: 'weiblich' }] },
  ]);
});

it('missing-value codes are those that the study declares', async () => {
  const { id } = await addJumps();
  const girls = async () => (await distributionsOf(id)).distributions[0]?.groups[1];
  expect(await girls()).toMatchObject({ count: 2, impossiblyLow: 1, missing: 0 });
  await ask(source, anna, `/api/metadata/${id}/missing-codes`, { method: 'PUT', body: ['-9'] });
  expect(await girls()).toMatchObject({ count: 1, impossiblyLow: 0, missing: 1 });
});

it('for a table without results, and for aggregated data, the reason is returned instead of a distribution', async () => {
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv: 'sex,jump\nm,120\n' }] });
  expect(await distributionsOf(id)).toEqual({ without: 'no-results', distributions: [] });
  await map(id, { sex: 'sex|m/f' });
  expect(await distributionsOf(id)).toEqual({ without: 'no-results', distributions: [] });

  const csv = 'sex,n,jump\nm,20,150\nf,22,140\n';
  const groups = await source.addUpload({ kind: 'agg', tables: [{ name: 'data', csv }] });
  await map(groups.id, { sex: 'g_sex|', n: 'slj.n|1', jump: 'slj.mean|cm' });
  expect(await distributionsOf(groups.id)).toEqual({ without: 'aggregated', distributions: [] });
});

it('counting that takes too long is aborted, and the response says so', async () => {
  const { id } = await addJumps();
  const { tables } = source.repository;
  const { all } = tables;
  tables.all = (sql, ...rest) =>
    sql.includes('quartiles') ? Promise.reject(new TableEngineError('timeout', '')) : all.call(tables, sql, ...rest);
  expect(await distributionsOf(id)).toEqual({ without: 'took-too-long', distributions: [] });
  tables.all = all;
});

it('the owner sees distributions, the editorial board only those of submissions, and no other user any', async () => {
  const { id, number } = await addJumps();
  const status = async (actor: typeof anna | null) =>
    (await ask(source, actor, `/api/mapping/raw/${id}/data/distributions`)).status;
  expect(await Promise.all([anna, ben, eva, null].map(status))).toEqual([200, 404, 404, 401]);
  await source.repository.db.update(uploads).set({ status: 'Submitted' }).where(eq(uploads.number, number));
  expect(await Promise.all([anna, ben, eva].map(status))).toEqual([200, 404, 200]);
  for (const address of [`agg/${id}/data`, `raw/${id}/dota`, 'raw/999999r/data']) {
    expect((await ask(source, anna, `/api/mapping/${address}/distributions`)).status).toBe(404);
  }
});

const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');
const bodyPerformance = path.join(dataFolder, 'body-performance.csv');

/** Quantile of a sorted list, interpolated between two values. */
function quantile(sorted: number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position % 1);
}

function summaryOf(sorted: number[]) {
  const close = (value: number) => expect.closeTo(value, 9) as number;
  return {
    min: sorted[0],
    lowerQuartile: close(quantile(sorted, 0.25)),
    median: close(quantile(sorted, 0.5)),
    upperQuartile: close(quantile(sorted, 0.75)),
    max: sorted.at(-1),
  };
}

function expectedGroup({ warn, hard, binWidth, groups }: Distribution, values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const number = (holds: (value: number) => boolean) => sorted.filter(holds).length;
  const count = groups[0]?.bins.length ?? 0;
  return {
    count: sorted.length,
    missing: 0,
    unreadable: 0,
    summary: summaryOf(sorted),
    impossiblyLow: number((value) => value < hard.min),
    unusuallyLow: number((value) => value >= hard.min && value < warn.min),
    unusuallyHigh: number((value) => value > warn.max && value <= hard.max),
    impossiblyHigh: number((value) => value > hard.max),
    bins: Array.from({ length: count }, (_, index) => {
      // In thousandths, because binary fractions are not exact.
      const thousandths = (value: number) => Math.round(value * 1000);
      const from = thousandths(warn.min + index * binWidth);
      const to = thousandths(warn.min + (index + 1) * binWidth);
      const last = index === count - 1;
      return number((value) => value <= warn.max && thousandths(value) >= from && (last || thousandths(value) < to));
    }),
  };
}

describe.skipIf(!existsSync(bodyPerformance))('results of 13,393 adults', () => {
  it('agree with a simple computation over the file', async () => {
    const { id } = await source.addUpload({ tables: [{ name: 'data', file: bodyPerformance }] });
    await map(id, {
      gender: 'sex|m/f',
      'grip force': 'handgrip|kg',
      'sit and bend forward': 'sitreach|cm',
      'sit-ups': 'situp40|1',
      'broad jump': 'slj|cm',
    });
    const lines = (await readFile(bodyPerformance, 'utf8')).trim().split(/\r?\n/).slice(1);
    const rows = lines.map((line) => line.split(','));
    const { distributions } = await distributionsOf(id);
    expect(distributions.map(({ target }) => target)).toEqual(['handgrip', 'sitreach', 'situp40', 'slj']);
    for (const distribution of distributions) {
      expect(distribution.groups.map(({ sex }) => sex)).toEqual(['m', 'f']);
      for (const group of distribution.groups) {
        const own = rows.filter((row) => row[1]?.toLowerCase() === group.sex);
        const values = own.map((row) => Number(row[distribution.position]));
        expect(group).toMatchObject(expectedGroup(distribution, values));
      }
    }
  });
});
