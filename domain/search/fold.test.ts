import { expect, test } from 'vitest';

import { foldDigraphs, foldText } from './fold';

test('folds case, umlauts, sharp s and accents', () => {
  expect(foldText('Größe der ÄPFEL à la carte')).toBe('grosse der apfel a la carte');
  expect(foldText('STRAẞE')).toBe('strasse');
  expect(foldText('Sørensen, Łukasz, Ağla, Æther')).toBe('sorensen lukasz agla aether');
});

test('an umlaut is folded alike whether it is one character or two', () => {
  expect(foldText('Bru\u0308cke')).toBe(foldText('Br\u00fccke'));
});

test('everything except letters and digits becomes one space, with none at the ends', () => {
  expect(foldText('  20-m-Sprint,\n(Lichtschranke)! ')).toBe('20 m sprint lichtschranke');
  expect(foldText('S&R')).toBe('s r');
  expect(foldText('§$%_')).toBe('');
});

test('digraphs are folded as umlauts, except in short words and where they are none', () => {
  expect(['taegliche', 'soerensen', 'ueber'].map(foldDigraphs)).toEqual(['tagliche', 'sorensen', 'uber']);
  expect(['doe', 'does', 'neue', 'frequent'].map(foldDigraphs)).toEqual(['doe', 'does', 'neue', 'frequent']);
});

test('folding twice changes nothing', () => {
  for (const text of ['İstanbul', 'ﬁtness', 'Ⅻ', 'straße', '体力', 'ά']) {
    expect(foldText(foldText(text))).toBe(foldText(text));
  }
});
