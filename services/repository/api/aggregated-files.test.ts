import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { MappingSuggestionsSchema, type Problem } from '@domain/api/mapping';
import { PublicationPreviewSchema } from '@domain/api/publication';
import type { Language } from '@domain/language';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { dataSets } from '../store/schema';
import { uploads } from '../store/schema';

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
});
afterEach(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api.close());

interface Layout {
  of: string;
  language: Language;
  csv: string[];
  targets: Record<string, string>;
  /** Number of people without totals. */
  n: number;
  exercises: string[];
  /** Published keys, and the first row. */
  published: [keys: string[], first: (string | null)[]];
}

const layouts: Layout[] = [
  {
    of: 'one n for several tests, ages in one cell, a total row',
    language: 'de',
    csv: [
      'Geschlecht;Altersgruppe;N;Standweitsprung MW (cm);Standweitsprung SD;20-m-Sprint MW (s);20-m-Sprint SD',
      'm;6-7;40;110;13;5;0,28',
      'm;8-9;64;126;15;4,6;0,27',
      'w;6 bis 7 Jahre;33;110;14;5;0,3',
      'w;8;0-8;11;29;126;16;4,6;0,28'.replace('8;0-8;11', '"8;0-9;11"'),
      'gesamt;6–9;166;119;15;4,8;0,3',
    ],
    targets: {
      Geschlecht: 'g_sex|',
      Altersgruppe: 'g_ages|',
      N: 'g_n|1',
      'Standweitsprung MW (cm)': 'slj.mean|cm',
      'Standweitsprung SD': 'slj.sd|cm',
      '20-m-Sprint MW (s)': 'dash20hand.mean|s',
      '20-m-Sprint SD': 'dash20hand.sd|s',
    },
    n: 166,
    exercises: ['slj', 'dash20hand'],
    published: [
      ['g_sex', 'g_age_from', 'g_age_to', 'g_n', 'slj.mean', 'slj.sd', 'dash20hand.mean', 'dash20hand.sd'],
      ['m', '6', '7', '40', '110', '13', '5', '0.28'],
    ],
  },
  {
    of: 'mean and deviation in one cell',
    language: 'en',
    csv: [
      'sex,age group,n,Standing long jump (m),Handgrip mean ± SD',
      'boys,6-7,40,1.10 ± 0.13,12.1 (2.2)',
      'girls,U8,33,1.05 ± 0.14,11.4 (2.1)',
    ],
    targets: {
      sex: 'g_sex|',
      'age group': 'g_ages|',
      n: 'g_n|1',
      'Standing long jump (m)': 'slj.mean_sd|m',
      'Handgrip mean ± SD': 'handgrip.mean_sd|kg',
    },
    n: 73,
    exercises: ['slj', 'handgrip'],
    published: [
      ['g_sex', 'g_age_from', 'g_age_to', 'g_n', 'slj.mean', 'slj.sd', 'handgrip.mean', 'handgrip.sd'],
      ['m', '6', '7', '40', '110', '13', '12.1', '2.2'],
    ],
  },
  {
    of: 'one row for each test, sex and age',
    language: 'en',
    csv: [
      'Test,Sex,Age,N,Mean,SD',
      'Standing long jump,m,8,40,120,19',
      'Standing long jump,f,8,41,115,18',
      '20 m sprint,m,8,39,4.5,0.3',
      '20 m sprint,f,8,41,4.6,0.3',
    ],
    targets: {
      Test: 'test_name|',
      Sex: 'g_sex|',
      Age: 'g_age|a',
      N: 'test_value.n|1',
      Mean: 'test_value.mean|',
      SD: 'test_value.sd|',
    },
    n: 81,
    exercises: ['slj', 'dash20hand'],
    published: [
      ['test_name', 'g_sex', 'g_age', 'test_value.n', 'test_value.mean', 'test_unit', 'test_value.sd'],
      ['slj', 'm', '8', '40', '120', 'cm', '19'],
    ],
  },
  {
    of: 'percentiles in columns',
    language: 'de',
    csv: [
      'Geschlecht;Alter;Standweitsprung N;Standweitsprung P3;Standweitsprung P50;Standweitsprung P97',
      'm;8;400;85;120;160',
      'w;8;390;80;115;154',
    ],
    targets: {
      Geschlecht: 'g_sex|',
      Alter: 'g_age|a',
      'Standweitsprung N': 'slj.n|1',
      'Standweitsprung P3': 'slj.p3|cm',
      'Standweitsprung P50': 'slj.p50|cm',
      'Standweitsprung P97': 'slj.p97|cm',
    },
    n: 790,
    exercises: ['slj'],
    published: [
      ['g_sex', 'g_age', 'slj.n', 'slj.p3', 'slj.p50', 'slj.p97'],
      ['m', '8', '400', '85', '120', '160'],
    ],
  },
];

async function json<Body>(path: string, options: { method?: string; body?: unknown; language?: string } = {}) {
  const response = await ask(api, actors.contributor, path, options);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
}

async function addMapped(csv: string, targets: Record<string, string>) {
  const tables = [{ name: 'data', csv }];
  const upload = await api.addUpload({ kind: 'agg', tables, metadata: completeMetadata('Groups') });
  await json(`/api/mapping/agg/${upload.id}/data`, { method: 'POST', body: mappingOf(targets) });
  await api.settle();
  return upload;
}

