import { expect, test } from 'vitest';

import { errorMessage } from './answers';

test.each([
  [9_999, '9.9 kB'],
  [996, '0.9 kB'],
  [0, '0 bytes'],
  [7, '0.1 kB'],
])('a file of %i bytes is told in the unit of the limit, and never as large as it', (bytes, size) => {
  const message = errorMessage('file-too-small', 'en', { name: 'a.csv', bytes, min: 10_000 });
  expect(message).toContain(`it has ${size} and needs at least 10 kB.`);
});
