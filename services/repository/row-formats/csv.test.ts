import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { workSeconds } from '../../../tests/support/work-seconds';
import { csvLine, neutralText, spreadsheetCsv, spreadsheetLine } from './csv';

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

test('separator and decimal sign depend on the language', () => {
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

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['+1 to 2', "'+1 to 2"],
  ['-1+2', "'-1+2"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['＝1+1', "'＝1+1"],
  // For programs with another separator.
  ['Strength;=1+1', "Strength;'=1+1"],
  ['a,@sum(a1);b', "a,'@sum(a1);b"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['a\n-b', "a\n'-b"],
  // An apostrophe that was there is told from ours.
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  ["' =1", "'' =1"],
  ["a;'=1", "a;''=1"],
])('%j becomes %j', (text, neutral) => {
  expect(neutralText(text)).toBe(neutral);
});

test.each([
  '',
  'plain',
  '-3.5',
  '+2',
  '-3,5',
  '-1e-7',
  '-.5',
  '1;-2;3',
  'a-b',
  "'",
  "'tis",
  "'-3.5",
  '6-Min',
  'm/w',
  'a = 1; b = 2',
  'x@example.org',
  '3+4',
])('%j is not changed', (text) => {
  expect(neutralText(text)).toBe(text);
});

/** A text as it was, from that in the file: what the README of a package tells its readers to do. */
function original(text: string): string {
  const number = String.raw`[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?(?:$|[;,\t\r\n])`;
  const sign = String.raw`[=+\-@＝＋－＠]`;
  return text
    .replace(new RegExp(String.raw`^'('*(?! *${number}) *(?:${sign}|[\t\r\n]))`, 'i'), '$1')
    .replace(new RegExp(String.raw`([;,\t\r\n]"*'*)'(?!${number})(?=${sign})`, 'gi'), '$1');
}

test('every text can be had back', () => {
  const pieces = ["'", '=', '-', '+', '@', '＝', '1', '.5', 'e7', ' ', ';', ',', '\t', '\n', '"', 'a'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (some) => {
      const text = some.join('');
      expect(original(neutralText(text))).toBe(text);
    }),
    { numRuns: 5000 },
  );
});

test('a text with a million separators is read only once', async () => {
  const texts = ['"', ';', '\t', '1', ' ', ';"', "'", ";'"].map((sign) => `${sign.repeat(1_000_000)}-`);
  const splitting = await workSeconds(() => texts.map((text) => text.split('')));
  // Reading again from each separator would take hours.
  expect(await workSeconds(() => texts.map(neutralText))).toBeLessThan(100 * splitting);
});
