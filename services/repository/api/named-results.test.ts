import { afterAll, beforeAll, expect, test } from 'vitest';

import { NormsSchema } from '@domain/api/norms';
import { PublishedDistributionsSchema } from '@domain/api/published-distributions';

import { acceptUpload, openLifeApi } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import type { SourceApi } from '../../../tests/support/source-uploads';
import { makeNorms } from '../jobs/handlers/make-norms';
import { describeCells } from '../packaging/codebook';
import { longFormat } from '../vocabulary';

let api: SourceApi;
beforeAll(async () => {
  api = await openLifeApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

let lastNr = 0;
/** Accepts a table with these rows of each of 60 girls of 8 years, and returns what is told of a result. */
async function publish(key: string, rowsOf: (girl: number) => string[]) {
  lastNr += 1;
  const rows = Array.from({ length: 60 }, (_, girl) => rowsOf(girl).map((row) => `p${girl},f,8,${row}`)).flat();
  const table = {
    csv: ['id,sex,age,test,result,unit', ...rows].join('\n'),
    mapping: {
      ...{ id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a' },
      ...{ test: 'test_name|', result: 'test_value|', unit: 'test_unit|' },
    },
  };
  const { nr } = await acceptUpload(api, { nr: lastNr, title: `Long rows ${lastNr}`, table });
  await makeNorms(api.repository, new AbortController().signal);
  const norms = await ask(api, null, `/api/norms/${key}?data-sets=${nr}`);
  expect(norms.status).toBe(200);
  const { groups } = NormsSchema.parse(await norms.json());
  for (;;) {
    const response = await ask(api, null, `/api/search/data/${nr}/distributions`);
    const { without, tests } = PublishedDistributionsSchema.parse(await response.json());
    // A busy machine counts for longer than a request waits.
    if (without === 'not-ready') continue;
    const [year] = groups.flatMap(({ ages }) => ages);
    return {
      persons: year?.persons,
      median: year?.empirical?.[3],
      results: tests.map((one) => [one.key, one.results]),
    };
  }
}

test('trials that are named in the test are trials of its result', async () => {
  const told = await publish('slj', (girl) => [`SW 1,${110 + (girl % 20)},cm`, `slj.t2,${120 + (girl % 20)},cm`]);
  expect(told).toMatchObject({ persons: 60, results: [['slj', 120]] });
  // The better one counts: 120 to 139 cm.
  expect(told.median?.value).toBeCloseTo(129.5, 0);
});

test('a sum of which a named trial is missing is no result', async () => {
  const trials = (many: number) => Array.from({ length: many }, (_, at) => `balback.t${at + 1},${at + 1},`);
  expect(await publish('balback', () => trials(5))).toMatchObject({ persons: undefined });
  expect(await publish('balback', () => trials(6))).toMatchObject({ persons: 60 });
});

test.each([
  ['legstand60.time', 'legstand60.time,20,s'],
  ['legstand60.time', 'Einbeinstand,20,s'],
  ['handgrip.left', 'Handkraft links,20,kg'],
  ['shuttle20.laps', 'Shuttle Run,20,Bahnen'],
])('rows about %s, named %s, are in norms and distributions', async (key, row) => {
  expect(await publish(key, () => [row])).toMatchObject({ persons: 60, results: [[key, 60]] });
});

test('the codebook has the meaning of every result that rows may name', () => {
  const codes = describeCells('raw', { key: longFormat.name, unit: '' }, 'en')[3]!.split('; ');
  expect(codes).toContain('slj = Standing long jump');
  expect(codes).toContain('legstand60.time = Single leg stand, time held');
  // What is no result, as the mass of a ball, is no test.
  expect(codes.filter((code) => code.startsWith('medball1'))).toHaveLength(1);
});
