import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { PublishedDistributions, ShownTest } from '@domain/api/published-distributions';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { ContentsSection } from './contents-section';
import { PicturesSection } from './pictures-section';

const jump: ShownTest = {
  key: 'slj',
  test: 'slj',
  label: 'Standing long jump',
  unit: 'cm',
  decimals: 1,
  results: 1203,
  ages: { start: 8, end: 9 },
  sexes: ['f', 'm'],
  years: [2018, 2019, 2021],
  histogram: {
    from: 100,
    binWidth: 10,
    step: null,
    groups: [
      { sex: 'f', results: 700, quartiles: [108.25, 115, 120.5], bins: [200, 400, 100], below: 0, above: 0 },
      { sex: '', results: 503, quartiles: [100, 105, 110], bins: [500, 0, 3], below: 7, above: 0 },
    ],
  },
  curves: {
    ages: [8, 9, 11].map((age) => ({ start: age, end: age })),
    groups: [
      {
        sex: 'f',
        results: [300, null, 40],
        lines: [
          { statistic: 'p25', values: [104, null, 111] },
          { statistic: 'p50', values: [110.5, null, 115] },
          { statistic: 'p75', values: [118, null, 121] },
        ],
      },
    ],
  },
};
const found = (...tests: ShownTest[]): PublishedDistributions => ({
  without: null,
  leastPersons: 1,
  tests,
  sexLabels: { f: 'female', m: 'male' },
});
const curvesOf = (lines: [string, number[]][]): ShownTest => ({
  ...jump,
  histogram: null,
  curves: {
    ages: [8, 9].map((age) => ({ start: age, end: age })),
    groups: ['f', 'm'].map((sex) => ({
      sex,
      results: [50, 60],
      lines: lines.map(([statistic, values]) => ({ statistic, values })),
    })),
  },
});

function show(node: React.ReactNode, language: Language = 'en'): string {
  return renderToStaticMarkup(<I18nextProvider i18n={i18nOf(language)}>{node}</I18nextProvider>);
}
const picture = (distributions: PublishedDistributions, language?: Language) =>
  show(<PicturesSection nr={1} distributions={distributions} />, language);
const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');

test('every number of a picture is also in a table', () => {
  const words = wordsOf(picture(found(jump)));
  expect(words).toContain(
    '|Sex, age|Median (middle half)|n|female, all ages|115 (108.25–120.5)|700|sex unknown, all ages|105 (100–110)|503|female, 8|110.5 (104–118)|300|',
  );
  expect(words).toContain('|Results|female|sex unknown|below 100|0|7|from 100|200|500|from 110|400|0|from 120|100|3|');
  expect(words).toContain('|female| n = 700|');
});

test('with many tests the numbers of the bars are only for programs', () => {
  const many = Array.from({ length: 9 }, (_, i) => ({ ...jump, key: `${i}` }));
  expect(picture(found(...many.slice(1)))).toContain('from 100');
  expect(picture(found(...many))).not.toContain('from 100');
  expect(picture(found(...many))).toContain('href="/api/search/data/1/distributions"');
  const most = picture(found(...many, ...many.map((test) => ({ ...test, key: `more ${test.key}` }))));
  expect(most.match(/<figure/g)).toHaveLength(16);
  expect(most).toContain('2 more tests have no pictures here.');
});

test('numbers are written as the language does, and pictures have names', () => {
  const markup = picture(found(jump), 'de');
  expect(wordsOf(markup)).toContain('|female, 8|110,5 (104–118)|300|');
  expect([...markup.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Standing long jump, nach Geschlecht',
    'Standing long jump, nach Alter',
  ]);
});

test('a value without neighbours is a dot, and a gap is no line', () => {
  expect(picture(found(jump))).toContain('d="M0 62h0M1000 35h0"');
});

test('numbers for one age only make no picture, and the page says so', () => {
  const [group] = jump.curves!.groups;
  const lines = group!.lines.map(({ statistic, values: [first] }) => ({ statistic, values: [first!, null, null] }));
  const markup = picture(found({ ...jump, curves: { ...jump.curves!, groups: [{ ...group!, lines }] } }));
  expect(markup).toContain('There is no picture by age, because there are numbers for one age only.');
  expect(markup).not.toContain('aria-label="Standing long jump, by age"');
  expect(wordsOf(markup)).toContain('|female, 8|110.5 (104–118)|300|');
});

test('means have their deviation as an area, and many percentiles a picture for each sex', () => {
  const means = picture(
    found(
      curvesOf([
        ['low', [100, 105]],
        ['mean', [120, 125.5]],
        ['high', [140, 146]],
      ]),
    ),
  );
  expect(wordsOf(means)).toContain('|female, 8|120 ± 20|50|male, 8|120 ± 20|50|female, 9|125.5 ± 20.5|60|');
  expect(means.match(/class="area"/g)).toHaveLength(2);
  const ranks = ['p10', 'p25', 'p50', 'p75', 'p90'].map((name, at): [string, number[]] => [name, [at, at + 10]]);
  const percentiles = picture(found(curvesOf(ranks)));
  expect(percentiles).toContain('aria-label="Standing long jump, by age, male"');
  expect(wordsOf(percentiles)).toContain('|Sex, age|Percentiles 10 / 25 / 50 / 75 / 90|n|');
  expect(wordsOf(percentiles)).toContain('|0 / 1 / 2 / 3 / 4|50|');
});

test('the page says why there are no pictures, and what the licence leaves out', () => {
  for (const without of ['not-ready', 'took-too-long', 'rows-missing'] as const) {
    expect(picture({ ...found(), without })).toMatch(/<p>[A-Z].+\.<\/p>/);
  }
  expect(picture(found())).toBe('');
  expect(picture({ ...found(jump), leastPersons: 5 })).toContain('fewer than 5 people');
  const agg = { ...jump, histogram: null, curves: null };
  expect(picture({ ...found(agg), leastPersons: 5 })).toContain('only in the package');
});

const row = {
  nr: 1, doi: '', doiUrl: '', doiIsTest: true, pubYears: [2019], authors: [], titles: ['Jumps'], titleLanguages: [],
  dataLanguage: '', types: ['RAW'], count: 3, genders: ['f'], ages: [{ start: 8, end: 9 }], rights: [], exercises: ['slj'],
}; // prettier-ignore
const fields = [{ id: 10, name: 'Country', values: ['Germany', 'Austria'], languages: [] }];

test('the contents list each test with its own numbers, or with those of the data set while they are counted', () => {
  const contents = (distributions: PublishedDistributions | null) =>
    wordsOf(show(<ContentsSection dataSet={{ row, fields }} distributions={distributions} />));
  expect(contents(found(jump))).toContain(
    '|Standing long jump|1,203|8 to 9|female, male|2018–2019, 2021|Germany, Austria|',
  );
  for (const away of [null, { ...found(), without: 'not-ready' as const }]) {
    expect(contents(away)).toContain('|Standing long jump|not stated|8 to 9 years|female|2019|Germany, Austria|');
  }
  expect(contents({ ...found(), without: 'not-ready' })).toContain('being counted');
});
