import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import type { UploadKind } from '@domain/upload-id';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi, type TestTable } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { dataSets, publishedTables, searchDocuments, uploads } from '../store/schema';
import { sqlText } from '../context/table-engine';
import { publishDueUploads } from '../upkeep/due-work';
import { publishUpload } from '../jobs/handlers/publish-upload';

let source: SourceApi;
beforeAll(async () => {
  source = await openSourceApi();
});
afterEach(() => {
  expect(source.serverErrors).toEqual([]);
  expect(source.jobLog).toEqual([]);
});
afterAll(() => source.close());

const never = new AbortController().signal;
let lastNr = 0;

interface Published {
  kind?: UploadKind;
  tables: (TestTable & { targets: Record<string, string> })[];
  metadata?: MetadataEntry[];
}

/** Uploads, maps and accepts a file; returns its public number. */
async function accept({ kind = 'raw', tables, metadata = completeMetadata('Fitness study') }: Published) {
  const { id, number } = await source.addUpload({ kind, tables, metadata });
  for (const { name, targets } of tables) {
    const address = `/api/mapping/${kind}/${id}/${encodeURIComponent(name)}`;
    const saved = await ask(source, actors.contributor, address, { method: 'POST', body: mappingOf(targets) });
    expect(saved.status).toBe(200);
  }
  lastNr += 1;
  const change = { status: 'Accepted' as const, nr: lastNr };
  await source.repository.db.update(uploads).set(change).where(eq(uploads.number, number));
  return { nr: lastNr, upload: number };
}

async function publish(input: Published) {
  const accepted = await accept(input);
  await publishUpload(source.repository, accepted, never);
  return read(accepted.nr);
}

async function read(nr: number) {
  const { db, files, tables } = source.repository;
  const [dataSet] = await db.select().from(dataSets).where(eq(dataSets.nr, nr));
  const published = await db.select().from(publishedTables).where(eq(publishedTables.nr, nr));
  const [document] = await db.select().from(searchDocuments).where(eq(searchDocuments.nr, nr));
  const rows = await Promise.all(
    published
      .toSorted((a, b) => a.position - b.position)
      .map(async ({ objectKey }) =>
        tables.all(`select * from read_parquet(${sqlText((await files.openLocal(objectKey)).path)})`),
      ),
  );
  return { dataSet, published, document, rows };
}

/** SHA-256 of all bytes of an object. */
async function hashOf(objectKey: string): Promise<string> {
  const content = await buffer(await source.repository.files.read(objectKey));
  return createHash('sha256').update(content).digest('hex');
}

const facetsOf = (document: { facets: string[] } | undefined, name: string) =>
  document?.facets.flatMap((facet) => (facet.startsWith(`${name}:`) ? [facet.slice(name.length + 1)] : [])) ?? [];

