import { expect, test } from 'vitest';

import { mean, names, results, type Row, useRowReader } from './testing/pupil-rows';

const leftOut = useRowReader();

const header = ['ID', 'Geschlecht', 'Alter', '20 m', 'SLJ', 'Sit-ups'];
const persons = (idOf: (i: number) => string | number, count = 24): Row[] =>
  Array.from({ length: count }, (_, i) => [idOf(i), ...results(i)]);
const three = (i: number) => String(i).padStart(3, '0');

test.each([
  ['N-', (i: number) => `N-${three(i)}`],
  ['MW-', (i: number) => `MW-${three(i)}`],
  ['sd', (i: number) => `sd${three(i)}`],
  ['Max.', (i: number) => `Max. ${i}`],
])('a person whose ID begins with %s is kept though a value is missing', async (_, idOf) => {
  const rows = persons(idOf);
  rows[3] = [rows[3]?.[0] ?? null, 'w', 9, null, 130, 12];
  rows[5] = [rows[5]?.[0] ?? null, null, 9, 4.4, 130, null];
  rows[7] = [rows[7]?.[0] ?? null, null, null, null, null, null];
  expect(await leftOut([header, ...rows])).toEqual([]);
});

test('people called like a summary are kept though a value is missing', async () => {
  const rows = persons((i) => names[i] ?? '', names.length);
  rows[2] = ['Max', 'm', 9, null, 131, 12];
  rows[3] = ['Min', null, 9, 4.4, 130, 11];
  rows[4] = ['Sem', 'm', 9, 4.5, null, null];
  expect(await leftOut([['Name', ...header.slice(1)], ...rows])).toEqual([]);
});

test('summaries below people with names are recognised', async () => {
  const rows = persons((i) => names[i] ?? '', names.length);
  const numbers = (pick: (...values: number[]) => number) =>
    [2, 3, 4, 5].map((column) => pick(...rows.map((row) => Number(row[column]))));
  expect(
    await leftOut([
      ['Name', ...header.slice(1)],
      ...rows,
      ['MW', null, mean(rows, 2, 1), mean(rows, 3, 2), mean(rows, 4, 1), mean(rows, 5, 1)],
      ['SD', null, 0.8, 0.3, 9.1, 3.2],
      ['Min', null, ...numbers(Math.min)],
      ['Max', null, ...numbers(Math.max)],
      ['Durchschnitt', null, mean(rows, 2, 1), mean(rows, 3, 2), mean(rows, 4, 1), mean(rows, 5, 1)],
    ]),
  ).toEqual(['14 mean', '15 deviation', '16 extreme', '17 extreme', '18 mean']);
});

test.each([
  ['a level', 'level', ['low', 'average', 'high']],
  ['a school', 'Schule', ['Goethe', 'Median', 'Schiller']],
  ['a class', 'Klasse', ['3a', 'Summe', 'Mittelwert']],
])('people are kept though %s is called like a summary', async (_, name, values) => {
  const rows = persons((i) => 100 + i, 36).map((row, i): Row => [values[i % 3] ?? '', ...row]);
  rows[4] = [values[1] ?? '', 104, 'm', 9, null, 131, 12];
  expect(await leftOut([[name, ...header], ...rows])).toEqual([]);
  const few = rows.slice(0, 9).map((row, i): Row => [values[i === 4 ? 1 : 0] ?? '', ...row.slice(1)]);
  expect(await leftOut([[name, ...header], ...few])).toEqual([]);
});

test('a mean that looks like a person is recognised by its numbers', async () => {
  const rows = persons((i) => 100 + i, 20).map((row, i): Row => [i % 2 ? '3a' : '3b', ...row]);
  const numbers = [3, 4, 5, 6].map((column) => mean(rows, column, 2));
  const like = (label: string): Row => [label, 1, 'm', ...numbers];
  expect(await leftOut([['Klasse', ...header], ...rows, like('Mittelwert')])).toEqual(['22 mean']);
  expect(await leftOut([['Klasse', ...header], ...rows, ['Mittelwert', 121, 'm', 9, 4.6, 130, 12]])).toEqual([]);
});

test('means between the blocks of a list are those of their block', async () => {
  const blocks = ['3a', '3b', '3c'].flatMap((group, block): Row[] => {
    const rows = Array.from({ length: 8 }, (_, i): Row => [group, block * 8 + i, ...results(block * 9 + i)]);
    const numbers = [3, 4, 5, 6].map((column) => mean(rows, column, 1));
    return [...rows, ['Durchschnitt', 'alle', 'alle', ...numbers]];
  });
  expect(await leftOut([['Klasse', ...header], ...blocks])).toEqual(['10 mean', '19 mean', '28 mean']);
});

test('means that repeat the class before their name are recognised', async () => {
  const blocks = ['3a', '3b'].flatMap((group, block): Row[] => {
    const rows = Array.from({ length: 10 }, (_, i): Row => [group, `p${block}${i}`, ...results(block * 9 + i)]);
    if (block === 0) rows[3] = [group, 'p03', null, ...results(5).slice(1)];
    const numbers = [3, 4, 5, 6].map((column) => mean(rows, column, 1));
    return [...rows, [group, 'MW', null, ...numbers], [group, 'SD', null, 0.8, 0.3, 9.1, 3.2]];
  });
  expect(await leftOut([['Klasse', ...header], ...blocks])).toEqual([
    '12 mean',
    '13 deviation',
    '24 mean',
    '25 deviation',
  ]);
});

