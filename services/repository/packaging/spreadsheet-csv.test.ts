import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { spreadsheetCsv, spreadsheetLine } from './spreadsheet-csv';

test('separator and decimal sign are those of the language', () => {
  expect(spreadsheetLine(['a,b', 1.5, null, 'c;d', -2], 'en')).toBe('"a,b",1.5,,c;d,-2\r\n');
  expect(spreadsheetLine(['a,b', 1.5, null, 'c;d', -2], 'de')).toBe('a,b;1,5;;"c;d";-2\r\n');
});

test('another reader gets back what was written, behind a byte order mark', () => {
  const values = ['plain', 'say "yes"', 'two\r\nlines', ' blank ', 'ä;ß', ''];
  const text = [...spreadsheetCsv([values], 'de')].join('');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(Papa.parse<string[]>(text.slice(1), { delimiter: ';' }).data[0]).toEqual(values);
});

test('no text is run as a formula', () => {
  const dangerous = ['=1+1', '+1 a', '-1 to 2', '@sum(a1)', '\ta', '\ra'];
  const line = Papa.parse<string[]>(spreadsheetLine(dangerous, 'en')).data[0];
  expect(line).toEqual(dangerous.map((text) => `'${text}`));
});
