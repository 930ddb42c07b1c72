import { expect, test } from 'vitest';

import { maxSearchTermCharacters, maxSearchTerms } from '../limits';
import { foldText } from './fold';
import { parseQuery, type TestNames } from './grammar';

const testNames: TestNames = new Map([
  [foldText('S&R'), 'standreach'],
  [foldText('Liegestütz'), 'pushup40'],
  [foldText('20m'), 'dash20hand'],
]);

const only = (text: string) => {
  const terms = parseQuery(text, testNames);
  expect(terms).toHaveLength(1);
  return terms[0]!;
};

test('terms are separated by semicolons, trimmed, and empty ones are left out', () => {
  expect(parseQuery(' Kraft ;; 2012;  ; run* ;').map(({ text, kind }) => [text, kind])).toEqual([
    ['Kraft', 'word'],
    ['2012', 'year'],
    ['run*', 'prefix'],
  ]);
  expect(parseQuery('')).toEqual([]);
  expect(parseQuery(' ; ;')).toEqual([]);
});

test('a DOI may be bare, have its scheme or be the URL of a resolver', () => {
  for (const text of [
    '10.5072/MT-12r',
    'doi:10.5072/mt-12R',
    'https://doi.org/10.5072/mt-12r',
    'http://dx.doi.org/10.5072/mt-12r',
  ]) {
    expect(only(text)).toMatchObject({ kind: 'doi', doi: '10.5072/mt-12r' });
  }
});

test('years lie between 1950 and 2099, alone or as a range in either order', () => {
  expect(only('2009')).toMatchObject({ kind: 'year', start: 2009, end: 2009 });
  expect(only('1950')).toMatchObject({ kind: 'year' });
  expect(only('2099')).toMatchObject({ kind: 'year' });
  expect(only('2009-2012')).toMatchObject({ kind: 'year-range', start: 2009, end: 2012 });
  expect(only('2012 – 2009')).toMatchObject({ kind: 'year-range', start: 2009, end: 2012 });
  expect(only('1949').kind).toBe('word');
  expect(only('2100').kind).toBe('word');
  expect(only('1900-2000').kind).toBe('word');
});

test('two small numbers are ages, with or without their unit', () => {
  for (const text of ['6-10', '10 - 6', '6–10 years', '6-10 Jahre', '6-10 J.']) {
    expect(only(text)).toMatchObject({ kind: 'age-range', start: 6, end: 10 });
  }
  expect(only('6-130').kind).toBe('word');
});

test('five digits are a postal code', () => {
  expect(only('01067')).toMatchObject({ kind: 'postal-code', code: '01067' });
  expect(only('761').kind).toBe('word');
});

test('abbreviations and labels of tests are recognised in any spelling', () => {
  expect(only('s&r')).toMatchObject({ kind: 'test', test: 'standreach' });
  expect(only('LIEGESTUTZ')).toMatchObject({ kind: 'test', test: 'pushup40' });
  expect(only('Liegestütz*')).toMatchObject({ kind: 'prefix', words: [{ word: 'liegestutz', prefix: true }] });
});

test('quotes make a phrase, in English and German form', () => {
  for (const text of ['"Standing long jump"', '„standing  LONG-jump“', '“Standing long jump”']) {
    expect(only(text)).toMatchObject({ kind: 'phrase', phrase: 'standing long jump' });
  }
  expect(only('"').kind).toBe('word');
  expect(only('""').kind).toBe('word');
});

test('other terms are words; a trailing asterisk makes the last a prefix', () => {
  expect(only('Muster, Eva')).toMatchObject({
    kind: 'word',
    words: [
      { word: 'muster', prefix: false },
      { word: 'eva', prefix: false },
    ],
  });
  expect(only('hand-kraft*')).toMatchObject({
    kind: 'prefix',
    words: [
      { word: 'hand', prefix: false },
      { word: 'kraft', prefix: true },
    ],
  });
  expect(only('*')).toMatchObject({ kind: 'prefix', words: [{ word: '', prefix: true }] });
  expect(only('§%_')).toMatchObject({ kind: 'word', words: [] });
});

test('terms and characters above the limits are left out', () => {
  expect(parseQuery('a;'.repeat(1000))).toHaveLength(maxSearchTerms);
  expect([...only('\u{1f3c3}'.repeat(5000)).text]).toHaveLength(maxSearchTermCharacters);
});

test('no text makes it throw', () => {
  const pieces = [
    '10.',
    '5072/',
    '"',
    '„',
    '*',
    '-',
    '–',
    ';',
    ' ',
    '\0',
    '\ud800',
    '2012',
    '6',
    'ß',
    '%',
    '_',
    '\\',
    "'",
    'http://',
    '\n',
    'İ',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]!).join('');
    for (const term of parseQuery(text, testNames)) {
      expect(term.text).not.toBe('');
      if ('words' in term) for (const { word } of term.words) expect(word).toBe(foldText(word));
    }
  }
});
