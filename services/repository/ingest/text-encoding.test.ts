import { expect, test } from 'vitest';

import { readBeginning } from './text-encoding';

test('the first lines are shown in their probable encoding, even with an incomplete character at the end', () => {
  const whole = Buffer.from('größe;kraft\r\n1;2\n3;ä');
  expect(readBeginning(whole.subarray(0, whole.length - 1), null).slice(0, 2)).toEqual(['größe;kraft', '1;2']);
  expect(readBeginning(Buffer.from('größe;kraft', 'latin1'), null)).toEqual(['größe;kraft']);
  expect(readBeginning(Buffer.from('\ufeffgröße;kraft', 'utf16le'), null)).toEqual(['größe;kraft']);
});

test('a chosen encoding overrides the guess', () => {
  expect(readBeginning(Buffer.from([0x47, 0x72, 0x9a, 0xa7, 0x65]), 'macintosh')).toEqual(['Größe']);
});

test('at most eight lines of 200 characters are shown', () => {
  const lines = readBeginning(Buffer.from(`${'x'.repeat(500)}\n`.repeat(20)), null);
  expect(lines).toHaveLength(8);
  expect(lines[0]).toHaveLength(200);
});
