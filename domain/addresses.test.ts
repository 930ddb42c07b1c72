import { expect, test } from 'vitest';

import { columnLetters } from './column-letters';
import { parseLanguage } from './language';
import { judgeOrigin, safeReturnUrl } from './same-origin';
import { formatUploadId, parseUploadId } from './upload-id';

const own = 'https://motothek.example';

test('a return address keeps its path and query when it has the origin of the page', () => {
  expect(safeReturnUrl('/file-upload?x=1#top', own)).toBe('/file-upload?x=1#top');
  expect(safeReturnUrl('https://motothek.example/my-downloads', own)).toBe('/my-downloads');
});

test('a return address with another origin is refused, however it is written', () => {
  for (const address of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://motothek.example/',
  ]) {
    expect(safeReturnUrl(address, own), address).toBeNull();
  }
  expect(safeReturnUrl('https://motothek.example//evil.example', own)).toBe('/evil.example');
});

test('columns get the same letters as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('an upload id is a number and the letter of its kind', () => {
  expect(parseUploadId('12r')).toEqual({ number: 12, kind: 'raw' });
  expect(formatUploadId(7, 'agg')).toBe('7a');
  for (const id of ['r', '0r', '12', '12x', '-1r', '12r ', '99999999999r']) expect(parseUploadId(id)).toBeNull();
});

test('a language is recognised by its first two letters, in any case', () => {
  expect(['DE-DE', 'en-GB', 'de', 'EN'].map(parseLanguage)).toEqual(['de', 'en', 'de', 'en']);
  expect(['deutsch', 'fr-FR', '', undefined].map(parseLanguage)).toEqual([null, null, null, null]);
});

test('Origin decides whether a request comes from our own pages, then Sec-Fetch-Site; otherwise it is unknown', () => {
  expect(judgeOrigin({ origin: own, secFetchSite: 'cross-site' }, own)).toBe('same');
  expect(judgeOrigin({ origin: 'null', secFetchSite: 'same-origin' }, own)).toBe('cross');
  expect(judgeOrigin({ origin: null, secFetchSite: 'same-site' }, own)).toBe('cross');
  expect(judgeOrigin({ origin: null, secFetchSite: null }, own)).toBe('unknown');
});
