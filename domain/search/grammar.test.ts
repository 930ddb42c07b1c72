import { expect, test } from 'vitest';

import { maxSearchTermCharacters, maxSearchTerms } from '../limits';
import { foldText } from './fold';
import { parseQuery, type Term } from './grammar';
import { SearchNames, type SearchName } from './names';

const name = (kind: SearchName['kind'], values: string[], en: string): SearchName => ({
  kind,
  values,
  meaning: { en, de: en },
  synonyms: [],
});
const names = new SearchNames([
  ...['S&R', 'Stand and reach'].map((text) => ({ name: text, means: name('test', ['standreach'], 'Stand and reach') })),
  ...['Liegestütz', 'push-ups'].map((text) => ({ name: text, means: name('test', ['pushup40'], 'Push-ups') })),
  { name: '20 m dash', means: name('test', ['dash20hand'], '20 m dash (hand)') },
  { name: '20 m dash', means: name('test', ['dash20gate'], '20 m dash (gate)') },
  { name: '6-min run', means: name('test', ['run6min'], '6-min run') },
  { name: 'DMT 6-18', means: name('battery', ['DMT 6-18'], 'DMT 6-18') },
  { name: 'Mädchen', means: name('sex', ['f'], 'female') },
]);

const parse = (text: string) => parseQuery(text, names).terms;
const brief = (term: Term) => {
  if ('name' in term) return [term.kind, term.name.values.join()];
  if ('start' in term) return [term.kind, `${term.start}-${term.end}`];
  if ('word' in term) return [term.kind, term.word.word];
  if ('code' in term) return [term.kind, term.code];
  return [term.kind, term.text];
};
const only = (text: string): Term => {
  const terms = parse(text);
  expect(terms, text).toHaveLength(1);
  return terms[0]!;
};

test('terms are separated by semicolons and line breaks, trimmed, and empty ones are left out', () => {
  expect(parse(' Kraft ;; 2012;\n Sprung* ;').map(({ text, kind }) => [text, kind])).toEqual([
    ['Kraft', 'word'],
    ['2012', 'year'],
    ['Sprung*', 'prefix'],
  ]);
  expect(parse('')).toEqual([]);
  expect(parse(' ; ; *')).toEqual([]);
});

test('in a part without semicolons, names, years, ages and places are recognised beside words', () => {
  expect(parse('push ups of Mädchen Schule 2019').map(brief)).toEqual([
    ['test', 'pushup40'],
    ['sex', 'f'],
    ['word', 'schule'],
    ['year', '2019-2019'],
  ]);
});

test('each term knows the search without it', () => {
  expect(parse('push-ups Schule 2019; 6-10').map((term) => term.without())).toEqual([
    'Schule 2019; 6-10',
    'push-ups 2019; 6-10',
    'push-ups Schule; 6-10',
    'push-ups Schule 2019',
  ]);
});

test('a DOI may be bare, have its scheme, be an address, be encoded or be a beginning', () => {
  for (const text of [
    '10.5072/MT-12r',
    'doi:10.5072/mt-12R',
    'doi.org/10.5072/mt-12r',
    'https://doi.org/10.5072/mt-12r',
    'http://dx.doi.org/10.5072/mt-12r.',
    'https://doi.org/10.5072%2Fmt-12r',
  ]) {
    expect(only(text)).toMatchObject({ kind: 'doi', doi: '10.5072/mt-12r', prefix: false });
  }
  expect(only('10.5072/*')).toMatchObject({ kind: 'doi', doi: '10.5072/', prefix: true });
  expect(only('10.5072/MT-*')).toMatchObject({ kind: 'doi', doi: '10.5072/mt-', prefix: true });
});

test('addresses of data sets and ORCID iDs are recognised in every writing', () => {
  for (const text of [
    'https://any.example/data-set/12',
    '/data-set/12',
    'data-set/12/',
    'localhost:3000/data-set/12#use',
  ])
    expect(only(text)).toMatchObject({ kind: 'data-set', nr: 12 });
  for (const text of ['0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097', '0000000218250097'])
    expect(only(text)).toMatchObject({ kind: 'orcid', orcid: '0000-0002-1825-0097' });
  expect(parse('0000-0002-1825-0098').every(({ kind }) => kind !== 'orcid')).toBe(true);
});

test.each([
  ['2009', '2009-2009'],
  ['1950', '1950-1950'],
  ['2009-2012', '2009-2012'],
  ['2012 – 2009', '2009-2012'],
  ['2009/10', '2009-2010'],
  ['from 2009 to 2012', '2009-2012'],
  ['zwischen 2009 und 2012', '2009-2012'],
  ['since 2010', '2010-2099'],
  ['seit 2010', '2010-2099'],
  ['ab 2010', '2010-2099'],
  ['before 2010', '1950-2009'],
  ['bis 2010', '1950-2010'],
  ['im Jahr 2010', '2010-2010'],
  ['2009-12', '2009-2012'],
  ['2012-05', '2012-2012'],
  ['1999/00', '1999-2000'],
  ['>= 2010', '2010-2099'],
  ['<2010', '1950-2009'],
  ['1990er Jahre', '1990-1999'],
])('%s are years', (text, years) => {
  expect(brief(only(text))[1]).toBe(years);
  expect(only(text).kind).toMatch(/^year/);
});

