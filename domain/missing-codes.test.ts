import { expect, test } from 'vitest';

import { splitMissingCodes } from './missing-codes';

test.each([
  ['-9; 99', ['-9', '99']],
  ['−9, NA,k.A.', ['-9', 'NA,k.A.']],
  ['9,9;  ; x', ['9,9', 'x']],
  ['', []],
])('%s', (text, codes) => {
  expect(splitMissingCodes(text)).toEqual(codes);
});
