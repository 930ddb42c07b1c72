import { expect, test } from 'vitest';

import { fillText } from './text';

test('placeholders are replaced by the values with their names', () => {
  expect(fillText('{{a}} and {{b}}{{c}}', { a: 1, b: '$& {{a}}' })).toBe('1 and $& {{a}}');
});