test.each([
  ['6-10', '6-10'],
  ['10 - 6', '6-10'],
  ['6–10 years', '6-10'],
  ['6-10 J.', '6-10'],
  ['6 bis 10 Jahre', '6-10'],
  ['aged 6 to 10', '6-10'],
  ['10-jährige', '10-10'],
  ['8 year olds', '8-8'],
  ['age 8', '8-8'],
  ['Alter 6-10', '6-10'],
  ['ab 65 Jahren', '65-120'],
  ['über 65', '65-120'],
  ['65+', '65-120'],
  ['unter 6 Jahren', '0-5'],
  ['U12', '0-11'],
  ['6- bis 10-Jährige', '6-10'],
  ['zwischen 6 und 10 Jahren', '6-10'],
  ['65 Jahre und älter', '65-120'],
  ['>=65', '65-120'],
  ['<6 Jahre', '0-5'],
  ['bis 6 Jahre', '0-6'],
])('%s are ages', (text, ages) => {
  expect(brief(only(text))).toEqual(['age-range', ages]);
});

test.each(['1949', '2100', '6-130', '199'])('%s is neither a year nor an age', (text) => {
  for (const { kind } of parse(text)) expect(['word', 'postal-code']).toContain(kind);
});

test.each([
  ['01067', '01067'],
  ['761', '761'],
  ['7', '7'],
  ['761xx', '761'],
  ['PLZ 76', '76'],
  ['D-76131', '76131'],
  ['76…', '76'],
  ['76*', '76'],
])('%s is a postal code', (text, code) => {
  expect(brief(only(text))).toEqual(['postal-code', code]);
});

test('a short number beside words is a word', () => {
  expect(parse('Klasse 3').map(({ kind }) => kind)).toEqual(['word', 'word']);
});

test.each([
  ['s&r', 'standreach'],
  ['LIEGESTUTZ', 'pushup40'],
  ['Liegestuetze', 'pushup40'],
  ['pushups', 'pushup40'],
  ['push up', 'pushup40'],
  ['Liege*', 'pushup40'],
  ['20-m dash', 'dash20hand,dash20gate'],
  ['6 min run', 'run6min'],
])('%s is a test', (text, tests) => {
  expect(brief(only(text))).toEqual(['test', tests]);
});

test('a name with numbers is no age', () => {
  expect(parse('DMT 6-18 Schule').map(brief)).toEqual([
    ['battery', 'DMT 6-18'],
    ['word', 'schule'],
  ]);
});

test('quotes make a phrase, in English and German form', () => {
  for (const text of [
    '"Standing long jump"',
    '„standing  LONG-jump“',
    '“Standing long jump”',
    '»standing long jump«',
  ]) {
    expect(only(text)).toMatchObject({ kind: 'phrase', words: ['standing', 'long', 'jump'] });
  }
});

test('other words are terms of their own; a trailing asterisk makes a prefix', () => {
  expect(parse('Muster, Eva').map(brief)).toEqual([
    ['word', 'muster'],
    ['word', 'eva'],
  ]);
  expect(parse('hand-kraft*').map(brief)).toEqual([
    ['word', 'hand'],
    ['prefix', 'kraft'],
  ]);
});

test('stop words are left out beside other terms only', () => {
  expect(parse('strength of the children').map(brief)).toEqual([
    ['word', 'strength'],
    ['word', 'children'],
  ]);
  expect(parse('und').map(brief)).toEqual([['word', 'und']]);
});

test('a term is replaced where it stands, not where the same letters come first', () => {
  const replaced = (text: string) => parse(text).map((term) => term.replacedBy('children'));
  expect(replaced('"die chldren" chldren')[1]).toBe('"die chldren" children');
  expect(replaced('doi:10.1234/chldren; chldren')[1]).toBe('doi:10.1234/chldren; children');
});

test('what is left without a term is read as before', () => {
  const without = (text: string) => parse(text).map((term) => term.without());
  // Nothing but signs and stop words is nothing.
  expect(without('(2012)')).toEqual(['']);
  expect(without('in 2012; slj')).toEqual(['slj', 'in 2012']);
  // Alone it would be a postal code.
  expect(without('Klasse 3')).toEqual(['"3"', 'Klasse']);
  // The term that was left out stays left out.
  expect(without('word '.repeat(25))[0]).toBe('word '.repeat(19).trim());
});

test('signs alone are a term that no data set has', () => {
  expect(only('§%_')).toMatchObject({ kind: 'word', word: { word: '' } });
});

test('what is above the limits is counted', () => {
  const many = parseQuery('a;'.repeat(1000), names);
  expect(many.terms).toHaveLength(maxSearchTerms);
  expect(many.ignored).toEqual({ terms: 1000 - maxSearchTerms, cut: 0 });
  const long = parseQuery('x'.repeat(5000), names);
  expect(long.terms[0]?.text).toHaveLength(maxSearchTermCharacters);
  expect(long.ignored).toEqual({ terms: 0, cut: 1 });
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
  ];
  pieces.push('http://', '\n', 'İ', '&', 'doi:', '%2', '20 m dash', 'x'.repeat(300));
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]!).join('');
    for (const term of parseQuery(text, names).terms) {
      expect(term.text).not.toBe('');
      if ('word' in term) expect(term.word.word).toBe(foldText(term.word.word));
      expect(parseQuery(term.without(), names).terms.length).toBeLessThanOrEqual(maxSearchTerms);
    }
  }
});
