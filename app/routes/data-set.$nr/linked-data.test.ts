import { expect, test } from 'vitest';

import { readCited } from './cited.server';
import { describeDataSet, toLinkedData, type Description } from './linked-data';
import { signposts } from './signposts.server';

const orcid = 'https://orcid.org/0000-0002-1825-0097';
const dataSet: Description = {
  cited: readCited({
    creators: [
      {
        name: 'Muster, Eva',
        nameType: 'Personal',
        nameIdentifiers: [{ nameIdentifier: orcid, nameIdentifierScheme: 'ORCID' }],
        affiliation: [{ name: 'University of Example' }],
      },
      { name: 'Institute of Sport' },
    ],
    publisher: { name: 'Motothek' },
    publicationYear: '2025',
    dates: [
      { date: '2018/2019', dateType: 'Collected' },
      { date: '2025-03-01', dateType: 'Issued' },
    ],
    language: 'de',
    geoLocations: [{ geoLocationPlace: 'Germany' }],
  }),
  row: {
    nr: 3,
    doi: '10.5072/motothek.3',
    doiUrl: 'https://doi.org/10.5072/motothek.3',
    doiIsTest: false,
    pubYears: [2023],
    authors: ['Muster, Eva'],
    titles: ['Jumps of pupils', 'Sprünge von Kindern'],
    titleLanguages: ['en', 'de'],
    dataLanguage: '',
    types: ['RAW'],
    count: 10,
    genders: ['f'],
    ages: [{ start: 6, end: 10 }],
    rights: ['CC-BY 4.0', 'SUFL 1.0'],
    exercises: ['slj'],
  },
  fields: [
    { id: 5, name: 'Abstract', values: ['What was measured.'], languages: ['en'] },
    { id: 6, name: 'Keyword', values: ['jump', 'pupils'], languages: ['en', 'en'] },
  ],
  citation: 'Muster, Eva (2023): Jumps of pupils.',
};

test('the other kind of file of a study is linked by its relation, and computed data names its source', () => {
  const dataSetOf = (relationType: string, relatedIdentifierType: string, relatedIdentifier: string) => ({
    ...dataSet,
    cited: readCited({ relatedIdentifiers: [{ relatedIdentifier, relatedIdentifierType, relationType }] }),
  });
  const based = (description: Description) =>
    (toLinkedData(description, 'https://motothek.example.org') as { isBasedOn?: string }).isBasedOn;
  const agg = dataSetOf('IsDerivedFrom', 'DOI', '10.12345/x.1');
  expect(agg.cited.otherForms).toEqual([{ kind: 'raw', address: 'https://doi.org/10.12345/x.1' }]);
  expect(based(agg)).toBe('https://doi.org/10.12345/x.1');
  const raw = dataSetOf('IsSourceOf', 'URL', 'https://motothek.example.org/data-set/4');
  expect(raw.cited.otherForms).toEqual([{ kind: 'agg', address: 'https://motothek.example.org/data-set/4' }]);
  expect(based(raw)).toBeUndefined();
  expect(dataSetOf('IsDescribedBy', 'DOI', '10.1000/182').cited.otherForms).toEqual([]);
});

test('a data set is described with its names, authors, keywords, licences and DOI', () => {
  expect(toLinkedData(dataSet, 'https://motothek.example.org')).toMatchObject({
    '@type': 'Dataset',
    url: 'https://motothek.example.org/data-set/3',
    name: 'Jumps of pupils',
    alternateName: ['Sprünge von Kindern'],
    description: 'What was measured.',
    identifier: 'https://doi.org/10.5072/motothek.3',
    '@id': 'https://doi.org/10.5072/motothek.3',
    creator: [
      {
        '@type': 'Person',
        '@id': orcid,
        name: 'Muster, Eva',
        affiliation: [{ '@type': 'Organization', name: 'University of Example' }],
      },
      { name: 'Institute of Sport' },
    ],
    publisher: { '@type': 'Organization', name: 'Motothek' },
    datePublished: '2025-03-01',
    temporalCoverage: '2018/2019',
    inLanguage: 'de',
    spatialCoverage: ['Germany'],
    keywords: ['jump', 'pupils'],
    license: ['https://creativecommons.org/licenses/by/4.0/', 'https://motothek.example.org/info/sufl-licence'],
  });
});

test('a test DOI is not an identifier, and without an abstract the citation is the description', () => {
  const bare = { ...dataSet, row: { ...dataSet.row, doiIsTest: true }, fields: [] };
  const data = toLinkedData(bare, 'https://motothek.example.org');
  expect(data).not.toHaveProperty('identifier');
  expect(data).toMatchObject({ '@id': 'https://motothek.example.org/data-set/3' });
  expect(describeDataSet(bare)).toBe(dataSet.citation);
});

test('before its DOI is registered, a data set is described by what is known', () => {
  const data = toLinkedData({ ...dataSet, cited: readCited({}) }, 'https://motothek.example.org');
  expect(data).toMatchObject({ creator: [{ '@type': 'Person', name: 'Muster, Eva' }] });
  expect(data).not.toHaveProperty('datePublished');
});

test('signposts lead programs to the DOI, the authors, the licences and the description', () => {
  const origin = 'https://motothek.example.org';
  const described = `<${origin}/api/search/metadata/3`;
  expect(signposts(dataSet, origin).split(', ')).toEqual([
    '<https://doi.org/10.5072/motothek.3>; rel="cite-as"',
    `<${orcid}>; rel="author"`,
    '<https://schema.org/Dataset>; rel="type"',
    '<https://schema.org/AboutPage>; rel="type"',
    '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
    `<${origin}/info/sufl-licence>; rel="license"`,
    `${described}.json>; rel="describedby"; type="application/vnd.datacite.datacite+json"`,
    `${described}.xml>; rel="describedby"; type="application/vnd.datacite.datacite+xml"`,
  ]);
  const test = { ...dataSet, row: { ...dataSet.row, doi: '', doiIsTest: true } };
  expect(signposts(test, origin)).not.toMatch(/cite-as|describedby/);
});
