import { expect, test } from 'vitest';

import { countRowsLeftOut, type RowChoice, rowsLeftOut, type DataDecisions, withRowChoice } from './data-rows';

const recognised: DataDecisions['recognised'] = {
  blankRows: 2,
  rows: [
    { from: 6, to: 7, reason: 'blank', text: '' },
    { from: 9, to: 9, reason: 'mean', text: 'Mittelwert' },
  ],
  table: null,
};
const leave = (from: number, to: number): RowChoice => ({ from, to, isData: false, reason: 'tried out' });
const take = (from: number, to: number): RowChoice => ({ from, to, isData: true, reason: '' });

function after(...choices: RowChoice[]): DataDecisions & { rowCount: number } {
  const rows = choices.reduce<RowChoice[]>(withRowChoice, []);
  return { rowCount: 20, recognised, choices: { table: null, rows } };
}
const leftOut = (table: DataDecisions) => rowsLeftOut(table).map(({ from, to, reason }) => [from, to, reason]);
const asRecognised = [
  [6, 7, 'blank'],
  [9, 9, 'mean'],
];

test('rows that are left out and taken back in are again what was recognised', () => {
  const table = after(leave(5, 12), take(5, 12));
  expect(leftOut(table)).toEqual(asRecognised);
  expect(countRowsLeftOut(table)).toBe(3);
});

test('part of the rows that were left out is taken back in', () => {
  expect(leftOut(after(leave(5, 12), take(8, 10)))).toEqual([
    [5, 7, 'user'],
    [9, 9, 'mean'],
    [11, 12, 'user'],
  ]);
});

test('recognised rows become data, and stay so when they are left out for a while', () => {
  expect(leftOut(after(take(9, 9)))).toEqual([[6, 7, 'blank']]);
  expect(leftOut(after(take(9, 9), leave(9, 9)))).toEqual([
    [6, 7, 'blank'],
    [9, 9, 'user'],
  ]);
  expect(leftOut(after(take(9, 9), leave(8, 10), take(8, 10)))).toEqual([[6, 7, 'blank']]);
});

test('of a range with rows of both kinds, only those become data that their user did not leave out', () => {
  const table = after(leave(8, 10), take(5, 10));
  expect(leftOut(table)).toEqual(asRecognised);
  expect(leftOut(after(take(5, 9)))).toEqual([[6, 7, 'blank']]);
});

test('blank rows stay what they are', () => {
  const table = after(take(6, 7));
  expect(leftOut(table)).toEqual(asRecognised);
  expect(countRowsLeftOut(table)).toBe(3);
});

test('repeating a choice adds nothing', () => {
  expect(after(take(9, 9), take(9, 9)).choices.rows).toEqual([take(9, 9)]);
  expect(after(leave(3, 4), leave(3, 4)).choices.rows).toEqual([leave(3, 4)]);
});

test('rows that were counted after the last choice need no estimate', () => {
  const table = after(leave(5, 12));
  expect(countRowsLeftOut({ ...table, choices: { ...table.choices, dataRows: 11 } })).toBe(9);
});
