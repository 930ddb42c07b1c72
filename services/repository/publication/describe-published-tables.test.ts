import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchAnswerSchema } from '@domain/api/search';
import type { UploadKind } from '@domain/upload-id';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { uploads } from '../store/schema';
import { publishUpload } from '../jobs/handlers/publish-upload';

let source: SourceApi;
let lastNr = 0;
beforeAll(async () => {
  source = await openSourceApi();
});
afterAll(() => source.close());

/** Publishes a table under a licence; returns the facts that search shows. */
async function publish(licence: string, kind: UploadKind, csv: string, targets: Record<string, string>) {
  const nr = (lastNr += 1);
  const metadata = withEntries(completeMetadata(`Persons ${nr}`), entry(14, []), entry(20, [licence]));
  const { id, number } = await source.addUpload({ kind, tables: [{ name: 'data', csv }], metadata });
  const body = mappingOf(targets);
  await ask(source, actors.contributor, `/api/mapping/${kind}/${id}/data`, { method: 'POST', body });
  const change = { status: 'Accepted' as const, nr };
  await source.repository.db.update(uploads).set(change).where(eq(uploads.number, number));
  await publishUpload(source.repository, { upload: number }, new AbortController().signal);
  const [, ...rows] = await search(`Persons ${nr}`);
  return rows[0]!;
}
const search = async (text: string) =>
  SearchAnswerSchema.parse(await (await ask(source, null, `/api/search?q=${encodeURIComponent(text)}`)).json());
const isFoundBy = async (nr: number, text: string) =>
  (await search(text)).slice(1).some((row) => 'nr' in row && row.nr === nr);

/** Twelve people. The facts about Zoe and Quin apply to nobody else, however often they were tested. */
const persons = [
  'id,sex,age,tested,code,jump',
  ...Array.from({ length: 10 }, (_, i) => `p${i},${i < 5 ? 'f' : 'm'},${8 + (i % 2)},2019-06-04,76131,121`),
  ...Array.from({ length: 5 }, () => 'Zoe,d,17,2021-06-04,80331,131'),
  'Quin,m,4,2018-06-04,01067,90',
].join('\n');
const targets = {
  id: 'person_id|',
  sex: 'sex|m/f',
  age: 'age_y|a',
  tested: 'test_date|',
  code: 'postal_code|',
  jump: 'slj|cm',
};

test('search shows only what five people share if the licence requires the form', async () => {
  const row = await publish('SUFL 1.0', 'raw', persons, targets);
  expect(row).toMatchObject({
    genders: ['m', 'f'],
    ages: [{ start: 8, end: 9 }],
    pubYears: [2019],
    count: 12,
    exercises: ['slj'],
  });
  for (const told of ['8-9', '76131', '2019']) expect(await isFoundBy(row.nr, told), told).toBe(true);
  for (const single of ['17-17', '4-5', '80331', '01067', '2018', '2021']) {
    expect(await isFoundBy(row.nr, single), single).toBe(false);
  }
});

test('search shows everything about open data', async () => {
  const row = await publish('CC-BY 4.0', 'raw', persons, targets);
  expect(row).toMatchObject({
    genders: ['m', 'f', 'd'],
    ages: [{ start: 4, end: 17 }],
    pubYears: [{ start: 2018, end: 2019 }, 2021],
  });
  for (const told of ['17-17', '80331', '01067', '2018']) expect(await isFoundBy(row.nr, told), told).toBe(true);
});

test('search shows nothing about fewer than five people, including ages', async () => {
  const few = persons.split('\n').slice(0, 5).join('\n');
  expect(await publish('SUFL 1.0', 'raw', few, targets)).toMatchObject({ genders: [], ages: [], count: 4 });
  const six = persons.split('\n').slice(0, 7).join('\n').replace('p0,f,8', 'p0,f,11');
  expect(await publish('SUFL 1.0', 'raw', six, targets)).toMatchObject({ ages: [] });
});

test('each row without a person ID counts as another person', async () => {
  const unnumbered = Object.fromEntries(Object.entries(targets).filter(([name]) => name !== 'id'));
  const anonymous = persons.replaceAll(/^[^,]+,/gm, '').replaceAll(',17,', ',16,');
  expect(await publish('SUFL 1.0', 'raw', anonymous, unnumbered)).toMatchObject({
    genders: ['m', 'f', 'd'],
    ages: [{ start: 8, end: 16 }],
  });
});

test('search shows facts of groups of five or more in aggregated data', async () => {
  const csv = 'sex,age,n,mean\nm,8,30,1.21\nf,8,5,1.11\nf,15,4,1.4\nm,16,,1.5\n';
  const mapping = { sex: 'g_sex|', age: 'g_age|a', n: 'slj.n|1', mean: 'slj.mean|m' };
  expect(await publish('SUFL 1.0', 'agg', csv, mapping)).toMatchObject({
    genders: ['m', 'f'],
    ages: [{ start: 8, end: 8 }],
    exercises: ['slj'],
  });
  expect(await publish('CC-BY 4.0', 'agg', csv, mapping)).toMatchObject({ ages: [{ start: 8, end: 16 }] });
});
