import { expect, test } from 'vitest';

import { fillText, joinLines, oneLine } from './text';

test('placeholders are replaced by the values with their names', () => {
  expect(fillText('{{a}} and {{b}}{{c}}', { a: 1, b: '$& {{a}}' })).toBe('1 and $& {{a}}');
});

/** What begins a new line for some program: Unicode 5.8, and `str.splitlines` of Python. */
const lineBreaks = ['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'];

test.each(lineBreaks)('a text as one line does not contain %j', (sign) => {
  expect(oneLine(`${sign}Grip ${sign}${sign}of${sign}children${sign}`)).toBe('Grip of children');
  expect(joinLines(`Grip ${sign} of  children`)).toBe('Grip of  children');
});

test('other control characters part words', () => {
  expect(oneLine('Grip\0of\u001b children\u007f')).toBe('Grip of children');
});
