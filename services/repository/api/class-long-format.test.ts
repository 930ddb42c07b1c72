import { afterAll, beforeAll, expect, test } from 'vitest';

import { ClassReportSchema, type TakenClass, TakenClassSchema } from '@domain/api/class-report';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const targets: Record<string, [key: string, unit?: string]> = {
  sex: ['sex'],
  age: ['age_y', 'a'],
  born: ['birth_date'],
  day: ['test_date'],
  when: ['timepoint'],
  test: ['test_name'],
  value: ['test_value'],
  trial: ['test_trial'],
};

const post = (path: string, body: string) =>
  api.api.request(`/api/norms/class/${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });

/** Name, age and results with their reasons of each line of the report about a table in long format. */
async function linesOf(heads: string, ...rows: string[]) {
  const text = [heads, ...rows].map((row) => row.split(' ').join('\t')).join('\n');
  const { tables } = TakenClassSchema.parse(await (await post('tables', text)).json());
  return reportOf(tables, heads.split(' '));
}

async function reportOf(tables: TakenClass['tables'], heads: readonly string[]) {
  const mapping = heads.flatMap((source) => {
    const [key, unit = ''] = targets[source] ?? [];
    return key === undefined ? [] : [{ source, target: { key, unit } }];
  });
  const answer = await post('report', JSON.stringify({ tables, mapping, names: ['child'], testDate: null }));
  expect(answer.status).toBe(200);
  const { classes } = ClassReportSchema.parse(await answer.json());
  const [{ children, medians }] = classes as [(typeof classes)[0]];
  // A child of several ages is one child.
  const known = new Set(children.flatMap(({ child, sex, results }) => (sex && results.length > 0 ? [child] : [])));
  expect(Math.max(0, ...medians.map((median) => median.children))).toBeLessThanOrEqual(known.size);
  return children.map(({ name, age, results }) => {
    const told = results.map(({ key, value, text: cells, reason, notCounted }) => {
      const left = notCounted.length > 0 ? ` not ${notCounted.join(' / ')}` : '';
      return `${key} ${value ?? `${reason}: ${cells}`}${left}`;
    });
    return [name, age && Math.round(age * 100) / 100, ...told];
  });
}

/** Trials of a child, from the first on. */
const trials = (child: string, ...values: number[]) => values.map((value, at) => `${child} ${value} ${at + 1}`);

test('a sum needs all of its trials, also where there is one row, and a row without a trial is the result', async () => {
  const found = await linesOf(
    'child sex age test value trial',
    ...trials('Ada f 8 balback', 8, 8, 8, 8, 8, 2),
    ...trials('Ben m 8 balback', 8),
    ...trials('Cem m 8 balback', 8, 7),
    ...trials('Dora f 8 balback', 8, 8, 8, 8, 8, 2),
    'Dora f 8 balback 41 ',
    ...trials('Eli m 8 slj', 100, 120),
    ...trials('Fay f 8 jumpside15', 20, 23),
    ...trials('Gil m 8 slj', 100, 9000),
  );
  expect(found).toEqual([
    ['Ada', 8, 'balback 42'],
    ['Ben', 8, 'balback trials-missing: 8'],
    ['Cem', 8, 'balback trials-missing: 8; 7'],
    ['Dora', 8, 'balback 41'],
    ['Eli', 8, 'slj 120'],
    ['Fay', 8, 'jumpside15 21.5'],
    ['Gil', 8, 'slj 100'],
  ]);
});

test('trials are read with their words, and from the name of the test', async () => {
  const rows = ['1. Versuch', 'V2', 'Versuch 3', '4th trial', 'Trial 5', '6. V'].map((trial, at) => [trial, at + 1]);
  const balances = rows.map(([trial, value]) => `Ada\tw\t8\tbalback\t${value}\t${trial}`);
  const jumps = ['SW 1. Versuch', 'SW 2'].map((name, at) => `Ben\tm\t8\t${name}\t${150 + 10 * at}\t`);
  const text = ['child\tsex\tage\ttest\tvalue\ttrial', ...balances, ...jumps].join('\n');
  const { tables, suggested } = TakenClassSchema.parse(await (await post('tables', text)).json());
  expect(suggested.map(({ source, target }) => [source, target.key])).toContainEqual(['trial', 'test_trial']);
  expect(await reportOf(tables, ['sex', 'age', 'test', 'value', 'trial'])).toEqual([
    ['Ada', 8, 'balback 21'],
    ['Ben', 8, 'slj 160'],
  ]);
});

test('without trials the first possible result counts', async () => {
  const rows = ['Ada f 8 slj 9000', 'Ada f 8 slj 100', 'Ada f 8 slj 140'];
  expect(await linesOf('child sex age test value', ...rows)).toEqual([['Ada', 8, 'slj 100 not 140']]);
});

test('a child is compared at each year of age, and once in a year: trials of two days are not put together', async () => {
  const ages = ['Ada f 8 slj 100', 'Ada f 9 slj 140', 'Ada  9 situp40 20', 'Ada   pushup40 11'];
  expect(await linesOf('child sex age test value', ...ages)).toEqual([
    ['Ada', 8, 'slj 100'],
    // A row that does not tell is of the last one before it that agrees.
    ['Ada', 9, 'slj 140', 'situp40 20', 'pushup40 11'],
  ]);
  const onDay = (day: string, ...values: number[]) => trials(`Ada f 1.1.2016 ${day} balback`, ...values);
  const days = await linesOf(
    'child sex born day test value trial',
    ...onDay('1.2.2024', 1, 1, 1),
    ...onDay('1.6.2024', 2, 2, 2, 2, 2, 2),
    ...onDay('1.9.2024', 3, 3, 3, 3, 3, 3),
    ...onDay('1.2.2025', 4, 4, 4),
  );
  expect(days).toEqual([
    ['Ada', 8.08, 'balback 12 not 1; 1; 1 / 3; 3; 3; 3; 3; 3'],
    ['Ada', 9.08, 'balback trials-missing: 4; 4; 4'],
  ]);
  const again = await linesOf(
    'child sex born day test value',
    'Ada f 12.3.2015 14.5.2025 slj 140',
    'Ada f 12.3.2015 20.9.2025 slj 165',
    'Ben m 1.2.2015 14.5.2025 slj 150',
    'Ben m 1.2.2015 14.5.2025 slj 170',
  );
  expect(again).toEqual([
    ['Ada', 10.17, 'slj 140 not 165'],
    ['Ben', 10.28, 'slj 150 not 170'],
  ]);
  const points = ['post', 'pre'].flatMap((when) => trials(`Ada f 8 ${when} targetthrow`, 10, when === 'pre' ? 1 : 2));
  expect(await linesOf('child sex age when test value trial', ...points)).toEqual([
    ['Ada', 8, 'targetthrow 12 not 10; 1'],
  ]);
});

test('what one row of a child tells for the others is no problem of the check, missing results are', async () => {
  const jumps = (child: string, sex: string, age: string, born: string, day: string) => [
    [child, sex, age, born, day, 'slj', '140'],
    ...['pushup40', 'situp40', 'jumpside15'].map((name) => [child, '', '', '', '', name, '']),
  ];
  const heads = ['child', 'sex', 'age', 'born', 'day', 'test', 'value'];
  const rows = [...jumps('Ada', 'f', '9', '1.2.2016', '3.4.2025'), ...jumps('Ben', 'm', '9', '1.3.2016', '3.4.2025')];
  const text = [heads, ...rows].map((cells) => cells.join('\t')).join('\n');
  const { tables } = TakenClassSchema.parse(await (await post('tables', text)).json());
  const mappingOf = (sources: string[]) =>
    sources.map((source) => ({ source, target: { key: targets[source]![0], unit: targets[source]![1] ?? '' } }));
  const missingIn = async (sources: string[]) => {
    const request = { tables, mapping: mappingOf(sources), names: ['child'], testDate: null };
    const { problems } = ClassReportSchema.parse(await (await post('report', JSON.stringify(request))).json());
    return problems.filter(({ message }) => message.includes('values are missing')).map(({ column }) => column);
  };
  expect(await missingIn(heads.slice(1))).toEqual(['value']);
});
