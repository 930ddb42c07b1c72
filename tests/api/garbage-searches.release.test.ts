import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchAnswerSchema, SearchNumbersSchema } from '@domain/api/search';
import { facetNames, sortOrders } from '@domain/search/filters';

import { catalogue, searches } from '../fixtures/searches';
import { createChance } from '../support/chance';
import { publishAllForTest } from '../support/published-data-sets';
import { createTestApi, type TestApi } from '../support/test-api';

let testApi: TestApi;
beforeAll(async () => {
  testApi = await createTestApi();
  await publishAllForTest(
    testApi.repository,
    catalogue.map(({ set }) => set),
  );
});
afterAll(() => testApi?.close());

/** Texts that have a meaning somewhere between the address and the database. */
const hostile = [
  "'; drop table repository.data_sets; --",
  "' or '1'='1",
  '1) or 1=1--',
  '$$',
  "E'\\\\'",
  "a' & !b | (c <-> d):*",
  ':*',
  '!',
  '| & <->',
  '<->',
  '()',
  '%_%',
  '\\',
  '\\x00',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '(a+)+$',
  '(?=',
  '[a-',
  '^.*.*.*$',
  '../../etc/passwd',
  'file:///etc/passwd',
  'https://doi.org/10.5072/' + '%25'.repeat(50),
  '10.5072/%ff',
  '10.5072/' + '('.repeat(100),
  'doi:doi:doi:',
  'http://' + 'a.'.repeat(500),
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e76131 nilreB',
  '\u200f\u200e',
  '\ufeff',
  'e\u0301\u0301\u0301',
  'a' + '\u0301'.repeat(3000),
  '\ufdfa'.repeat(300),
  '😀👩‍🔬🏳️‍🌈',
  '体力テスト',
  'قوة القبضة',
  'כוח אחיזה',
  'ทดสอบ',
  'İıſßẞ',
  '𝕊𝕃𝕁',
  '٢٠١٢',
  '²⁰¹²',
  '６－１０',
  '9'.repeat(400),
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '"',
  '„“”',
  '"'.repeat(99),
  '*'.repeat(99),
  'a*b*c*',
  '*a',
  ';'.repeat(500),
  '；；',
  '\n\r\n',
  ' '.repeat(999),
  'x'.repeat(10_000),
  'Grundschule '.repeat(900),
  'handgri* '.repeat(900),
  '6-10 '.repeat(2000),
  'aerobic '.repeat(50),
];

const chance = createChance();
const below = (count: number) => Math.floor(chance() * count);
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;

const sane = Object.values(searches).flatMap((list) => list.map(({ text }) => text));
const letters = () =>
  Array.from({ length: 1 + below(12) }, () =>
    String.fromCodePoint(below(4) === 0 ? below(0x11_0000) : 32 + below(95)),
  ).join('');
/** A text with a letter left out, doubled or exchanged. */
const misspelt = (text: string) => {
  const at = below(text.length);
  return text.slice(0, at) + oneOf(['', text[at] ?? '', letters()]) + text.slice(at + below(2));
};
const makers = [() => oneOf(hostile), () => oneOf(hostile), () => oneOf(sane), () => misspelt(oneOf(sane)), letters];
const makeText = () =>
  Array.from({ length: 1 + below(4) }, () => oneOf(makers)()).join(oneOf(['', ' ', ';', '; ', '\n', ', ']));

/** What no browser sends: encodings that are none, or half of one. */
const brokenEncodings = ['%', '%%', '%zz', '%ff', '%ED%A0%80', '%C3', '%00', '%F0%9F%98', '+%2', '%u0041'];
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
const parameters = ['q', 'q', 'q', 'e', 'sort', 'page', 'limit', 'lang', ...facetNames];

function makeParameter(): string {
  const name = oneOf(parameters);
  const values = [
    ...sortOrders,
    'slj',
    'slj,handgrip,x',
    '6-10',
    'DE-76',
    '2012',
    '-5',
    '1e9',
    '999999999999999999999',
    '',
  ];
  const value = name === 'q' ? makeText() : oneOf([oneOf(values), makeText()]);
  return `${name}=${below(20) === 0 ? oneOf(brokenEncodings) : encode(value)}`;
}

function makeQuery(): string {
  const many = below(50) === 0 ? 200 : 0;
  const values = Array.from(
    { length: many },
    (_, at) => `years=${1900 + at}&test=${encode(oneOf(hostile).slice(0, 99))}`,
  );
  return [`q=${encode(makeText())}`, ...Array.from({ length: below(5) }, makeParameter), ...values].join('&');
}

/** Each group has a time limit of its own. */
const groups = Array.from({ length: 20 }, (_, at) => at + 1);
const searchesInGroup = 250;

test.each(groups)('whatever is searched for, there is an answer: group %i of 20', async () => {
  const wrong: string[] = [];
  for (let count = 0; count < searchesInGroup; count += 1) {
    const query = makeQuery();
    const response = await testApi.api.request(`/api/search?${query}`);
    const body = response.status === 200 ? SearchAnswerSchema.safeParse(await response.json()) : null;
    if (!body?.success) wrong.push(`${response.status}: ${query.slice(0, 2000)}`);
  }
  expect(wrong).toEqual([]);
  expect(testApi.serverErrors).toEqual([]);
});

test.each(['numbers', 'feed'])('whatever is searched for, there is an answer of %s', async (path) => {
  for (let count = 0; count < searchesInGroup; count += 1) {
    const query = makeQuery();
    const response = await testApi.api.request(`/api/search/${path}?${query}`);
    expect(response.status, query.slice(0, 2000)).toBe(200);
    if (path === 'numbers') SearchNumbersSchema.parse(await response.json());
    else await response.text();
  }
  expect(testApi.serverErrors).toEqual([]);
});
