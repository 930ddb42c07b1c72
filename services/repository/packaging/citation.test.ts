import { expect, test } from 'vitest';

import type { SearchRow } from '@domain/api/search';

import { formatBibtex, formatCitation, formatCslJson, formatRis, readCitation } from './citation';

const row: SearchRow = {
  nr: 7, doi: '10.1234/mt-7', doiUrl: 'https://doi.org/10.1234/mt-7', doiIsTest: false, pubYears: [2019],
  authors: ['Muster, Eva'], titles: ['From the row'], types: ['RAW'], count: 1, genders: [], ages: [],
  rights: ['CC-BY 4.0'], exercises: [],
}; // prettier-ignore
const datacite = {
  creators: [
    { name: 'Muster, Eva', familyName: 'Muster', givenName: 'Eva' },
    { name: 'Institute of Sport', nameType: 'Organizational' },
  ],
  titles: [{ title: 'Strength & speed: 100 % of {all}' }],
  publisher: { name: 'Motothek' },
  publicationYear: 2025,
  version: '1.0',
};
const citation = readCitation(row, datacite);

test('the citation has the form DataCite prefers', () => {
  expect(formatCitation(citation)).toBe(
    'Muster, Eva; Institute of Sport (2025): Strength & speed: 100 % of {all}. Version 1.0. Motothek. (Dataset). https://doi.org/10.1234/mt-7',
  );
});

test('a test DOI is never cited: our address stands in its place', () => {
  const local = readCitation({ ...row, doiIsTest: true, doiUrl: 'https://m.example/data-set/7' }, datacite);
  for (const text of [formatCitation(local), formatBibtex(local), formatRis(local), formatCslJson(local)]) {
    expect(text).not.toContain('10.1234');
    expect(text).toContain('https://m.example/data-set/7');
  }
});

test('without DataCite JSON the row is cited', () => {
  expect(formatCitation(readCitation(row, null))).toBe(
    'Muster, Eva (n.d.): From the row. Motothek. (Dataset). https://doi.org/10.1234/mt-7',
  );
});

test('BibTeX keeps institutions whole and signs harmless', () => {
  expect(formatBibtex(citation)).toBe(
    [
      '@misc{motothek-7,',
      '  author = {Muster, Eva and {Institute of Sport}},',
      '  title = {{Strength \\& speed: 100 \\% of \\{all\\}}},',
      '  year = {2025},',
      '  version = {1.0},',
      '  publisher = {Motothek},',
      '  doi = {10.1234/mt-7},',
      '  url = {https://doi.org/10.1234/mt-7},',
      '  note = {Dataset},',
      '}',
      '',
    ].join('\n'),
  );
});

test('RIS and CSL-JSON name the same', () => {
  expect(formatRis(citation).split('\r\n').slice(0, 4)).toEqual([
    'TY  - DATA',
    'AU  - Muster, Eva',
    'AU  - Institute of Sport',
    'TI  - Strength & speed: 100 % of {all}',
  ]);
  expect(JSON.parse(formatCslJson(citation))).toEqual([
    {
      id: 'motothek-7',
      type: 'dataset',
      title: 'Strength & speed: 100 % of {all}',
      author: [{ family: 'Muster', given: 'Eva' }, { literal: 'Institute of Sport' }],
      issued: { 'date-parts': [[2025]] },
      version: '1.0',
      publisher: 'Motothek',
      DOI: '10.1234/mt-7',
      URL: 'https://doi.org/10.1234/mt-7',
    },
  ]);
});
