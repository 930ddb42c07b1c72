import { expect, it } from 'vitest';

import { areCodebookHeadings, readCodebook } from './read-codebook';

const names = ['ID', 'SW', 'LS_T1', 'geschl'];

it('reads the text of each name, with unit and codes', () => {
  const rows = [
    ['Codebuch', null, null, null],
    ['Variable', 'Label', 'Einheit', 'Werte'],
    ['sw', 'Standweitsprung', 'cm', null],
    ['LS T1', 'Liegestütze in 40 s', null, ''],
    ['Geschl', 'Geschlecht', '', '1 = männlich, 2 = weiblich'],
    ['xyz', 'kommt nicht vor', '', ''],
  ];
  expect([...readCodebook(rows, names)]).toEqual([
    ['SW', 'Standweitsprung [cm]'],
    ['LS_T1', 'Liegestütze in 40 s'],
    ['geschl', 'Geschlecht (1 = männlich, 2 = weiblich)'],
  ]);
});

it('without headings takes the longest texts, wherever the names are', () => {
  const rows = [
    ['1', 'Standweitsprung in cm', 'SW'],
    ['2', 'Kennung des Kindes', 'ID'],
  ];
  expect([...readCodebook(rows, names)]).toEqual([
    ['SW', 'Standweitsprung in cm'],
    ['ID', 'Kennung des Kindes'],
  ]);
});

it('leaves out names without a text, and takes the first of several', () => {
  const rows = [
    ['SW', 'Standweitsprung'],
    ['SW', 'Schwimmen'],
    ['ID', null],
  ];
  expect([...readCodebook(rows, names)]).toEqual([['SW', 'Standweitsprung']]);
});

it.each([
  [
    'a cover',
    [
      ['Studie', 'Fit 2023'],
      ['Leitung', 'Institut'],
    ],
  ],
  [
    'data',
    [
      ['12', 'm', '131'],
      ['13', 'w', '128'],
    ],
  ],
  [
    'a single name',
    [
      ['SW', 'Schulwoche'],
      ['x', 'y'],
    ],
  ],
  ['nothing', []],
])('is empty for %s', (_, rows) => {
  expect(readCodebook(rows, names).size).toBe(0);
});

it.each([
  [['Variable', 'Label', 'Einheit'], true],
  [['Kürzel', null, 'Beschreibung der Übung'], true],
  [['Name', 'Value label'], true],
  [['Code', 'Messung', 'Datum'], false],
  [['Bedeutung', 'Einheit'], false],
  [['ID', 'Alter', 'Messwerte'], false],
])('tells the headings of a codebook: %s', (cells, expected) => {
  expect(areCodebookHeadings(cells)).toBe(expected);
});
