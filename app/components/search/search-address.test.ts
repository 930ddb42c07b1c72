import { expect, test } from 'vitest';

import { downloadFormSession, readSearchAddress, writeOpen, writeSearchAddress } from './search-address';

const read = (query: string, segment?: string) => readSearchAddress(new URLSearchParams(query), segment);

test('the bare home page does not search; an empty search does', () => {
  expect(read('').isSearch).toBe(false);
  expect(read('q=').isSearch).toBe(true);
  expect(read('e=slj').isSearch).toBe(true);
});

test('a path segment is the text of a search until another one is typed', () => {
  expect(read('', 'balance')).toMatchObject({ isSearch: true, text: 'balance' });
  expect(read('q=grip', 'balance').text).toBe('grip');
});

test('unknown tests, pages and numbers are left out', () => {
  expect(read('e=slj&e=juggling&e=slj&page=-3&nr=4&nr=x&nr=4&select=some')).toMatchObject({
    tests: ['slj'],
    page: 1,
    ticks: { all: null, ticked: [4], off: [] },
  });
});

test('a button has precedence over hidden fields of the form', () => {
  expect(read('at=2&page=3&opened=7.0.0&open=8')).toMatchObject({ page: 3, open: { nr: 8, table: 0, offset: 0 } });
  expect(read('at=2&opened=7.1.50')).toMatchObject({ page: 2, open: { nr: 7, table: 1, offset: 50 } });
});

test("'Select all' names its search, and stays with it when another one is shown", () => {
  const all = read('q=grip&licence=CC-BY+4.0&choose=all');
  expect(writeSearchAddress(all)).toBe('q=grip&licence=CC-BY+4.0&select=all');
  const again = read(writeSearchAddress(all));
  expect(again.ticks).toEqual(all.ticks);
  // A link of the results form shows another search, and the form sends what was chosen.
  const sent = new URLSearchParams({ q: 'grip', licence: 'CC-BY 4.0', select: all.ticks.all!, go: 'q=grip', off: '7' });
  const narrowed = read(String(sent));
  expect(narrowed.filters).toEqual({});
  expect(narrowed.ticks).toEqual({ all: 'q=grip&licence=CC-BY+4.0', ticked: [], off: [7] });
  expect(read(writeSearchAddress(narrowed)).ticks).toEqual(narrowed.ticks);
});

test('the usual order does not stay when words are added', () => {
  expect(read('q=&sort=newest').sort).toBeNull();
  expect(read('q=grip&sort=newest').sort).toBe('newest');
  expect(read('q=grip&sort=relevance').sort).toBeNull();
});

test('a toggle adds or removes one test and goes back to the first page', () => {
  expect(read('e=slj&toggle=handgrip&at=3')).toMatchObject({ tests: ['slj', 'handgrip'], page: 1 });
  expect(read('e=slj&e=handgrip&toggle=slj').tests).toEqual(['handgrip']);
  expect(read('e=slj&toggle=juggling').tests).toEqual(['slj']);
});

test('pressing the button of an open preview again closes it', () => {
  expect(read('opened=7.0.0&open=').open).toBeNull();
});

test('the value of a button can be parsed', () => {
  const open = { nr: 12, table: 3, offset: 100 };
  expect(read(`open=${writeOpen(open)}`).open).toEqual(open);
});

test('a segment that starts with file-download is not a search', () => {
  expect(downloadFormSession('file-download0f8fad5bd9cb469fa16570867728950e')).toBe('0f8fad5bd9cb469fa16570867728950e');
  expect(downloadFormSession('file-download:abc')).toBe('abc');
  expect(downloadFormSession('file')).toBeNull();
  expect(downloadFormSession(undefined)).toBeNull();
});

test('a NUL in the address is left out', () => {
  expect(read('q=a%00b').text).toBe('ab');
});

test('text that was not submitted is kept beside the search and starts none', () => {
  const typed = encodeURIComponent('e=pushup40&e=none&q=a&toggle=slj&typed=q%3Db');
  const beside = read(`q=grip&typed=${typed}`);
  expect([beside.isSearch, beside.text, beside.typed]).toEqual([
    true,
    'grip',
    { tests: ['pushup40', 'slj'], text: 'a' },
  ]);
  expect([read(`typed=${typed}`).isSearch, read('').typed]).toEqual([false, null]);
});
