import { expect, test } from 'vitest';

import { mean, names, results, type Row, useRowReader } from './testing/pupil-rows';

// In these tables, no column of texts has a gap.
const leftOut = useRowReader();

const pupils = ['Anna Arnold', 'Ben Bauer', 'Cem Can', 'Dana Diehl', 'Max', 'Ida Iser', 'Jan Jahn', 'Lea Lenz'];
const heads = ['20 m', 'SLJ'];
const list = (begin: (i: number) => string | number): Row[] =>
  pupils.map((name, i) => [begin(i), name, ...results(i).slice(2, 4)]);
const means = (rows: Row[]) => [mean(rows, 2, 2), mean(rows, 3, 1)];

test.each([
  ['the class', 'Klasse', () => '3a', ['3a', 'Klassenschnitt'], '10 mean'],
  ['the class, by a weak word', 'Klasse', () => '3a', ['3a', 'Gesamt'], '10 sum'],
  ['the next number', 'Nr', (i: number) => i + 1, [9, 'Mittelwert'], '10 mean'],
])('a mean named after %s is recognised by its numbers', async (_, head, begin, label, expected) => {
  const rows = list(begin);
  const table = [[head, 'Name', ...heads], ...rows];
  expect(await leftOut([...table, [...label, ...means(rows)]])).toEqual([expected]);
  expect(await leftOut([...table, [...label, '4.99', 171]])).toEqual([]);
});

test('means, deviations and extremes of a block are recognised', async () => {
  const rows = list(() => '3a').map((row, i): Row => [row[0] ?? '', names[i] ?? '', ...row.slice(2)]);
  const of = (pick: (...values: number[]) => number) => [2, 3].map((i) => pick(...rows.map((row) => Number(row[i]))));
  const block = [...rows, ['3a', 'MW', ...means(rows)], ['3a', 'Min', ...of(Math.min)], ['3a', 'Max', ...of(Math.max)]];
  expect(await leftOut([['Klasse', 'Name', ...heads], ...block])).toEqual(['10 mean', '11 extreme', '12 extreme']);
});

test.each([
  ['with the best results of all', '3.5', 170],
  ['with a missing result', null, 130],
  ['with results like the means', '4.45', 137],
])('people called like a summary are kept %s', async (_, ...numbers) => {
  for (const called of ['Max', 'Beste', 'Sem', 'Mean, Anna', 'Max Mittel']) {
    for (const begin of [() => '3a', (i: number) => i + 1]) {
      const rows = list(begin);
      const others = rows.map((row, i): Row => [row[0] ?? '', names[i] ?? '', ...row.slice(2)]);
      const one: Row = [begin(8), called, ...numbers];
      expect(await leftOut([['Klasse', 'Name', ...heads], ...rows, one, ...rows])).toEqual([]);
      expect(await leftOut([['Klasse', 'Name', ...heads], ...others, one, ...others])).toEqual([]);
    }
  }
});

test('people called like a summary are kept with the most points in every test', async () => {
  const points = (group: string, first: string): Row[] => {
    const rows = pupils.map((name, i): Row => [group, name, 1 + (i % 5), 1 + ((i * 3) % 5)]);
    const all: Row[] = [[group, first, 5, 5], ...rows, [group, first, 5, 5]];
    return [...all, [group, 'Mittelwert', mean(all, 2, 2), mean(all, 3, 2)]];
  };
  const table = [['Klasse', 'Name', 'Werfen', 'Balancieren'], ...points('3a', 'Max'), ...points('3b', 'Max')];
  expect(await leftOut(table)).toEqual(['12 mean', '23 mean']);
});

test('a test named like a summary in each second row hides no mean', async () => {
  const rows = Array.from({ length: 600 }, (_, i): Row => [
    `p${i}`,
    i % 2 ? 'Anzahl Sit-ups' : 'SLJ',
    1,
    20 + (i % 9),
    30 + (i % 7),
  ]);
  const bare: Row = [null, null, null, mean(rows, 3, 2), mean(rows, 4, 2)];
  expect(await leftOut([['ID', 'Test', 'Messung', 'links', 'rechts'], ...rows, bare])).toEqual(['602 mean']);
});
