import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { FacetName, Filters } from '@domain/search/filters';

import { Bitmap } from './bitmap';
import { Catalogue } from './catalogue';
import type { StoredDocument } from './search-documents';
import { countFacets, listHits, selectHits } from './select-hits';

const counted: FacetName[] = ['test', 'type', 'years', 'region'];
const facetArbitrary = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...counted), fc.constantFrom('1', '2', '3')).map((pair) => pair.join(':')),
);

function documentOf(nr: number, facets: string[]): StoredDocument {
  const title = `${(nr * 7) % 10}`;
  return {
    nr,
    revision: 1,
    facets,
    areas: [],
    ageStart: nr % 90,
    ageEnd: (nr % 90) + 3,
    persons: nr % 5 === 0 ? null : nr % 7,
    titleEn: title,
    titleDe: title,
    publishedAt: new Date(nr * 1000),
  };
}

const hasAny = (facets: string[], name: string, values: string[] | undefined) =>
  values === undefined || values.some((value) => facets.includes(`${name}:${value}`));

test('every count of every facet is the number of data sets that a scan of all counts', async () => {
  await fc.assert(
    fc.asyncProperty(
      // More than 64 data sets, so that some values are lists and some are bitmaps.
      fc.array(facetArbitrary, { minLength: 1, maxLength: 200 }),
      fc.dictionary(fc.constantFrom(...counted), fc.subarray(['1', '2', '3', '4'], { minLength: 1 })),
      async (all, filters: Filters) => {
        const catalogue = new Catalogue(
          1,
          all.map((facets, at) => documentOf(at + 1, facets)),
        );
        const question = { terms: [], tests: [], filters };
        const hits = await selectHits(null as never, catalogue, question, Infinity);
        const matches = (facets: string[], except?: string) =>
          counted.every((name) => name === except || hasAny(facets, name, filters[name]));
        expect(hits.all.count).toBe(all.filter((facets) => matches(facets)).length);
        for (const { name, values } of countFacets(catalogue, question, hits, 'en')) {
          const scanned = ['1', '2', '3', '4'].flatMap((value) => {
            const count = all.filter((facets) => matches(facets, name) && facets.includes(`${name}:${value}`)).length;
            return count > 0 || filters[name]?.includes(value) ? [[value, count]] : [];
          });
          const isCounted = counted.includes(name);
          expect(new Map(values.map(({ value, count }) => [value, count]))).toEqual(
            new Map(isCounted ? (scanned as [string, number][]) : []),
          );
        }
      },
    ),
  );
});

test.each([['newest'], ['title'], ['persons'], ['years'], ['relevance']] as const)(
  'ordered by %s, every hit is on exactly one page',
  async (sort) => {
    const documents = Array.from({ length: 150 }, (_, at) => documentOf(at + 1, [`years:${1990 + (at % 20)}`]));
    const catalogue = new Catalogue(1, documents);
    const hits = await selectHits(null as never, catalogue, { terms: [], tests: [], filters: {} }, Infinity);
    const pages = [0, 50, 100, 150].flatMap((offset) =>
      listHits(catalogue, hits, { sort, language: 'de', offset, limit: 50 }),
    );
    expect(pages.toSorted((a, b) => a - b)).toEqual(documents.map(({ nr }) => nr));
  },
);

test('ages and areas are found where they overlap', () => {
  const catalogue = new Catalogue(1, [
    { ...documentOf(1, []), ageStart: 6, ageEnd: 10, areas: ['DE-76'] },
    { ...documentOf(2, []), ageStart: null, ageEnd: null, areas: ['DE-010'] },
  ]);
  const numbers = (found: Bitmap) => [0, 1].flatMap((slot) => (found.has(slot) ? [catalogue.numberAt(slot)] : []));
  expect(numbers(catalogue.ofAges(10, 12))).toEqual([1]);
  expect(numbers(catalogue.ofAges(11, 12))).toEqual([]);
  expect(numbers(catalogue.inArea('76131'))).toEqual([1]);
  expect(numbers(catalogue.inArea('7'))).toEqual([1]);
  expect(numbers(catalogue.inArea('01067'))).toEqual([2]);
  expect(numbers(catalogue.inArea('011'))).toEqual([]);
});

