import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  type ClassReport,
  ClassReportSchema,
  type ClassRequest,
  type TakenClass,
  TakenClassSchema,
} from '@domain/api/class-report';
import type { Standings, StandingRequest } from '@domain/api/norms';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';

/** A norm for tests: everybody's median is 100 and their standard deviation 20, from 6 to 17 years. */
function placeForTest(_repository: unknown, { results }: StandingRequest): Standings {
  const standings = results.map(({ age, value }): Standings['standings'][number] => {
    if (age < 6 || age >= 18) return { percentile: null, z: null, band: null, median: null, persons: 0, dataSets: [] };
    const z = (value - 100) / 20;
    return { percentile: 50 + 20 * z, z, band: 'average', median: 100, persons: 60, dataSets: [7, 3] };
  });
  return { version: '2026-11-28', standings };
}
vi.mock('../usecases/norms/place-results', () => ({
  placeResults: (repository: unknown, request: StandingRequest) => Promise.resolve(placeForTest(repository, request)),
}));

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  api.api.request(`/api/norms/class/${path}`, { method: 'POST', body, headers });

async function take(text: string | Uint8Array<ArrayBuffer>): Promise<TakenClass> {
  const response = await post('tables', text);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return TakenClassSchema.parse(await response.json());
}

const json = { 'Content-Type': 'application/json' };
const requestOf = ({ tables, suggested: mapping, names }: TakenClass): ClassRequest => {
  return { tables, mapping, names, testDate: null };
};

async function report(request: ClassRequest, language = 'en'): Promise<ClassReport> {
  const response = await post('report', JSON.stringify(request), { ...json, 'Accept-Language': language });
  expect(response.status).toBe(200);
  return ClassReportSchema.parse(await response.json());
}

const list = [
  'Klasse 4a',
  '',
  'Vorname\tNachname\tm/w\tGeburtstag\tTestdatum\tSW\t20m',
  '\t\t\t\t\tcm\ts',
  'Ada\tMüller\tw\t3.4.2016\t20.5.2026\t120,5\t4,4',
  'Ben\tKoch\tm\t1.12.2015\t20.5.2026\t1180\t4,1',
  '',
  'Cleo\tWolf\tMädchen\t20.5.2016\t20.5.2026\t140\t',
  'Dan\tBaum\tJunge\t\t20.5.2026\t130\t4,9',
  'Eli\tSee\t\t1.1.2016\t20.5.2026\t110\t',
  ...Array.from({ length: 20 }, (_, i) => `Kim${i}\tNeu\tm\t2.2.2016\t20.5.2026\t${111 + i}\t4,${i % 10}`),
  'Mittelwert\t\t\t\t\t166\t4,5',
].join('\n');

test('a pasted class list is read with names, decimal comma, two header lines, blank lines and means', async () => {
  const taken = await take(list);
  expect(taken.names).toEqual(['Vorname', 'Nachname']);
  expect(taken.suggested.map(({ target: { key } }) => key)).toEqual([
    'sex',
    'birth_date',
    'test_date',
    'slj',
    'dash20hand',
  ]);
  const { classes, problems, leftOut, version, dataSets, tests } = await report(requestOf(taken));
  expect([version, dataSets]).toEqual(['2026-11-28', [3, 7]]);
  expect(tests.map(({ key, unit, label }) => [key, unit, label])).toEqual([
    ['slj', 'cm', 'Standing long jump'],
    ['dash20hand', 's', '20 m dash, hand timing'],
  ]);
  const [first] = classes;
  expect(
    first?.children.slice(0, 5).map(({ name, sex, age, row }) => [name, sex, age && Math.round(age * 10) / 10, row]),
  ).toEqual([
    ['Ada Müller', 'f', 10.1, 5],
    ['Ben Koch', 'm', 10.5, 6],
    ['Cleo Wolf', 'f', 10, 8],
    ['Dan Baum', 'm', null, 9],
    ['Eli See', null, 10.4, 10],
  ]);
  const resultsOf = (name: string) => first?.children.find((child) => child.name === name)?.results;
  expect(resultsOf('Ada Müller')?.[0]).toMatchObject({ key: 'slj', value: 120.5, percentile: 70.5, reason: null });
  expect(resultsOf('Ben Koch')?.[0]).toMatchObject({ value: null, text: '1180', reason: 'impossible' });
  expect(resultsOf('Cleo Wolf')).toHaveLength(1);
  expect(resultsOf('Dan Baum')?.[0]?.reason).toBe('age-missing');
  expect(resultsOf('Eli See')?.[0]?.reason).toBe('sex-missing');
  expect(problems.find(({ place }) => place === 'F/6')).toMatchObject({ isLeftOut: true, row: 6, column: 'SW / cm' });
  expect(leftOut.map(({ from, reason }) => [from, reason])).toEqual([[31, 'mean']]);
  expect(first?.medians.map(({ key, sex, children, placed, median }) => [key, sex, children, placed, median])).toEqual([
    ['slj', 'f', 2, 2, 130.25],
    ['slj', 'm', 21, 20, 121],
    ['dash20hand', 'f', 1, 1, 4.4],
    ['dash20hand', 'm', 22, 21, 4.45],
  ]);
});
