import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { DistributionsSchema } from '@domain/api/distributions';
import { MappingSuggestionsSchema, type Problem } from '@domain/api/mapping';
import { PublicationPreviewSchema } from '@domain/api/publication';
import { RowWindowSchema } from '@domain/api/uploads';
import { TableDataSchema } from '@domain/api/table-data';
import { countRowsLeftOut } from '@domain/data-rows';
import type { Language } from '@domain/language';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { sqlText } from '../context/table-engine';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { findUploadProgress } from '../store/upload-progress';
import { dataSets, publishedTables, searchDocuments, uploads } from '../store/schema';

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
});
afterEach(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api.close());

const { contributor } = actors;

/** Each person's results as everyday files write them. */
const german = [
  ['Weitsprung', '135', 'cm'],
  ['20m-Sprint', '4,4', 'Sek.'],
  ['Liegestütze', '12', 'Wdh.'],
  ['6-Min.-Lauf', '0,9', 'Kilometer'],
];
const english = [
  ['Standing Long Jump', '1.35', 'metres'],
  ['20 m sprint', '4.4', 'seconds'],
  ['push-ups', '12', 'reps'],
  ['6 minute run', '900', 'm'],
];

function rowsOf(results: string[][], sexes: [string, string], separator: string): string[] {
  return ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'].flatMap((person, index) =>
    results.map((result) => [person, sexes[index % 2], '8', ...result].join(separator)),
  );
}

const files: Record<Language, { csv: string; targets: Record<string, string> }> = {
  de: {
    csv: ['Schüler;Geschlecht;Alter;Disziplin;Ergebnis;Einheit', ...rowsOf(german, ['m', 'w'], ';')].join('\n'),
    targets: {
      Schüler: 'person_id|',
      Geschlecht: 'sex|m/w',
      Alter: 'age_y|a',
      Disziplin: 'test_name|',
      Ergebnis: 'test_value|',
      Einheit: 'test_unit|',
    },
  },
  en: {
    csv: ['participant,sex,age,exercise,score,unit', ...rowsOf(english, ['M', 'F'], ',')].join('\n'),
    targets: {
      participant: 'person_id|',
      sex: 'sex|m/f',
      age: 'age_y|a',
      exercise: 'test_name|',
      score: 'test_value|',
      unit: 'test_unit|',
    },
  },
};

async function json<Body>(path: string, options: { method?: string; body?: unknown; language?: string } = {}) {
  const response = await ask(api, contributor, path, options);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
}

async function add(csv: string, targets: Record<string, string>) {
  const upload = await api.addUpload({ tables: [{ name: 'data', csv }], metadata: completeMetadata('Long format') });
  await json(`/api/mapping/raw/${upload.id}/data`, { method: 'POST', body: mappingOf(targets) });
  await api.settle();
  return upload;
}

const problemsOf = (id: string, language: Language = 'en') =>
  json<Problem[]>(`/api/mapping/errors/${id}/data`, { language });

