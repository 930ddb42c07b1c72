import { existsSync, readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  type ClassReport,
  ClassReportSchema,
  type ClassRequest,
  type TakenClass,
  TakenClassSchema,
} from '@domain/api/class-report';
import type { StandingRequest } from '@domain/api/standings';

import { readZip } from '../../../tests/support/read-zip';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { PlacedStanding } from '../norms/open-curves';

/** Results that many have: 99 is like the lowest possible one, 98 like the next. */
const sharesOfMany = new Map([
  [99, { worse: 0, same: 30 }],
  [98, { worse: 0.4, same: 10 }],
]);

/** A norm for tests: everybody's median is 100 and their standard deviation 20, from 6 to 17 years. */
function placeForTest(results: StandingRequest['results']): PlacedStanding[] {
  return results.map(({ age, value }): PlacedStanding => {
    const nowhere = {
      percentile: null,
      worse: null,
      same: null,
      z: null,
      band: null,
      reason: 'no-curve' as const,
      median: null,
      percentiles: null,
      persons: 0,
      dataSets: new Uint32Array(),
    };
    if (age < 6 || age >= 18) return nowhere;
    const z = (value - 100) / 20;
    return {
      percentile: 50 + 20 * z,
      ...(sharesOfMany.get(value) ?? { worse: 49.5 + 20 * z, same: 1 }),
      z,
      band: 'average',
      reason: null,
      median: 100,
      percentiles: null,
      persons: 60,
      dataSets: Uint32Array.of(7, 3),
    };
  });
}
vi.mock('../norms/open-curves', () => ({
  openCurves: () =>
    Promise.resolve({
      version: '2026-11-28',
      place: (...args: Parameters<typeof placeForTest>) => Promise.resolve(placeForTest(...args)),
    }),
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
  // The data sets of the placing are not published here, as if they were withdrawn.
  expect([version, dataSets]).toEqual(['2026-11-28', []]);
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

const tsv = (...rows: string[][]) => rows.map((row) => row.join('\t')).join('\n');

test('single trials become the result of their test, and a sum needs all of them', async () => {
  const taken = await take(
    tsv(
      [
        'Name',
        'Geschlecht',
        'Alter',
        'SW 1. V',
        'SW 2. V',
        'SHH 1. V',
        'SHH 2. V',
        'Zielwerfen 1. V',
        'Zielwerfen 2. V',
      ],
      ['Ada', 'w', '8', '101', '99', '20', '23', '10', '12'],
      ['Ben', 'm', '9', '', '88', '21', '', '11', ''],
    ),
  );
  const { classes, tests } = await report(requestOf(taken));
  expect(tests.map(({ key }) => key)).toEqual(['slj', 'jumpside15', 'targetthrow']);
  const values = classes[0]?.children.map(({ results }) =>
    results.map(({ key, value, reason }) => [key, value, ...(reason === null ? [] : [reason])]),
  );
  expect(values).toEqual([
    [
      ['slj', 101],
      ['jumpside15', 21.5],
      ['targetthrow', 22],
    ],
    [
      ['slj', 88],
      ['jumpside15', 21],
      ['targetthrow', null, 'trials-missing'],
    ],
  ]);
  expect(classes[0]?.children[1]?.results[2]?.text).toBe('11');
});

test('a child that is neither girl nor boy is not told that its sex is missing', async () => {
  const taken = await take(
    tsv(
      ['Name', 'Geschlecht', 'Alter', 'SW (cm)'],
      ['Ada', 'd', '9', '120'],
      ['Bo', '', '9', '99'],
      ['Cy', 'k. A.', '9', '98'],
      ['Di', 'w', '9', '97'],
    ),
  );
  const { classes } = await report(requestOf(taken));
  expect(classes[0]?.children.map(({ sex, results }) => [sex, results[0]?.value, results[0]?.reason])).toEqual([
    [null, 120, 'sex-other'],
    [null, 99, 'sex-missing'],
    [null, 98, 'sex-missing'],
    ['f', 97, null],
  ]);
});

test('of trials the better one counts, in the direction of the result itself', async () => {
  const results = ['legstand60.time\t20\t1', 'legstand60.time\t35\t2', 'legstand60\t7\t1', 'legstand60\t4\t2'];
  const rows = results.map((result) => `Ada\tw\t9\t${result}`);
  const { tables } = await take(['Kind\tm/w\tAlter\tTest\tWert\tVersuch', ...rows].join('\n'));
  const targets = { 'm/w': 'sex', Alter: 'age_y', Test: 'test_name', Wert: 'test_value', Versuch: 'test_trial' };
  const units: Record<string, string> = { age_y: 'a' };
  const mapping = Object.entries(targets).map(([source, key]) => ({ source, target: { key, unit: units[key] ?? '' } }));
  const { classes } = await report({ tables, mapping, names: ['Kind'], testDate: null });
  const better = classes[0]!.children[0]!.results.map(({ key, value }) => [key, value]);
  expect(better.sort()).toEqual([
    ['legstand60', 4],
    ['legstand60.time', 35],
  ]);
});

test('a child whose only result lacks a trial is in the report', async () => {
  const steps = Array.from({ length: 6 }, (_, at) => `Balancieren rw ${at + 1}. V`);
  const taken = await take(
    tsv(
      ['Name', 'Geschlecht', 'Alter', ...steps],
      ['Ada', 'w', '8', '5', '5', '5', '5', '5', ''],
      ['Ben', 'm', '8', '5', '5', '5', '5', '5', '6'],
    ),
  );
  const mapping = steps.map((source, at) => ({ source, target: { key: `balback.t${at + 1}`, unit: '1' } }));
  const others = taken.suggested.filter(({ source }) => !steps.includes(source));
  const { classes } = await report({ ...requestOf(taken), mapping: [...others, ...mapping] });
  expect(classes[0]?.children.map(({ name, results }) => [name, results[0]?.value, results[0]?.reason])).toEqual([
    ['Ada', null, 'trials-missing'],
    ['Ben', 31, null],
  ]);
  expect(classes[0]?.medians.map(({ sex, children }) => [sex, children])).toEqual([['m', 1]]);
});

test('in long format the rows of a child are read together', async () => {
  const taken = await take(
    tsv(
      ['Schüler', 'Geschlecht', 'Alter', 'Test', 'Wert', 'Einheit'],
      ['Ada', 'w', '8', 'Standweitsprung', '1,2', 'm'],
      ['Ada', 'w', '8', 'Sit-ups', '22', 'Wdh.'],
      ['Ben', 'm', '9', 'Standweitsprung', '110', 'cm'],
    ),
  );
  const { classes } = await report(requestOf(taken));
  const found = classes[0]?.children.map(({ name, results }) => [
    name,
    ...results.map(({ key, value }) => [key, value]),
  ]);
  expect(found).toEqual([
    ['Ada', ['slj', 120], ['situp40', 22]],
    ['Ben', ['slj', 110]],
  ]);
});

test('trials of which only one has the day are of that day, and others of an unknown one if there are several', async () => {
  const sumOf = async (...days: string[]) => {
    const taken = await take(
      tsv(
        ['Name', 'Geschlecht', 'Alter', 'Testdatum', 'Test', 'Versuch', 'Wert'],
        ...days.map((day, i) => ['Ada', 'w', '9', day, 'Rückwärts balancieren', String(i + 1), '6']),
        ['Bo', 'm', '9', '3.5.2026', 'Standweitsprung', '', '120'],
      ),
    );
    const { classes } = await report(requestOf(taken));
    return classes[0]?.children[0]?.results.map(({ value, reason }) => value ?? reason);
  };
  expect(await sumOf('3.5.2026', '', '', '', '', '')).toEqual([36]);
  expect(await sumOf('3.5.2026', '4.5.2026', '', '', '', '')).toEqual(['trials-missing']);
});

test('tests that are none, and codes that are impossible as results, are told to be left out', async () => {
  const long = await take(
    tsv(
      ['Schüler', 'Geschlecht', 'Alter', 'Test', 'Wert', 'Einheit'],
      ['Ada', 'w', '8', 'Standweitsprung', '120', 'cm'],
      ['Ada', 'w', '8', 'Weitwurf', '22', 'm'],
      ['Ben', 'm', '9', 'Standweitsprung', '110', 'cm'],
    ),
  );
  const keys = { Geschlecht: 'sex', Test: 'test_name', Wert: 'test_value', Einheit: 'test_unit' };
  const mapping = Object.entries(keys).map(([source, key]) => ({ source, target: { key, unit: '' } }));
  const { problems } = await report({ ...requestOf(long), mapping });
  expect(problems.find(({ message }) => message.includes('Weitwurf'))).toMatchObject({
    message: '"Weitwurf" is none of the motor tests (rows: 1). Its results are left out.',
    isLeftOut: true,
  });
  const coded = await take(
    tsv(
      ['Name', 'Geschlecht', 'Alter', 'Liegestütze 40 s', 'SW (cm)'],
      ...Array.from({ length: 12 }, (_, i) => [`K${i}`, 'w', '9', i < 4 ? '-9' : `${8 + i}`, i < 2 ? '999' : '120']),
    ),
  );
  const found = (await report(requestOf(coded))).problems.filter(({ message }) => message.includes('may mean'));
  expect(found.map(({ column, isLeftOut }) => [column, isLeftOut])).toEqual([
    ['Liegestütze 40 s', true],
    ['SW (cm)', true],
  ]);
});

test('in rows, a number that may mean missing is told to be left out if it was left out wherever it is', async () => {
  const codesIn = async (unit: string, of: (i: number) => [test: string, value: string]) => {
    const taken = await take(
      tsv(
        ['Name', 'Geschlecht', 'Alter', 'Test', 'Wert', 'Einheit'],
        ...Array.from({ length: 12 }, (_, i) => [`K${i}`, 'w', '9', ...of(i), unit]),
      ),
    );
    const { problems } = await report(requestOf(taken));
    return problems.flatMap(({ message, isLeftOut }) => (message.includes('may mean') ? [isLeftOut] : []));
  };
  expect(await codesIn('cm', (i) => ['Standweitsprung', i < 2 ? '999' : `${120 + i}`])).toEqual([true]);
  expect(await codesIn('', (i) => (i < 2 ? ['6-Minuten-Lauf', '999'] : ['Liegestütze 40 s', `${8 + i}`]))).toEqual([
    false,
  ]);
});

test('a control character in a cell is seen in its problem', async () => {
  const taken = await take(tsv(['Name', 'Sex', 'Age', 'SW (cm)'], ['Ada', 'f', '9', '104,5'], ['Bo', 'm', '9', '99']));
  const tables = taken.tables.map((one) => ({ ...one, rows: [['Ada', 'f', '9', '\u00124,5'], ...one.rows.slice(1)] }));
  const { problems } = await report({ ...requestOf(taken), tables });
  expect(problems.map(({ message }) => message)).toContain('"\ufffd4,5" is not a number.');
});

test('a completed year is compared at its middle, an exact age as it is, and a day of the tests can be given', async () => {
  const taken = await take(
    tsv(['Name', 'Sex', 'Date of birth', 'Standing long jump [cm]'], ['Ada', 'girl', '2016-05-20', '120']),
  );
  const dated = await report({ ...requestOf(taken), testDate: '2026-05-20' });
  expect(dated.classes[0]?.children[0]).toMatchObject({ age: 10, isAgeExact: true });
  const whole = await report(
    requestOf(
      await take(
        tsv(['Name', 'Sex', 'Age', 'Standing long jump [cm]'], ['Ada', 'girl', '17', '120'], ['Bo', 'boy', '18', '90']),
      ),
    ),
  );
  const [ada, bo] = whole.classes[0]?.children ?? [];
  expect(ada).toMatchObject({ age: 17, isAgeExact: false, results: [{ reason: null }] });
  expect(bo?.results[0]?.reason).toBe('no-curve');
});

test('a day of the tests that is missing, to come or before the births is refused, and the curves are always told', async () => {
  const born = tsv(
    ['Name', 'Sex', 'Geburtstag', 'SW (cm)'],
    ['Ada', 'w', '20.5.2016', '120'],
    ['Bo', 'm', '1.8.2016', '99'],
  );
  const taken = await take(born);
  const refusal = async (testDate: string | null) => {
    const response = await post('report', JSON.stringify({ ...requestOf(taken), testDate }), json);
    return response.status === 200 ? 200 : ((await response.json()) as { code: string }).code;
  };
  expect(await refusal(null)).toBe('class-day-missing');
  expect(await refusal('2010-01-01')).toBe('class-day-unlikely');
  // In Berlin the new day has begun, in UTC it has not.
  const now = vi.spyOn(api.repository, 'now').mockReturnValue(new Date('2026-05-20T22:30:00Z'));
  expect([await refusal('2026-05-22'), await refusal('2026-05-21')]).toEqual(['class-day-in-future', 200]);
  now.mockRestore();
  const unplaced = await report(requestOf(await take(tsv(['Name', 'Sex', 'SW (cm)'], ['Ada', 'w', '120']))));
  expect(unplaced.version).toBe('2026-11-28');
});

test('absent children do not keep a column from being recognised', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => [
    `Kind ${i + 1}`,
    i % 2 ? 'w' : 'm',
    '9',
    i < 2 ? '0' : String(120 + i),
    i < 3 ? 'krank' : String(10 + (i % 5)),
  ]);
  const head = ['Name', 'Geschlecht', 'Alter', 'Standweitsprung (cm)', 'Liegestütze 40 s'];
  const keysOf = async (from: number) =>
    (await take(tsv(head, ...rows.slice(from, from + 7)))).suggested.map(({ target: { key } }) => key);
  const whole = await take(tsv(head, ...rows));
  expect(whole.suggested.map(({ target: { key } }) => key)).toEqual(expect.arrayContaining(['slj', 'pushup40']));
  expect(await keysOf(0)).toEqual(expect.arrayContaining(['slj', 'pushup40']));
  expect(await keysOf(2)).toEqual(expect.arrayContaining(['slj', 'pushup40']));
  const { classes } = await report(requestOf(whole));
  const [first] = classes[0]?.children ?? [];
  expect(first?.results.map(({ value, text, reason }) => [value, text, reason])).toEqual([[null, '0', 'impossible']]);
  // Words are not taken for results.
  const words = await take(tsv(['Name', 'Alter', 'Bemerkung'], ['Ada', '9', 'krank'], ['Bo', '9', 'Note 2']));
  expect(words.suggested.map(({ source }) => source)).toEqual(['Alter']);
});

test('a child without results stays in the report, in rows and in long format', async () => {
  const wide = await take(
    tsv(
      ['Name', 'Sex', 'Age', 'SW (cm)'],
      ['Ada', 'f', '9', ''],
      ['Bo', 'm', '9', '99'],
      ['Cy', '', '', ''],
      ['', '', '', ''],
    ),
  );
  const long = await take(
    tsv(
      ['Name', 'Sex', 'Age', 'Test', 'Wert', 'Einheit'],
      ['Ada', 'f', '9', 'Standweitsprung', '', 'cm'],
      ['Bo', 'm', '9', 'Standweitsprung', '99', 'cm'],
      ['Cy', '', '', '', '', ''],
    ),
  );
  for (const taken of [wide, long]) {
    const { classes } = await report(requestOf(taken));
    expect(classes[0]?.children.map(({ name, results }) => [name, results.length])).toEqual([
      ['Ada', 0],
      ['Bo', 1],
      ['Cy', 0],
    ]);
  }
  const workbook = await post('report.xlsx', JSON.stringify(requestOf(wide)), json);
  const parts = await readZip(Buffer.from(await workbook.arrayBuffer()));
  expect(parts.get('xl/worksheets/sheet1.xml')?.toString('utf8')).toContain('no result');
});

test('ages of years and months are recognised and exact', async () => {
  const taken = await take(
    tsv(['Name', 'Geschlecht', 'Alter', 'SW (cm)'], ['Ada', 'w', '9;6', '120'], ['Bo', 'm', '10;0', '99']),
  );
  expect(taken.suggested.map(({ target: { key } }) => key)).toEqual(['sex', 'age_y', 'slj']);
  const read = await report(requestOf(taken));
  const ages = ({ classes: [one] }: ClassReport) => one?.children.map(({ age, isAgeExact }) => [age, isAgeExact]);
  const wanted = [
    [9.5, true],
    [10, true],
  ];
  expect(ages(read)).toEqual(wanted);
  expect(read.problems).toEqual([]);
  for (const months of [
    ['9;6', '10;0'],
    ['114', '120'],
  ] as const) {
    const inMonths = await take(
      tsv(['Name', 'Sex', 'Age in months', 'SW (cm)'], ['Ada', 'f', months[0], '120'], ['Bo', 'm', months[1], '99']),
    );
    const mapping = inMonths.suggested.map((one) =>
      one.source === 'Age in months' ? { ...one, target: { key: 'age_m', unit: 'mo' } } : one,
    );
    expect(ages(await report({ ...requestOf(inMonths), mapping }))).toEqual(wanted);
  }
});

test('a child that was absent has no results and no problems, however the list says so', async () => {
  const words = ['krank', 'entsch.', 'Entschuldigt', 'abwesend', 'sick', 'absent', 'ill', 'n. a.', 'fehlt', 'verletzt'];
  const taken = await take(
    tsv(
      ['Name', 'Geschlecht', 'Alter', 'SW (cm)', 'Liegestütze 40 s'],
      ...Array.from({ length: 12 }, (_, i) => [`Kind ${i}`, 'w', '9', `${110 + i}`, `${12 + i}`]),
      ...words.map((word) => [`Kind ${word}`, 'm', '9', word, word]),
    ),
  );
  const { classes, problems } = await report(requestOf(taken));
  const absent = classes[0]?.children.filter(({ results }) => results.length === 0).map(({ name }) => name);
  expect(absent).toEqual(words.map((word) => `Kind ${word}`));
  expect(problems).toEqual([]);
});

test('codes of classes in a column are classes of their own', async () => {
  const taken = await take(
    tsv(
      ['Klasse', 'Name', 'Sex', 'Age', 'Standing long jump [cm]'],
      ['4b', 'Ada', 'girl', '9', '120'],
      ['4a', 'Bo', 'boy', '9', '90'],
    ),
  );
  const { classes } = await report({
    ...requestOf(taken),
    mapping: [
      ...taken.suggested.filter(({ source }) => source !== 'Klasse'),
      { source: 'Klasse', target: { key: 'school_id', unit: '' } },
    ],
  });
  expect(classes.map(({ name, children }) => [name, children.length])).toEqual([
    ['4b', 1],
    ['4a', 1],
  ]);
});

test('refuses what is no class, in words', async () => {
  const refusal = async (response: Response) => {
    const { code } = (await response.json()) as { code: string };
    return `${response.status} ${code}`;
  };
  const blank = await post('tables', '\n\n', { 'Accept-Language': 'de' });
  expect(blank.status).toBe(422);
  expect(await blank.json()).toMatchObject({
    code: 'class-unreadable',
    title: expect.stringContaining('nur leere Zeilen'),
  });
  const word = await post('tables', 'hallo', { 'Accept-Language': 'de' });
  expect(((await word.json()) as { title: string }).title).not.toMatch(/Datei|Kopfzeile|hoch/);
  expect(await refusal(await post('tables', '%PDF-1.7 no table'))).toBe('422 class-unreadable');
  const rows = Array.from({ length: 2001 }, (_, i) => `${i}\t1`).join('\n');
  expect(await refusal(await post('tables', `a\tb\n${rows}`))).toBe('413 class-too-large');
  const wide = Array.from({ length: 101 }, (_, i) => `c${i}`).join('\t');
  expect(await refusal(await post('tables', `${wide}\n${wide.replaceAll('c', '')}`))).toBe('413 class-too-large');
  expect(await refusal(await post('tables', new Uint8Array(5_000_001)))).toBe('413 class-too-large');
});

test('refuses a mapping that makes no report', async () => {
  const taken = await take(tsv(['Name', 'Sex', 'Age', 'SLJ a', 'SLJ b'], ['Ada', 'girl', '9', '120', '121']));
  const target = { key: 'slj', unit: 'cm' };
  const refusal = async (mapping: ClassRequest['mapping']) => {
    const response = await post('report', JSON.stringify({ ...requestOf(taken), mapping }), json);
    const { code } = (await response.json()) as { code: string };
    return `${response.status} ${code}`;
  };
  const twice = ['SLJ a', 'SLJ b'].map((source) => ({ source, target }));
  expect(await refusal(twice)).toBe('422 shared-target');
  expect(await refusal([])).toBe('422 class-without-results');
  expect(await refusal([{ source: 'SLJ a', target: { key: 'height', unit: 'cm' } }])).toBe('400 unknown-target');
});

test('the workbook has the children, the medians and what they mean, and runs no formula', async () => {
  const taken = await take(list.replace('Ada', '=HYPERLINK("http://example.org")'));
  const response = await post('report.xlsx', JSON.stringify(requestOf(taken)), { ...json, 'Accept-Language': 'de' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const parts = await readZip(Buffer.from(await response.arrayBuffer()));
  const sheets = ['1', '2', '3', '4'].map(
    (number) => parts.get(`xl/worksheets/sheet${number}.xml`)?.toString('utf8') ?? '',
  );
  expect(sheets[0]).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(');
  expect(sheets.join('')).not.toContain('<f>');
  expect(sheets[0]).toContain('der Wert ist kein mögliches Ergebnis');
  // 10.29 years are told as on the page, in completed tenths.
  expect(sheets[0]).toContain('<v>10.2</v>');
  expect(sheets[1]).toContain('Standweitsprung');
  expect(sheets[1]).toContain('Jungen');
  expect(sheets[2]).toContain('keine Diagnose');
  expect(sheets[2]).toContain('Verglichen mit den Kurven vom 28. November 2026.');
  expect(sheets[3]).toMatch(/1180\scm ist unmöglich/);
});

test('results that many have are told as such in the workbook, as on the page', async () => {
  const taken = await take(
    tsv(['Name', 'Sex', 'Age', 'SW (cm)'], ['Ada', 'f', '9', '99'], ['Bo', 'm', '9', '120'], ['Cy', 'm', '9', '98']),
  );
  const response = await post('report.xlsx', JSON.stringify(requestOf(taken)), json);
  const parts = await readZip(Buffer.from(await response.arrayBuffer()));
  const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? '';
  expect(sheet.match(/\d+ of 100 [^<]*/g)).toEqual([
    '30 of 100 have the same result, none a worse one',
    '10 of 100 have the same result, hardly any a worse one',
  ]);
});

test('a trial that is better than the result of its row is told not to count, also in the workbook', async () => {
  const taken = await take(tsv(['Name', 'Sex', 'Age', 'SW', 'SW 2'], ['Ada', 'f', '9', '140', '160'], ['Bo', 'm', '9', '120', '110'])); // prettier-ignore
  expect(taken.suggested.map(({ target }) => target.key)).toEqual(['sex', 'age_y', 'slj.t1', 'slj.t2']);
  const byHand = requestOf(taken);
  byHand.mapping = byHand.mapping.map(({ source, target }) => ({
    source,
    target: source === 'SW' ? { ...target, key: 'slj' } : target,
  }));
  const told = async (request: ClassRequest) =>
    (await report(request)).classes[0]!.children.map(({ results }) => [results[0]!.value, results[0]!.notCounted]);
  expect(await told(requestOf(taken))).toEqual([
    [160, []],
    [120, []],
  ]);
  expect(await told(byHand)).toEqual([
    [140, ['160']],
    [120, []],
  ]);
  const response = await post('report.xlsx', JSON.stringify(byHand), json);
  const parts = await readZip(Buffer.from(await response.arrayBuffer()));
  const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? '';
  expect(sheet).toContain('Not counted');
  expect(sheet).toContain('>160<');
});

test('offers only what a report uses, in the language of the call', async () => {
  const response = await api.api.request('/api/norms/class/targets', { headers: { 'Accept-Language': 'de' } });
  const keys = ((await response.json()) as { key: string; value: string }[]).map(({ key }) => key);
  expect(keys).toContain('slj');
  expect(keys).toContain('slj.t2');
  expect(keys).toContain('sex');
  expect(keys).not.toContain('height');
  expect(keys).not.toContain('remark');
});

const school = '/work/shared/data/school';

test.skipIf(!existsSync(school))('classes as schools keep them: a workbook with a sheet for each', async () => {
  const taken = await take(new Uint8Array(readFileSync(`${school}/classes.xlsx`)));
  expect(taken.tables.map(({ name }) => name)).toEqual(['3a', '3b', '3c']);
  const { classes, tests } = await report(requestOf(taken));
  expect(classes.map(({ name, children }) => [name, children.length > 20])).toEqual([
    ['3a', true],
    ['3b', true],
    ['3c', true],
  ]);
  expect(tests.map(({ key }) => key)).toEqual(['pushup40', 'slj', 'dash20hand']);
});

test.skipIf(!existsSync(school)).each([
  ['battery.csv', 410],
  ['dates-a.csv', 290],
  ['dates-b.csv', 290],
  ['serials.xlsx', 340],
  ['long.csv', 155],
  ['private.csv', 390],
])('%s is read and compared', async (file, children) => {
  const taken = await take(new Uint8Array(readFileSync(`${school}/${file}`)));
  const { classes, tests } = await report(requestOf(taken));
  expect(tests.length).toBeGreaterThan(0);
  const all = classes.flatMap((one) => one.children);
  expect(all.length).toBeGreaterThanOrEqual(children);
  expect(all.filter(({ age, sex }) => age !== null && sex !== null).length).toBeGreaterThan(0.95 * all.length);
});

test('nobody does 2.5 push-ups: such a result is left out and told, in rows and in long format', async () => {
  const heads = ['Name', 'm/w', 'Alter'];
  const wide = await take(
    tsv([...heads, 'LS', 'SHH', 'SW'], ['Ada', 'w', '9', '2,5', '21,3', '1,2 m'], ['Bo', 'm', '9', '8', '22', '99']),
  );
  const long = await take(
    tsv(
      [...heads, 'Test', 'Wert', 'Einheit'],
      ['Ada', 'w', '9', 'SHH', '21,3', ''],
      ['Ada', 'w', '9', 'LS', '2,5', ''],
      ['Ada', 'w', '9', 'SW', '120', 'cm'],
      ['Bo', 'm', '9', 'LS', '8', ''],
    ),
  );
  const mapping = [
    ['m/w', 'sex', 'm/w'],
    ['Alter', 'age_y', 'a'],
    ['LS', 'pushup40', '1'],
    ['SHH', 'jumpside15', '1'],
    ['SW', 'slj', 'cm'],
  ].map(([source = '', key = '', unit = '']) => ({ source, target: { key, unit } }));
  for (const request of [{ ...requestOf(wide), mapping }, requestOf(long)]) {
    const { classes, problems } = await report(request);
    const results = classes[0]?.children[0]?.results.map(({ key, value, reason }) => [key, value, reason]).toSorted();
    expect(results).toEqual([
      ['jumpside15', 21.3, null],
      ['pushup40', null, 'impossible'],
      ['slj', 120, null],
    ]);
    const told = problems.filter(({ message }) => message.includes('falls between two possible results'));
    expect(told.map(({ message, isLeftOut }) => [/\d+\.\d+/.exec(message)?.[0], isLeftOut]).toSorted()).toEqual([
      ['2.5', true],
      ['21.3', false],
    ]);
    // A cell that was read in its own unit is no problem.
    expect(problems.filter(({ message }) => message.includes('contains a unit'))).toEqual([]);
  }
});

test('lines above the girls and the boys of a list become their sex, and are no children', async () => {
  const taken = await take(
    tsv(
      ['Name', 'Alter', 'SW'],
      ['Mädchen', '', ''],
      ['Ada', '9', '120'],
      ['Bea', '9', '125'],
      ['Jungen:', '', ''],
      ['Cem', '9', '130'],
      ['Dan', '9', '128'],
    ),
  );
  expect(taken.suggested).toContainEqual({ source: 'Geschlecht', target: { key: 'sex', unit: expect.any(String) } });
  const { classes, leftOut, problems } = await report(requestOf(taken));
  expect(classes[0]?.children.map(({ name, sex }) => `${name} ${sex}`)).toEqual(['Ada f', 'Bea f', 'Cem m', 'Dan m']);
  expect(leftOut.map(({ from, text }) => [from, text])).toEqual([
    [2, 'Mädchen'],
    [5, 'Jungen:'],
  ]);
  expect(problems).toEqual([]);
  const own = tsv(['Name', 'Geschlecht', 'SW'], ['Mädchen', '', ''], ['Ada', 'w', '120'], ['Jungen', '', ''], ['Bo', 'm', '130']); // prettier-ignore
  const told = await take(own);
  expect(told.tables[0]?.columns).toHaveLength(3);
  expect((await report(requestOf(told))).classes[0]?.children.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
});
