import { expect, test } from 'vitest';

import { Bitmap } from './bitmap';
import { KeptTerms } from './kept-terms';

/** Two bitmaps of so many data sets take 5 MB. */
const size = 20_000_000;

function finder() {
  const looked: string[] = [];
  const hits = { all: new Bitmap(size), prominent: new Bitmap(size) };
  const find = (term: string) => async () => {
    looked.push(term);
    return hits;
  };
  return { looked, find };
}

test('what was asked for last is kept, as far as there is memory', async () => {
  const terms = new KeptTerms();
  const { looked, find } = finder();
  for (const term of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b']) await terms.keep(term, find(term));
  // Three have room: 'b' made way for 'd'.
  expect(looked).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

test('a term that could not be looked up is looked up again', async () => {
  const terms = new KeptTerms();
  const { looked, find } = finder();
  await expect(terms.keep('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await terms.keep('a', find('a'));
  expect(looked).toEqual(['a']);
});
