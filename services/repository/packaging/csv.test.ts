import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { csvLine } from './csv';

test('another reader gets back what was written', () => {
  const values = ['plain', 'a,b', 'say "yes"', 'two\r\nlines', ' blank ', '', 'ä;ß', '-3.5', "'"];
  expect(Papa.parse<string[]>(csvLine(values)).data[0]).toEqual(values);
});

test('no text is run as a formula, and numbers stay numbers', () => {
  const values = ['=1+1', '@sum(a1)', '-3.5', '-2e-7', -4, 'a;=1+1'];
  expect(Papa.parse<string[]>(csvLine(values)).data[0]).toEqual([
    "'=1+1",
    "'@sum(a1)",
    '-3.5',
    '-2e-7',
    '-4',
    "a;'=1+1",
  ]);
});

test('fields are quoted only where they need it, and lines end with CRLF', () => {
  expect(csvLine(['a', 1.5, null, undefined, 'b"c'])).toBe('a,1.5,,,"b""c"\r\n');
});
