import { expect, test } from 'vitest';

import { lostNamed, testNamed } from './data-rows-form';

test.each([
  ['fangen', 'fangen'],
  ['20 m\nsprint', '20 m\r\nsprint'],
  ['20 m\rsprint', '20 m\r\nsprint'],
  ['20 m\r\nsprint', '20 m\r\nsprint'],
])('a test left out is found by its button, whose line breaks browsers change: %j', (spelling, posted) => {
  const others = [{ spelling: '20 m' }, { spelling: 'sprint' }];
  expect(testNamed([...others, { spelling }], posted)).toEqual({ spelling });
});

test('a test that is not left out any more is not found', () => {
  expect(testNamed([{ spelling: 'fangen' }], 'werfen')).toBeUndefined();
});

test('rows of a previous file are found by their button, whose line breaks browsers change', () => {
  const rows = { from: 5, to: 6, reason: 'moved\naway' };
  const others = [
    { ...rows, to: 7 },
    { ...rows, reason: 'moved' },
  ];
  expect(lostNamed([...others, rows], '5-6:moved\r\naway')).toEqual(rows);
  expect(lostNamed(others, '5-6:moved\r\naway')).toBeUndefined();
});
