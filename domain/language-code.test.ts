import { expect, test } from 'vitest';

import { preferredLanguage } from './language-code';

test.each([
  ['de;q=0.2, en;q=0.9', 'en'],
  ['en;q=0.2, de;q=0.9', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['de-AT, en;q=0.9', 'de'],
  ['DE', 'de'],
  ['de ; Q=0.5 , en ; q=0.4', 'de'],
  ['de, en', 'de'],
  ['en, de', 'en'],
  ['*', 'en'],
  ['de, *', 'de'],
  ['*, de', 'de'],
  ['de;q=0.3, *;q=0.5', 'en'],
  ['en;q=0, *', 'de'],
  ['de;q=0', null],
  ['de;q=nonsense', null],
  ['fr', null],
  ['deutsch', null],
  ['', null],
  [null, null],
])('the header %j prefers %j', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