describe('published tables', () => {
  it('contain mapped columns with keys, default units and codes, and no personal ones', async () => {
    const { published, rows } = await publish({
      tables: [
        {
          name: 'data',
          csv: [
            'Name,Geschlecht,geboren,Testtag,Sprung [m],Zeit,PLZ,Land,Verein,Bemerkung,Trikot,leer',
            'Mia,w,12.03.2011,04.06.2019,"1,21",17:45,76131,BW,ja,krank,7,x',
            'Ben,männlich,2010-11-04,2019-06-04,k.A.,1050,01067,SN,nein,,11,y',
          ].join('\n'),
          targets: {
            Name: 'person_id|',
            Geschlecht: 'sex|m/w',
            geboren: 'birth_date|',
            Testtag: 'test_date|',
            'Sprung [m]': 'slj|m',
            Zeit: 'walk2km|s',
            PLZ: 'postal_code|',
            Land: 'state|',
            Verein: 'club|',
            Bemerkung: 'remark|',
            leer: 'ignore|',
          },
        },
      ],
    });
    const [{ objectKey, sha256 } = { objectKey: '', sha256: '' }] = published;
    expect(sha256).toBe(await hashOf(objectKey));
    expect(published[0]?.columns).toEqual([
      { key: 'person_id', unit: '', source: 'Name' },
      { key: 'sex', unit: '', source: 'Geschlecht' },
      { key: 'age_y', unit: 'a', source: 'geboren' },
      { key: 'test_date', unit: '', source: 'Testtag' },
      { key: 'slj', unit: 'cm', source: 'Sprung [m]' },
      { key: 'walk2km', unit: 's', source: 'Zeit' },
      { key: 'postal_code', unit: '', source: 'PLZ' },
      { key: 'state', unit: '', source: 'Land' },
      { key: 'club', unit: '', source: 'Verein' },
    ]);
    expect(published[0]?.withheld).toEqual([
      { column: 'Name', reason: 'person-id' },
      { column: 'geboren', reason: 'birth-date' },
      { column: 'Testtag', reason: 'test-date' },
      { column: 'PLZ', reason: 'postal-code' },
      { column: 'Bemerkung', reason: 'remark' },
      { column: 'Trikot', reason: 'unmapped' },
      { column: 'leer', reason: 'ignored' },
    ]);
    const common = { test_date: '2019-06' };
    expect(rows[0]).toEqual([
      {
        ...common,
        person_id: expect.any(Number) as number,
        sex: 'f',
        age_y: 8.2,
        slj: 121,
        walk2km: 1065,
        postal_code: '761',
        state: 'DE-BW',
        club: '1',
      },
      {
        ...common,
        person_id: expect.any(Number) as number,
        sex: 'm',
        age_y: 8.5,
        slj: null,
        walk2km: 1050,
        postal_code: '010',
        state: 'DE-SN',
        club: '0',
      },
    ]);
    expect(JSON.stringify([published, rows])).not.toMatch(/Mia|Ben|krank|2011|76131/);
  });

  it('number the same person the same way in all tables, in an order that reveals nothing', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `P${String(i).padStart(3, '0')}`);
    const { rows, dataSet } = await publish({
      tables: [
        {
          name: 'a',
          csv: `id,jump\n${ids.map((id) => `${id},121`).join('\n')}`,
          targets: { id: 'person_id|', jump: 'slj|cm' },
        },
        {
          name: 'b',
          csv: `grip,id\n${ids
            .toReversed()
            .map((id) => `20,${id}`)
            .join('\n')}`,
          targets: { id: 'person_id|', grip: 'handgrip|kg' },
        },
      ],
    });
    const [first, second] = rows.map((table) => table.map((row) => Number(row.person_id)));
    expect(second).toEqual(first?.toReversed());
    expect(first?.toSorted((a, b) => a - b)).toEqual(ids.map((_, i) => i + 1));
    expect(first).not.toEqual(ids.map((_, i) => i + 1));
    expect(dataSet?.row.count).toBe(40);
    expect(dataSet?.values).toBe(80);
  });

  it('contain no date before 1900 or after next year, and no age from such a date', async () => {
    const nextYear = new Date().getUTCFullYear() + 1;
    const days = [
      '0023-05-04',
      '04.05.0023',
      '23.05.12',
      '2099-01-01',
      `${nextYear + 1}-01-01`,
      `${nextYear}-12-31`,
      '1900-01-01',
      '2023-05-04',
    ];
    const { rows, document } = await publish({
      tables: [
        { name: 'tests', csv: ['test', ...days].join('\n'), targets: { test: 'test_date|' } },
        {
          name: 'births',
          csv: ['born;test', ...days.map((day) => `${day};04.05.2023`), '05.0023;04.05.0033'].join('\n'),
          targets: { born: 'birth_date|', test: 'test_date|' },
        },
      ],
    });
    const months = rows[0]?.map((row) => row.test_date);
    expect(months).toEqual([null, null, '2012-05', null, null, `${nextYear}-12`, '1900-01', '2023-05']);
    expect(rows[1]?.map((row) => row.age_y)).toEqual([null, null, 10.9, null, null, null, null, null, null]);
    expect(rows[1]?.at(-1)?.test_date).toBeNull();
    const years = facetsOf(document, 'years').map(Number);
    expect(years).not.toEqual([]);
    expect(years.every((year) => year >= 1900 && year <= nextYear)).toBe(true);
  });

  it('leave out an age that is published otherwise, and include a table without published columns', async () => {
    const { published, rows } = await publish({
      tables: [
        {
          name: 'ages',
          csv: 'a,b,y,j\n8,2010-05,2019,121\n9,2009-11,2019,130',
          targets: { a: 'age_y|a', b: 'birth_month|', y: 'test_year|', j: 'slj|cm' },
        },
        { name: 'months', csv: 'b,y\n2010-05,2019\n11.2009,2019', targets: { b: 'birth_month|', y: 'test_year|' } },
        { name: 'none', csv: 'r,s\ntext,x\nmore,y', targets: { r: 'remark|' } },
      ],
    });
    expect(published.map(({ columns }) => columns.map(({ key }) => key))).toEqual([
      ['age_y', 'test_year', 'slj'],
      ['age_y', 'test_year'],
      [],
    ]);
    expect(rows[1]?.map((row) => row.age_y)).toEqual([9, 9]);
    expect(published[2]?.rowCount).toBe(2);
  });
});