describe.each(['en', 'de'] as const)('a file in long format in the language %s', (language) => {
  const { csv, targets } = files[language];

  it('has its columns suggested by everyday headers and the tests in the cells', async () => {
    const { id } = await api.addUpload({ tables: [{ name: 'data', csv }] });
    const found = MappingSuggestionsSchema.parse(await json(`/api/mapping/raw/${id}/data/suggestions`, { language }));
    const firsts = found.columns.map(({ source, suggestions: [first] }) => [
      source,
      `${first?.target.key}|${first?.target.unit}`,
    ]);
    expect(Object.fromEntries(firsts)).toEqual(targets);
  });

  it('has no problem, although people repeat', async () => {
    const { id } = await add(csv, targets);
    expect(await problemsOf(id, language)).toEqual([]);
  });

  it('has a distribution for each test', async () => {
    const { id } = await add(csv, targets);
    const { distributions } = DistributionsSchema.parse(
      await json(`/api/mapping/raw/${id}/data/distributions`, { language }),
    );
    expect(distributions.map(({ target, unit, groups }) => [target, unit, groups[0]?.summary?.max])).toEqual([
      ['run6min', 'm', 900],
      ['pushup40', language === 'en' ? 'count' : 'Anzahl', 12],
      ['slj', 'cm', 135],
      ['dash20hand', 's', 4.4],
    ]);
  });

  it('is published with keys and default units, and found by its tests', async () => {
    const { id, number } = await add(csv, targets);
    const preview = PublicationPreviewSchema.parse(
      await json(`/api/fileupload/${id}/published?offset=0&limit=2`, { language }),
    );
    const rows = preview.window.rows.map(({ values }) => values.slice(-3));
    expect(rows).toEqual([
      ['slj', '135', 'cm'],
      ['dash20hand', '4.4', 's'],
    ]);
    await api.repository.db.update(uploads).set({ status: 'Accepted', nr: number }).where(eq(uploads.number, number));
    await publishUpload(api.repository, { upload: number }, new AbortController().signal);
    const { db, files: objects, tables } = api.repository;
    const [table] = await db.select().from(publishedTables).where(eq(publishedTables.nr, number));
    const local = await objects.openLocal(table?.objectKey ?? '');
    const published = await tables.all(
      `select test_name, test_value, test_unit from read_parquet(${sqlText(local.path)}) limit 4`,
    );
    expect(published).toEqual([
      { test_name: 'slj', test_value: 135, test_unit: 'cm' },
      { test_name: 'dash20hand', test_value: 4.4, test_unit: 's' },
      { test_name: 'pushup40', test_value: 12, test_unit: '1' },
      { test_name: 'run6min', test_value: 900, test_unit: 'm' },
    ]);
    const [dataSet] = await db.select().from(dataSets).where(eq(dataSets.nr, number));
    expect(dataSet).toMatchObject({
      values: 24,
      row: { count: 6, exercises: ['run6min', 'pushup40', 'slj', 'dash20hand'] },
    });
    const [document] = await db.select().from(searchDocuments).where(eq(searchDocuments.nr, number));
    expect(document?.facets.filter((facet) => facet.startsWith('test:')).toSorted()).toEqual([
      'test:dash20hand',
      'test:pushup40',
      'test:run6min',
      'test:slj',
    ]);
  });
});

it('the unit says which result of a test a row holds', async () => {
  const results = [
    ['Beep test', '6,3', 'level'],
    ['Beep test', '31', 'laps'],
    ['Einbeinstand', '4', 'Kontakte'],
    ['Einbeinstand', '41', 'Sek.'],
  ];
  const csv = ['Schüler;Geschlecht;Alter;Disziplin;Ergebnis;Einheit', ...rowsOf(results, ['m', 'w'], ';')].join('\n');
  const { id } = await add(csv, files.de.targets);
  expect(await problemsOf(id)).toEqual([]);
  const preview = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published?offset=0&limit=4`));
  expect(preview.window.rows.map(({ values }) => values.slice(-3))).toEqual([
    ['shuttle20', '6.3', 'min'],
    ['shuttle20.laps', '31', '1'],
    ['legstand60', '4', '1'],
    ['legstand60.time', '41', 's'],
  ]);
});

it('each value has the checks of its test, and a name that is no test is one problem', async () => {
  const rows = [
    'P1;m;8;Standweitsprung;0;cm',
    'P1;m;8;20m-Sprint;0,7;Sekunden',
    'P1;m;8;Weitwurf;12;m',
    'P2;w;8;Weitwurf;14;m',
    'P2;w;8;Standweitsprung;131;cm',
    'P2;w;8;SW;133;cm',
    'P3;w;8;Standweitsprung;120;kg',
  ];
  const { id } = await add(
    ['Schüler;Geschlecht;Alter;Disziplin;Ergebnis;Einheit', ...rows].join('\n'),
    files.de.targets,
  );
  const found = (await problemsOf(id, 'de')).filter(({ rule }) => rule !== 'R24');
  expect(found.map(({ cell, warning, canOverride }) => [cell, warning, canOverride])).toEqual([
    ['E/3', '20-m-Sprint, Handstoppung: 0,7\u00a0s ist unmöglich (erlaubt 2,5 bis 20).', false],
    ['E/2', 'Standweitsprung: 0 ist kein mögliches Ergebnis. Lassen Sie die Zelle leer, wenn der Wert fehlt.', false],
    ['F/8', 'Standweitsprung: „kg“ ist keine Einheit dieses Tests. Erlaubt: cm, m, mm.', false],
    ['A/7', 'Personen-ID P2 kommt auch in Zeile 6 vor.', true],
    ['D/4', '„Weitwurf“ ist keiner der motorischen Tests (Zeilen: 2). Seine Ergebnisse werden weggelassen.', true],
  ]);
});

it('the unit is published although the file has no column for it, and results of unknown tests are not', async () => {
  const csv = 'Test,Score\nSLJ,120\nJuggling,9\nHandgrip right,20\n';
  const { id } = await add(csv, { Test: 'test_name|', Score: 'test_value|' });
  const { window } = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published?offset=0&limit=5`));
  expect(window.columns).toEqual(['test_name', 'test_value', 'test_unit']);
  expect(window.rows.map(({ values }) => values)).toEqual([
    ['slj', '120', 'cm'],
    [null, null, null],
    ['handgrip.right', '20', 'kg'],
  ]);
});

