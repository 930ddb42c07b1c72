import { expect, test } from 'vitest';

import { workSeconds } from '../../../tests/support/work-seconds';
import { neutralText } from './neutral-text';

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
  // Where another sign ends a cell than the file's own.
  ['Strength;=1+1', "Strength;'=1+1"],
  ['a,@sum(a1);b', "a,'@sum(a1);b"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['a\n-b', "a\n'-b"],
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
  '6-Min',
  'm/w',
  'a = 1; b = 2',
  'x@example.org',
  '3+4',
])('%j stays as it is', (text) => {
  expect(neutralText(text)).toBe(text);
});

test('a text of a million signs that might end a cell is read once', async () => {
  const texts = ['"', ';', '\t', '1', ' ', ';"'].map((sign) => `${sign.repeat(1_000_000)}-`);
  const splitting = await workSeconds(() => texts.map((text) => text.split('')));
  // Read again from each sign, it takes hours.
  expect(await workSeconds(() => texts.map(neutralText))).toBeLessThan(100 * splitting);
});