test.each([
  ['IDs that repeat', (i: number): Row => [`m${i % 8}`]],
  ['classes and IDs', (i: number): Row => ['3a', `m${i}`]],
  ['classes and names', (i: number): Row => ['3a', names[i % names.length] ?? '']],
])('rough means without a sex are recognised below %s', async (_, begin) => {
  const rows = Array.from({ length: 24 }, (__, i): Row => [...begin(i), ...results(i)]);
  rows[5] = [...begin(5), null, ...results(5).slice(1)];
  const more = begin(0).length - 1;
  const label = (word: string): Row => [...Array<string>(more).fill('3a'), word];
  const table = [
    [...Array<string>(more).fill('Klasse'), ...header],
    ...rows,
    [...label('Mittelwert'), null, 9, 4.4, 130, 12],
    [...label('Stabw.'), null, 1, 0.2, 11, 3],
  ];
  expect(await leftOut(table)).toEqual(['26 mean', '27 deviation']);
});

test('the number of values below each column is recognised though its row has no gap', async () => {
  const rows = persons((i) => i + 1);
  expect(await leftOut([['Nr', ...header.slice(1)], ...rows, ['n', 24, 24, 24, 24, 24]])).toEqual(['26 count']);
});

test('means without any word are recognised by their numbers, people without an ID are kept', async () => {
  const rows = persons((i) => `k${i}`);
  const numbers = [2, 3, 4, 5].map((column) => mean(rows, column, 1));
  const bare: Row = [null, null, null, ...numbers.slice(1)];
  expect(await leftOut([header, ...rows, bare, [null, null, null, 4.1, 151, 22]])).toEqual(['26 mean']);
});

test('a mean of a wider group and a percentile are recognised by their words', async () => {
  const rows = persons((i) => `k${i}`);
  const of = (word: string): Row => [word, null, null, 4.3, 139, 17];
  const words = ['Bundesdurchschnitt', 'Landesmittelwert', '25th percentile', '75. Perzentil'];
  expect(await leftOut([header, ...rows, ...words.map(of)])).toEqual([
    '26 mean',
    '27 mean',
    '28 extreme',
    '29 extreme',
  ]);
});

test('a total in the column of the sex is recognised without an age', async () => {
  const rows = persons((i) => i).map((row) => row.slice(1));
  expect(await leftOut([header.slice(1), ...rows, ['alle', null, 4.5, 137, 16]])).toEqual(['26 sum']);
});

test('the few people of a small file are kept', async () => {
  const rows: Row[] = [
    ['n1', 'm', 9, 4.5],
    ['n2', 'w', 9, null],
    ['Max', 'm', null, 4.4],
  ];
  expect(await leftOut([header.slice(0, 4), ...rows])).toEqual([]);
});

test('a single column of results with their unit is data', async () => {
  expect(await leftOut([['Sprint'], ...Array.from({ length: 9 }, (_, i): Row => [`4,${i} s`])])).toEqual([]);
});

test('people with a missing age and sex are kept below a summary', async () => {
  const rows = persons((i) => `N-${three(i)}`);
  const mw: Row = ['Mittelwert', null, 9, 4.4, 130, 12];
  expect(await leftOut([header, ...rows, mw, ['N-100', null, null, 4.5, 131, 12], ...rows])).toEqual(['26 mean']);
});

test('answers in the first columns that are words for summaries make no summary', async () => {
  const rows = persons((i) => `q${three(i)}`, 20).map(([id, ...more], i): Row => [
    id ?? null,
    i % 3 ? 'j' : 'n',
    ...more,
  ]);
  rows[6] = ['q006', 'n', null, 9, 4.4, 130, 12];
  expect(await leftOut([['ID', 'Verein', ...header.slice(1)], ...rows])).toEqual([]);
});

test('a complete row of means in the place of an ID is recognised', async () => {
  const rows = persons((i) => `k${three(i)}`);
  expect(await leftOut([header, ...rows, ['Mittelwert', 'w', 9, 4.4, 130, 12]])).toEqual(['26 mean']);
});

test('means after each of many small groups are recognised', async () => {
  const rows = Array.from({ length: 10 }, (_, group) => [
    ...persons((i) => `g${group}-${i}`, 6),
    ['Mittelwert', null, 9, 4.5, 130, 12],
  ]).flat();
  expect(await leftOut([header, ...rows])).toHaveLength(10);
});

test('more notes and means than are listed elsewhere do not hide later ones', async () => {
  const rows = Array.from({ length: 1500 }, (_, i): Row => ['Anzahl Liegestütze', `p${i}`, 'm', 9, 10 + (i % 20)]);
  const table = [['Test', 'ID', 'Geschlecht', 'Alter', 'Wert'], ...rows, ['Quelle: Schulamt', null, null, null, null]];
  expect(await leftOut(table)).toEqual(['1502 note']);
});

test('a summary that is named right of the first columns is recognised', async () => {
  const rows = persons((i) => `S${three(i)}`).map(([id, sex, age, ...others]): Row => [
    id ?? null,
    sex ?? null,
    age ?? null,
    '14.09.2023',
    ...others,
  ]);
  const columns = [...header.slice(0, 3), 'Datum', ...header.slice(3)];
  expect(await leftOut([columns, ...rows, [null, null, null, 'Ø', '4.5', 137, 15]])).toEqual(['26 mean']);
});

test('a summary after a no-break space is recognised', async () => {
  const rows = persons((i) => `S${three(i)}`);
  expect(await leftOut([header, ...rows, ['\u00a0Mittelwert Klasse 3a', null, 8.9, 4.5, 137, 15]])).toEqual([
    '26 mean',
  ]);
});

test('a note that the separator cuts into several cells is recognised', async () => {
  const rows = persons((i) => `S${three(i)}`);
  const note: Row = ['Anm.: M ± SD', ' p < ,05', ' zweiseitig', null, null, null];
  expect(await leftOut([header, ...rows, note])).toEqual(['26 note']);
});