test('the more terms a data set has in its title or facts, the earlier it comes; of equal ones the newest', () => {
  const size = 70;
  const slots = fc.uniqueArray(fc.nat(size - 1), { maxLength: size });
  fc.assert(
    fc.property(slots, fc.array(slots, { maxLength: 6 }), (found, prominent) => {
      const setOf = (numbers: number[]) => {
        const bitmap = new Bitmap(size);
        for (const number of numbers) bitmap.add(number);
        return bitmap;
      };
      const catalogue = new Catalogue(
        1,
        Array.from({ length: size }, (_, slot) => documentOf(slot + 1, [])),
      );
      const all = setOf(found);
      const terms = prominent.map((numbers) => ({ all, prominent: setOf(numbers) }));
      const hits = { found: [], all, unfiltered: all, terms, facets: [] };
      const score = (slot: number) => prominent.filter((numbers) => numbers.includes(slot)).length;
      const expected = found.toSorted((a, b) => score(b) - score(a) || b - a).map((slot) => slot + 1);
      const listed = { sort: 'relevance', language: 'en', offset: 0, limit: size } as const;
      expect(listHits(catalogue, hits, listed)).toEqual(expected);
    }),
  );
});

test('a catalogue with new data sets is the same as one that is made anew', () => {
  const orders = ['newest', 'title', 'persons', 'years'] as const;
  fc.assert(
    fc.property(fc.array(facetArbitrary, { minLength: 1, maxLength: 200 }), fc.nat(), (all, cut) => {
      const documents = all.map((facets, at) => ({ ...documentOf(at + 1, facets), areas: [`${10 + (at % 80)}`] }));
      const former = new Catalogue(1, documents.slice(0, 1 + (cut % documents.length)));
      former.prepare();
      const grown = former.with(2, documents.slice(former.size));
      const anew = new Catalogue(2, documents);
      for (const sort of orders) expect(listed(grown!, sort)).toEqual(listed(anew, sort));
      const countsIn = (catalogue: Catalogue) =>
        [...counted, 'area', 'ages'].map((name) =>
          [...catalogue.valuesOf(name)].map(([value, having]) => [value, having.bitmap.count]).sort(),
        );
      expect(countsIn(grown!)).toEqual(countsIn(anew));
      expect(grown!.ofNumbers(all.map((_, at) => at + 1)).count).toBe(all.length);
    }),
  );
});

function listed(catalogue: Catalogue, sort: 'newest' | 'title' | 'persons' | 'years'): number[] {
  const all = catalogue.ofNumbers(Array.from({ length: catalogue.size }, (_, at) => at + 1));
  const hits = { found: [], all, unfiltered: all, terms: [], facets: [] };
  return listHits(catalogue, hits, { sort, language: 'en', offset: 0, limit: catalogue.size });
}

test('a former catalogue stays as it was', () => {
  const documents = Array.from({ length: 130 }, (_, at) => documentOf(at + 1, ['test:1']));
  const former = new Catalogue(1, documents.slice(0, 129));
  former.with(2, documents);
  expect(former.having('test', 1).count).toBe(129);
  expect(former.ofNumbers([130]).count).toBe(0);
  expect(former.newest(1)).toEqual([129]);
});

test('only new data sets, and new words of old ones, can be added', () => {
  const [first, second, third] = [1, 2, 3].map((nr) => documentOf(nr, ['test:1'])) as [
    StoredDocument,
    StoredDocument,
    StoredDocument,
  ];
  const catalogue = new Catalogue(1, [first, third]);
  expect(catalogue.with(2, [{ ...first, revision: 2 }])?.size).toBe(2);
  expect(catalogue.with(2, [{ ...first, facets: ['test:2'] }])).toBeNull();
  expect(catalogue.with(2, [second])).toBeNull();
});