describe('data sets', () => {
  it('are described for search by their data and their public metadata', async () => {
    const metadata = [
      ...completeMetadata('Kräftige Größe: 20 m').filter(({ id }) => ![1, 6, 9, 10.2].includes(id)),
      { id: 1, name: 'Author', values: ['Muster||Eva', 'Beispiel||Jan'] },
      { id: 6, name: 'Keyword', values: ['Ausdauer'] },
      { id: 9, name: 'Data collection', values: ['2015-3--2016--'] },
      { id: 10.2, name: 'Postal code area', values: ['68', 'none'] },
      { id: 32, name: 'Note to the editorial board', values: ['please hurry'] },
    ];
    const { dataSet, document } = await publish({
      metadata,
      tables: [
        {
          name: 'data',
          csv: 'sex,age,day,jump,grip,code,land\nm,7.9,2018-05-04,121,,76131,DE\nw,10.2,2019-05-04,NA,,68159,DE\nx,9,2019-05-04,130,NA,1010,AT\nx,9,2019-05-04,130,NA,1067,DE',
          targets: {
            sex: 'sex|',
            age: 'age_y|a',
            day: 'test_date|',
            jump: 'slj|cm',
            grip: 'handgrip|kg',
            code: 'postal_code|',
            land: 'country|',
          },
        },
      ],
    });
    expect(dataSet?.row).toMatchObject({
      authors: ['Muster, Eva', 'Beispiel, Jan'],
      titles: ['Kräftige Größe: 20 m'],
      types: ['RAW'],
      count: 4,
      genders: ['m', 'f', 'x'],
      ages: [{ start: 7, end: 10 }],
      pubYears: [{ start: 2018, end: 2019 }],
      exercises: ['slj'],
    });
    expect(document?.titleWords).toContain("'kraftige':1");
    for (const word of ['muster', 'beispiel', 'ausdauer']) expect(document?.words).toContain(`'${word}':`);
    const stored = JSON.stringify(dataSet?.metadata);
    expect(stored).not.toMatch(/please hurry|"id":3\.1\b|"id":23\b|"id":32\b/);
    expect(stored).toContain('"id":3,');
    expect(facetsOf(document, 'test')).toEqual(['slj']);
    expect(facetsOf(document, 'type')).toEqual(['RAW']);
    expect(facetsOf(document, 'sex')).toEqual(['m', 'f', 'x']);
    expect(document?.areas).toEqual(['DE-010', 'DE-10', 'DE-68', 'DE-681', 'DE-761']);
    expect(document).toMatchObject({ ageStart: 7, ageEnd: 10 });
    expect(facetsOf(document, 'age')).toEqual(['6-10']);
    expect(facetsOf(document, 'years')).toEqual(['2018', '2019']);
    expect(facetsOf(document, 'published')).toEqual([String(source.repository.now().getFullYear())]);
  });

  it('with aggregated data count cases and take years from the metadata', async () => {
    const { dataSet, document, rows } = await publish({
      kind: 'agg',
      metadata: [
        ...completeMetadata('Norms').filter(({ id }) => id !== 9),
        { id: 9, name: 'Data collection', values: ['2015-3--2016--'] },
      ],
      tables: [
        {
          name: 'norms',
          csv: 'sex,from,to,n,mean,sd\nm,6,7,10,1.20,0.1\nf,6,7,12,1.10,0.2\nalle,8,9,30,1.15,0.2',
          targets: {
            sex: 'g_sex|',
            from: 'g_age_from|a',
            to: 'g_age_to|a',
            n: 'slj.n|1',
            mean: 'slj.mean|m',
            sd: 'slj.sd|m',
          },
        },
      ],
    });
    expect(rows[0]?.[0]).toEqual({
      g_sex: 'm',
      g_age_from: 6,
      g_age_to: 7,
      'slj.n': 10,
      'slj.mean': 120,
      'slj.sd': 10,
    });
    expect(dataSet?.row).toMatchObject({ types: ['AGG'], count: 52, genders: ['m', 'f'], exercises: ['slj'] });
    expect(dataSet?.row.pubYears).toEqual([{ start: 2015, end: 2016 }]);
    expect(dataSet?.values).toBe(6);
    expect(document).toMatchObject({ ageStart: 6, ageEnd: 9 });
  });

  it('are published once, whatever becomes of the job', async () => {
    const tables = [{ name: 'a', csv: 'jump,b\n121,1\n130,2', targets: { jump: 'slj|cm' } }];
    const accepted = await accept({ tables });
    const runs = [1, 2].map(() => publishUpload(source.repository, accepted, never));
    await Promise.all(runs);
    await publishUpload(source.repository, accepted, never);
    const { published, document, rows } = await read(accepted.nr);
    expect(published).toHaveLength(1);
    expect(rows[0]).toEqual([{ slj: 121 }, { slj: 130 }]);
    expect(facetsOf(document, 'test')).toEqual(['slj']);
  });

  it('wait for their acceptance and for the end of their embargo', async () => {
    const tables = [{ name: 'a', csv: 'jump,b\n121,1\n130,2', targets: { jump: 'slj|cm' } }];
    const pending = await source.addUpload({ tables, metadata: completeMetadata('Pending') });
    await publishUpload(source.repository, { upload: pending.number }, never);

    const year = source.repository.now().getFullYear();
    const embargo = (values: string[]) => [...completeMetadata('Later'), { id: 29, name: 'Embargo', values }];
    const later = await accept({ tables, metadata: embargo([`---${year + 1}--`]) });
    const over = await accept({ tables, metadata: embargo([`---${year - 1}-12-31`]) });
    await publishDueUploads(source.repository);
    await source.settle();
    expect((await read(later.nr)).dataSet).toBeUndefined();
    expect((await read(over.nr)).dataSet?.row.nr).toBe(over.nr);
    const all = await source.repository.db.select({ upload: dataSets.upload }).from(dataSets);
    expect(all.map(({ upload }) => upload)).not.toContain(pending.number);
  });
});
