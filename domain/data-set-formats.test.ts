import { expect, test } from 'vitest';

import {
  dataSetFormatNames,
  dataSetFormats,
  formatInsteadOfPage,
  formatOfExtension,
  formatPath,
  negotiateMetadata,
  writeMediaType,
} from './data-set-formats';

const browsers = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5',
  'text/html, text/plain, */*;q=0.01',
];

test('every format has an extension and a media type of its own, by which it is found', () => {
  for (const format of dataSetFormats({ hasDoi: true })) {
    expect(formatOfExtension(format.extension)).toEqual(format);
    expect(negotiateMetadata(writeMediaType(format.type))).toMatchObject({ kind: 'format', format });
    expect(formatInsteadOfPage(7, writeMediaType(format.type))).toBe(formatPath(7, format.name));
  }
  expect(formatOfExtension('pdf')).toBeNull();
  expect(formatOfExtension('toString')).toBeNull();
});

test('DataCite formats need a DOI, the others do not', () => {
  const without = dataSetFormats({ hasDoi: false }).map(({ name }) => name);
  expect(dataSetFormatNames.filter((name) => !without.includes(name))).toEqual(['datacite-json', 'datacite-xml']);
});

test('media types are written with their parameters', () => {
  expect(writeMediaType({ type: 'text/x-bibliography', parameters: { style: ['apa'] } })).toBe(
    'text/x-bibliography; style=apa',
  );
  expect(formatOfExtension('dcat.jsonld')?.type && writeMediaType(formatOfExtension('dcat.jsonld')!.type)).toBe(
    'application/ld+json; profile="http://www.w3.org/ns/dcat#"',
  );
});

test.each(browsers)('a browser stays on the page: %s', (accept) => {
  expect(formatInsteadOfPage(7, accept)).toBeNull();
});

test.each([
  ['application/x-bibtex', '/api/search/metadata/7.bib'],
  ['application/x-bibtex;q=0.5, text/html;q=0.4', '/api/search/metadata/7.bib'],
  ['application/ld+json, application/json;q=0.9, */*;q=0.1', '/api/search/metadata/7.jsonld'],
  ['application/citeproc+json', '/api/search/metadata/7.csl.json'],
  ['text/x-bibliography', '/api/search/metadata/7.apa.txt'],
  ['text/x-bibliography;style=datacite', '/api/search/metadata/7.txt'],
  ['text/plain', '/api/search/metadata/7.txt'],
  ['application/xml', '/api/search/metadata/7.xml'],
  ['application/json', '/api/search/metadata/7'],
])('a program that prefers %s is led to %s', (accept, path) => {
  expect(formatInsteadOfPage(7, accept)).toBe(path);
});

test.each([
  null,
  '',
  '*/*',
  'image/png',
  'text/html, application/ld+json',
  'text/html;q=0.9, text/turtle;q=0.9',
  '*/*;q=0',
])('the page answers %s', (accept) => {
  expect(formatInsteadOfPage(7, accept)).toBeNull();
});

test('the API answers its own JSON where any will do, and nothing that is excluded', () => {
  expect(negotiateMetadata(undefined)?.kind).toBe('json');
  expect(negotiateMetadata('application/json, text/plain, */*')?.kind).toBe('json');
  expect(negotiateMetadata(browsers[0])?.kind).toBe('page');
  expect(negotiateMetadata('*/*, application/json;q=0')?.kind).toBe('page');
  expect(negotiateMetadata('image/png')).toBeNull();
});