describe.each(layouts)('aggregated data with $of', ({ language, csv, targets, n, exercises, published }) => {
  it('has its columns suggested', async () => {
    const { id } = await api.addUpload({ kind: 'agg', tables: [{ name: 'data', csv: csv.join('\n') }] });
    const { columns: found } = MappingSuggestionsSchema.parse(
      await json(`/api/mapping/agg/${id}/data/suggestions`, { language }),
    );
    const firsts = found.map(({ source, suggestions: [first] }) => [
      source,
      `${first?.target.key}|${first?.target.unit}`,
    ]);
    expect(Object.fromEntries(firsts)).toEqual(targets);
  });

  it('has no problem, and is published, counted and found', async () => {
    const { id, number } = await addMapped(csv.join('\n'), targets);
    expect(await json<Problem[]>(`/api/mapping/errors/${id}/data`, { language })).toEqual([]);
    const { window } = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published?offset=0&limit=1`));
    expect([window.columns, window.rows[0]?.values]).toEqual(published);
    const { db } = api.repository;
    await db.update(uploads).set({ status: 'Accepted', nr: number }).where(eq(uploads.number, number));
    await publishUpload(api.repository, { upload: number }, new AbortController().signal);
    const [dataSet] = await db.select().from(dataSets).where(eq(dataSets.nr, number));
    expect(dataSet?.row).toMatchObject({ count: n, exercises, genders: ['m', 'f'] });
  });
});

it('a group of nobody, a small one and a negative deviation are named in their rows', async () => {
  const [layout] = layouts;
  const [header = ''] = layout?.csv ?? [];
  const rows = [
    'm;6-7;40;110;-13;5;0,28',
    'w;6-7;0;110;14;5;0,3',
    'm;8-9;3;126;15;4,6;0,27',
    'w;8–7;29;126;16;4,6;0,28',
  ];
  const { id } = await addMapped([header, ...rows].join('\n'), layout?.targets ?? {});
  const found = await json<Problem[]>(`/api/mapping/errors/${id}/data`, { language: 'de' });
  expect(found.map(({ cell, warning, canOverride }) => [cell, warning, canOverride])).toEqual([
    ['B/5', '„Alter von“ (8) ist größer als „Alter bis“ (7).', false],
    ['C/3', 'n = 0 muss eine ganze Zahl ab 1 sein.', false],
    ['E/2', 'Standweitsprung: Die Standardabweichung -13 ist negativ.', false],
    ['C/4', 'n = 3: Mitglieder so kleiner Gruppen können erkennbar sein.', true],
  ]);
});

it('the names of tests are read once for a check that finds problems and counts people', async () => {
  const asked = vi.spyOn(api.repository.tables, 'all');
  const csv = 'Test,Sex,Age,N,Mean\n20 m sprint,m,8,40,4.5\n20 m sprint,f,8,41,4.6';
  const targets = { Test: 'test_name|', Sex: 'g_sex|', Age: 'g_age|a', N: 'test_value.n|1', Mean: 'test_value.mean|' };
  await addMapped(csv, targets);
  const statements = asked.mock.calls.filter(([sql]) => / as spelling from /.test(sql) && / limit /.test(sql));
  asked.mockRestore();
  expect(statements).toHaveLength(1);
});

it('statistics of a test that is a time cannot be read from speeds', async () => {
  const header = 'Test,Sex,Age,N,Mean,SD,Min,Max,Unit';
  const rows = ['20 m sprint,m,8,40,4.5,0.3,3.9,5.2,m/s', '20 m sprint,f,8,41,4.6,0.3,3.9,5.3,s'];
  const targets = {
    Test: 'test_name|',
    Sex: 'g_sex|',
    Age: 'g_age|a',
    N: 'test_value.n|1',
    Mean: 'test_value.mean|',
    SD: 'test_value.sd|',
    Min: 'test_value.min|',
    Max: 'test_value.max|',
  };
  const { id } = await addMapped([header, ...rows].join('\n'), { ...targets, Unit: 'test_unit|' });
  const found = await json<Problem[]>(`/api/mapping/errors/${id}/data`);
  expect(found.map(({ cell, warning }) => [cell, warning])).toEqual([
    ['I/2', '20 m dash, hand timing: "m/s" is not a unit of this test. Allowed: s, ms.'],
  ]);
  const named = rows.map((row) => row.replace(/(.*),m\/s/, '$1').replace('20 m sprint,m', '20 m sprint [m/s],m'));
  const unknown = await addMapped(
    [header.replace(',Unit', ''), ...named.map((row) => row.replace(/,s$/, ''))].join('\n'),
    targets,
  );
  expect(
    (await json<Problem[]>(`/api/mapping/errors/${unknown.id}/data`)).map(({ cell, rule }) => [cell, rule]),
  ).toEqual([['A/2', 'R63']]);
});

it('ages beyond those of people are refused in every way of writing them', async () => {
  const rows = ['6-7', 'bis 150', 'unter 150', '6-150', 'bis 10'].map((age, i) => `m;${age};2${i}`);
  const { id } = await addMapped(['Geschlecht;Altersgruppe;N', ...rows].join('\n'), {
    Geschlecht: 'g_sex|',
    Altersgruppe: 'g_ages|',
    N: 'g_n|1',
  });
  const found = await json<Problem[]>(`/api/mapping/errors/${id}/data`);
  const ofAges = found.filter(({ cell, canOverride }) => cell?.startsWith('B/') && !canOverride);
  expect(ofAges.map(({ cell }) => cell)).toEqual(['B/3', 'B/4', 'B/5']);
});
