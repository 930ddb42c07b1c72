import { expect, test } from 'vitest';

import { describeDataSet, toLinkedData, type Description } from './linked-data';

const dataSet: Description = {
  row: {
    nr: 3,
    doi: '10.5072/motothek.3',
    doiUrl: 'https://doi.org/10.5072/motothek.3',
    doiIsTest: false,
    pubYears: [2023],
    authors: ['Muster, Eva'],
    titles: ['Jumps of pupils', 'Sprünge von Kindern'],
    types: ['RAW'],
    count: 10,
    genders: ['f'],
    ages: [{ start: 6, end: 10 }],
    rights: ['CC-BY 4.0', 'SUFL 1.0'],
    exercises: ['slj'],
  },
  fields: [
    { id: 5, name: 'Abstract', values: ['What was measured.'] },
    { id: 6, name: 'Keyword', values: ['jump', 'pupils'] },
  ],
  citation: 'Muster, Eva (2023): Jumps of pupils.',
};

test('a data set is told with its names, authors, keywords, licences and DOI', () => {
  expect(toLinkedData(dataSet, 'https://motothek.example.org')).toMatchObject({
    '@type': 'Dataset',
    url: 'https://motothek.example.org/data-set/3',
    name: 'Jumps of pupils',
    alternateName: ['Sprünge von Kindern'],
    description: 'What was measured.',
    identifier: 'https://doi.org/10.5072/motothek.3',
    creator: [{ '@type': 'Person', name: 'Muster, Eva' }],
    keywords: ['jump', 'pupils'],
    license: [
      'https://creativecommons.org/licenses/by/4.0/',
      'https://motothek.example.org/info/sufl-licence',
    ],
  });
});

test('a test DOI is no identifier, and without an abstract the citation describes', () => {
  const bare = { ...dataSet, row: { ...dataSet.row, doiIsTest: true }, fields: [] };
  expect(toLinkedData(bare, 'https://motothek.example.org')).not.toHaveProperty('identifier');
  expect(describeDataSet(bare)).toBe(dataSet.citation);
});
