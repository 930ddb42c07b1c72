import { expect, test } from 'vitest';

import { testNamed } from './data-rows-form';

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