it('all rows of a test that is none can be left out at once, and taken back in', async () => {
  const rows = ['P1;SLJ;120', 'P1;Weitwurf;9', 'P2;SLJ;121', 'P2;Weitwurf;8', 'P3;weitwurf;7', 'P3;SLJ;130'];
  const targets = { Person: 'person_id|', Test: 'test_name|', Wert: 'test_value|' };
  const { id, number } = await add(['Person;Test;Wert', ...rows].join('\n'), targets);
  const ofRule = async () => (await problemsOf(id)).filter(({ rule }) => rule === 'R63').map(({ cell }) => cell);
  expect(await ofRule()).toEqual(['B/3']);
  const address = `/api/mapping/raw/${id}/data/data`;
  const change = async (body: unknown) => TableDataSchema.parse(await json(address, { method: 'POST', body }));
  const left = [{ position: 1, spelling: 'weitwurf', text: 'Weitwurf', rows: 3, firstRows: [3, 5, 6] }];
  expect(await change({ sameTestAs: 3 })).toMatchObject({ rows: [], tests: left });
  // A row that is left out already still names its test.
  expect(await change({ sameTestAs: 6 })).toMatchObject({ rows: [], tests: left });
  expect(await ofRule()).toEqual([]);
  const { window } = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published?offset=0&limit=9`));
  expect(window.rows.map(({ row }) => row)).toEqual([2, 4, 7]);
  const [table] = (await findUploadProgress(api.repository.db, number))?.tables ?? [];
  expect(table && countRowsLeftOut(table)).toBe(3);

  expect(await change({ takeTest: 'weitwurf' })).toMatchObject({ rows: [], tests: [] });
  expect(await ofRule()).toEqual(['B/3']);
  const refused = await ask(api, contributor, address, { method: 'POST', body: { sameTestAs: 99 } });
  expect(refused.status).toBe(400);
});

it('rows of a test that is left out are marked in every window, however the file writes its name', async () => {
  const rows = ['P1;SLJ;120', 'P1; 01 ;9', 'P2;SLJ;121', 'P2;1.0;8', 'P3;1;7', 'P3;11;130'];
  const targets = { Person: 'person_id|', Test: 'test_name|', Wert: 'test_value|' };
  const { id } = await add(['Person;Test;Wert', ...rows].join('\n'), targets);
  const address = `/api/mapping/raw/${id}/data/data`;
  const { tests } = TableDataSchema.parse(await json(address, { method: 'POST', body: { sameTestAs: 3 } }));
  expect(tests).toEqual([{ position: 1, spelling: '1', text: '01', rows: 3, firstRows: [3, 5, 6] }]);
  for (const query of ['', '?columns=0', '?columns=2&offset=1&limit=4', '?columns=0&rows=3,5,6']) {
    const window = RowWindowSchema.parse(await json(`/api/fileupload/${id}/rows${query}`));
    const leftOut = window.rows.filter((row) => row.leftOut === 'unknown-test').map(({ row }) => row);
    expect(leftOut, query).toEqual([3, 5, 6]);
  }
});

it('a test can be left out however many ranges its rows are in', async () => {
  const people = Array.from({ length: 1200 }, (_, i) => [`P${i};SLJ;${100 + (i % 60)}`, `P${i};Weitwurf;9`]);
  const { id } = await add(['Person;Test;Wert', ...people.flat()].join('\n'), {
    Person: 'person_id|',
    Test: 'test_name|',
    Wert: 'test_value|',
  });
  const address = `/api/mapping/raw/${id}/data/data`;
  const left = TableDataSchema.parse(await json(address, { method: 'POST', body: { sameTestAs: 3 } }));
  expect(left.tests).toEqual([
    { position: 1, spelling: 'weitwurf', text: 'Weitwurf', rows: 1200, firstRows: [3, 5, 7] },
  ]);
});
