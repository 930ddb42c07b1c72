import { expect, test } from 'vitest';

import { sqlStateOf } from './sql-state';

test('the code of an error is found in itself and in what it wraps', () => {
  const own = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  expect(sqlStateOf(own)).toBe('40P01');
  expect(sqlStateOf(new Error('Failed query', { cause: own }))).toBe('40P01');
  expect(sqlStateOf(Object.assign(new Error('outer', { cause: own }), { code: 'ECONNRESET' }))).toBe('40P01');
});

test('what has no code has none', () => {
  for (const error of [
    new Error('x'),
    new Error('x', { cause: null }),
    Object.assign(new Error('x'), { code: 7 }),
    null,
  ]) {
    expect(sqlStateOf(error)).toBe('');
  }
});
