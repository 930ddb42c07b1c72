import { expect, test } from 'vitest';

import { spellingOf } from './value-sql';

test.each([
  ['01', '1'],
  ['1,0', '1'],
  ['-9.0', '-9'],
  ['+1', '1'],
  ['.0', '0'],
  ['-0', '0'],
  ['1.5', '1.5'],
  [' Bub ', 'bub'],
  ['12345678901234567890', '12345678901234567890'],
])('a text that is not in a table, %s, is spelled as if it were: %s', (text, spelling) => {
  expect(spellingOf(text)).toBe(spelling);
});
