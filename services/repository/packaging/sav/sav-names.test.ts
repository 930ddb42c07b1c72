import { expect, test } from 'vitest';

import { savNames, shortName } from './sav-names';

test.each([
  [
    ['slj', 'handgrip.mean', 'Größe'],
    ['slj', 'handgrip.mean', 'Größe'],
  ],
  [
    ['6min_run', '_a', '.b'],
    ['v_6min_run', 'v__a', 'v_.b'],
  ],
  [
    ['with', 'By', 'to', 'together'],
    ['with_', 'By_', 'to_', 'together'],
  ],
  [
    ['a b', 'a-b', 'A_B'],
    ['a_b', 'a_b_2', 'A_B_3'],
  ],
  [
    ['end.', 'x...'],
    ['end', 'x'],
  ],
])('%j become the names %j', (names, expected) => {
  expect(savNames(names)).toEqual(expected);
});

test('names have at most 64 bytes and stay different', () => {
  const [first = '', second = ''] = savNames(['ü'.repeat(40), 'ü'.repeat(50)]);
  expect([Buffer.byteLength(first), second]).toEqual([64, `${'ü'.repeat(31)}_2`]);
});

test('short names are different and have at most 8 characters', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => shortName(i));
  expect(new Set(names).size).toBe(names.length);
  expect(shortName(35)).toBe('V0010');
  expect(shortName(1_000_000, 130).length).toBeLessThanOrEqual(8);
});
