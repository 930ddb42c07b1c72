import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { ProblemSchema, type MappingEntry } from '@domain/api/mapping';
import { DigestSchema } from '@domain/api/uploads';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { explainProblems } from '../../../tests/support/explain-problems';
import { mappingOf } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadNumber } from '../../../tests/support/upload-calls';
import { highest, writeSav } from '../../../tests/support/write-sav';
import { codebook } from '../packaging/codebook';
import { rootFolder } from '../../root-folder';
import { streamPublishedRows } from '../search/published-data';
import { listPublishedTables } from '../store/published-data-sets';
import { uploads } from '../store/schema';
import type { SqlRow } from '../context/table-engine';
import { publishUpload } from '../jobs/handlers/publish-upload';

const api = useUploadApi({ checks: true });

const labelled = writeSav({
  variables: [
    {
      name: 'person',
      width: 8,
      label: 'Kind',
      valueLabels: [
        ['P1', 'Mia Muster'],
        ['P2', 'Ben Beispiel'],
      ],
    },
    {
      name: 'sex',
      label: 'Geschlecht des Kindes',
      valueLabels: [
        [1, 'männlich'],
        [2, 'weiblich'],
      ],
    },
    { name: 'grip', label: 'Handkraft in kg', missing: { values: [0], range: [400, highest] } },
    { name: 'school', width: 8, label: 'Schule', valueLabels: [['S1', 'Grundschule Musterdorf']] },
    { name: 'arm', width: 8, valueLabels: [['1', 'Interventionsgruppe']], missing: { values: ['9'] } },
    { name: 'note', width: 16, label: 'Was die Lehrkraft sagt', valueLabels: [['x', 'krank']] },
  ],
  rows: [
    ['P1', 1, 0, 'S1', '1', 'x'],
    ['P2', 2, 18.5, 'S1', '9', ''],
    ['P3', 2, 401, 'S1', '1', ''],
  ],
});

async function save(id: string, table: string, mapping: MappingEntry[]) {
  const response = await api.call(actors.contributor, `/api/mapping/raw/${id}/${table}`, {
    method: 'POST',
    body: JSON.stringify(mapping),
  });
  expect(response.status).toBe(200);
  return ProblemSchema.array().parse(await response.json());
}

/** Accepts and publishes an upload. Returns its tables, rows and German codebook. */
async function publish(id: string, nr: number) {
  const { repository } = api;
  const metadata = { id: [id], metadata: completeMetadata(`Labelled study ${nr}`) };
  const saved = await api.call(actors.contributor, '/api/metadata', { method: 'POST', body: JSON.stringify(metadata) });
  expect(saved.status).toBe(200);
  const upload = uploadNumber(id);
  await repository.db.update(uploads).set({ status: 'Accepted', nr }).where(eq(uploads.number, upload));
  await publishUpload(repository, { upload }, new AbortController().signal);
  const [table] = await listPublishedTables(repository.db, [nr]);
  if (!table) throw new Error('Nothing was published.');
  const rows: SqlRow[] = [];
  for await (const batch of streamPublishedRows(repository, table)) rows.push(...batch);
  return { table, rows, book: [...codebook('raw', [table], 'de')].join('') };
}

describe('labels and missing values of an SPSS file', () => {
  let id: string;
  beforeAll(async () => {
    id = await api.take({ name: 'study.sav', content: labelled });
  });

  it('are in the digest beside values and rows', async () => {
    const response = await api.call(actors.contributor, `/api/fileupload/${id}`);
    const { columns } = DigestSchema.parse(await response.json()).tables[0]!;
    expect(columns[1]).toEqual({
      columnName: 'sex',
      values: [
        ['1', '2'],
        ['2', '3+1'],
      ],
      rows: 3,
      label: 'Geschlecht des Kindes',
      valueLabels: { 1: 'männlich', 2: 'weiblich' },
      kind: 'number',
    });
    expect(columns[2]).toMatchObject({
      columnName: 'grip',
      missing: { values: ['0'], ranges: [{ from: '400', to: null }] },
    });
  });

  it('are not values in the check and in what is published', async () => {
    const problems = await save(
      id,
      'study',
      mappingOf({
        person: 'person_id|',
        sex: 'sex|1=m 2=f',
        grip: 'handgrip|kg',
        school: 'school_id|',
        arm: 'group|',
        note: 'remark|',
      }),
    );
    const cells = problems.filter(({ row }) => row !== null).map(({ column }) => column);
    expect(cells).not.toContain('grip');
    expect(cells).not.toContain('arm');
    await explainProblems(api, id, 'study');

    const { table, rows, book } = await publish(id, 501);
    expect(rows.map(({ sex, handgrip, group }) => [sex, handgrip, group])).toEqual([
      ['m', null, '1'],
      ['f', 18.5, null],
      ['f', null, '1'],
    ]);
    expect(table.columns.map(({ key, info }) => [key, info])).toEqual([
      ['person_id', undefined],
      ['sex', { label: 'Geschlecht des Kindes', valueLabels: { 1: 'männlich', 2: 'weiblich' } }],
      ['handgrip', { label: 'Handkraft in kg', missing: { values: ['0'], ranges: [{ from: '400', to: null }] } }],
      ['school_id', { label: 'Schule' }],
      ['group', { valueLabels: { 1: 'Interventionsgruppe' }, missing: { values: ['9'], ranges: [] } }],
    ]);
    expect(book).toContain('sex,Geschlecht des Kindes,1 = männlich; 2 = weiblich,\r\n');
    expect(book).toContain('grip,Handkraft in kg,,0; 400 und darüber\r\n');
    expect(book).not.toMatch(/Mia|Ben|Musterdorf|krank|Lehrkraft/);
  });
});

const real = path.join(rootFolder, '..', 'shared', 'data', 'body-performance.sav');

it.skipIf(!existsSync(real))('the real file of adults: 0 kg and 0 cm are missing, not impossible', async () => {
  const id = await api.take({ name: 'body.sav', content: readFileSync(real) });
  const response = await api.call(actors.contributor, `/api/fileupload/${id}`);
  const { columns } = DigestSchema.parse(await response.json()).tables[0]!;
  const declared = columns
    .filter(({ missing }) => missing)
    .map(({ columnName, missing }) => [columnName, missing?.values]);
  expect(declared).toEqual([
    ['grip', ['0']],
    ['slj', ['0']],
  ]);
  const targets = { sex: 'sex|1=m 2=f', grip: 'handgrip|kg', slj: 'slj|cm' };
  const problems = await save(id, 'body', mappingOf(targets));
  expect(problems.filter(({ rule }) => rule === 'R12' || rule === 'R02')).toEqual([]);

  await explainProblems(api, id, 'body');
  const { rows } = await publish(id, 502);
  const missing = (key: string) => rows.filter((row) => row[key] === null).length;
  expect([missing('handgrip'), missing('slj')]).toEqual([3, 10]);
  expect(new Set(rows.map(({ sex }) => sex))).toEqual(new Set(['m', 'f']));
});
