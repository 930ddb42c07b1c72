import { expect, test } from 'vitest';

import { MetadataEntrySchema } from './api/metadata';
import { NewCorrectionSchema } from './api/metadata-corrections';
import { SavedCommentsSchema } from './api/problems';
import { fillText, isStorable, joinLines, oneLine, storableText } from './text';

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

test.each(['\0', '\u0001', '\u001b', '\u007f', '\u0080', '\ufdd0', '\ufffe', '\uffff', '\u{1fffe}'])(
  'a stored text does not contain %j',
  (sign) => {
    expect(storableText(`Grip${sign} of\tchildren\r\n${sign}`)).toBe('Grip of\tchildren\r\n');
  },
);

test.each(['\v', '\f', '\u0085'])('%j is stored as a line break', (sign) => {
  expect(storableText(`Grip${sign}Jump`)).toBe('Grip\nJump');
});

test('half a character is replaced, and whole ones stay', () => {
  expect(storableText('a\ud800b \u{1f600} \u200d')).toBe('a\ufffdb \u{1f600} \u200d');
});

test('the database can store everything but NUL and halves of characters', () => {
  expect(['a\0', '\udc00', '\u0001\uffff\u{1f600}'].map(isStorable)).toEqual([false, false, true]);
});

test('values of metadata, notes on corrections and comments on problems are such texts', () => {
  const odd = 'Grip\u0001 of\uffff children';
  const comments = [{ id: '1', comment: odd }];
  const taken = [
    MetadataEntrySchema.parse({ id: 6, name: '', values: [odd] }),
    NewCorrectionSchema.parse({ metadata: [], note: odd }),
    SavedCommentsSchema.parse({ comments, confirmed: false }),
  ];
  const texts = JSON.stringify(taken).match(/Grip[^"]*/g);
  expect(texts).toEqual(Array.from({ length: 3 }, () => 'Grip of children'));
});
