import { expect, test } from 'vitest';

import { lostName, lostNamed, testNamed } from './data-rows-form';

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
    { ...rows, table: '3a' },
  ];
  const posted = lostName(rows).replace('\n', '\r\n');
  expect(lostNamed([...others, rows], posted)).toEqual(rows);
  expect(lostNamed(others, posted)).toBeUndefined();
});
