import fc from 'fast-check';
import jsonld, { type JsonLdDocument } from 'jsonld';
import { Parser, Writer } from 'n3';
import { describe, expect, test } from 'vitest';

import type { SearchRow } from '@domain/api/search';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { metadataArbitrary } from '../../../tests/support/metadata-arbitrary';
import { dataciteAttributes } from '../doi/datacite-attributes';
import { formFields } from '../metadata/schema';
import type { DataSetRecord } from '../store/data-set-records';
import { toDcat } from './dcat';
import { collectDescription, type DescriptionSource } from './described-data-set';
import { toSchemaOrg } from './schema-org';
import { toTurtle } from './turtle';

const origin = 'https://motothek.example';
const orcid = 'https://orcid.org/0000-0002-1825-0097';
const doi = '10.1234/motothek.7';
const row: SearchRow = {
  nr: 7,
  doi,
  doiUrl: `https://doi.org/${doi}`,
  doiIsTest: false,
  pubYears: [2019],
  authors: ['Muster, Eva'],
  titles: ['From the row'],
  titleLanguages: ['en'],
  dataLanguage: 'de',
  types: ['RAW'],
  count: 1,
  genders: [],
  ages: [],
  rights: ['CC-BY 4.0', 'SUFL 1.0'],
  exercises: ['handgrip'],
};
const nasty = '{Kraft}, "Maß" \\ <b> & \'ä\'\n@prefix x: 😀';
const metadata = withEntries(
  completeMetadata(nasty),
  entry(2.1, ['Strength'], [0]),
  entry(1, ['Muster||Eva', 'Institut für Sport, KIT']),
  entry(1.2, ['KIT (https://ror.org/04t3en479)'], [0]),
  entry(5.1, ['de'], [0]),
  entry(9, ['2018-3--2019--']),
  entry(25, ['DFG, ror.org/018mejw64']),
  entry(26, ['https://doi.org/10.1000/a<b>"{c}|d']),
  entry(26.1, ['Describes these data'], [0]),
  entry(27, ['1.1']),
  entry(28, ['de']),
);
const facts = { kind: 'raw' as const, nr: 7, tests: [], rows: 2, submitted: null, today: '2025-03-02' };
const siblings = [{ kind: 'agg' as const, identifier: '10.1234/motothek.8', type: 'DOI' as const }];

function source(of = metadata, more: Partial<DescriptionSource> = {}): DescriptionSource {
  return {
    record: { nr: 7, kind: 'raw', metadata: of } as unknown as DataSetRecord,
    row,
    datacite: dataciteAttributes({ ...facts, metadata: of, siblings, accepted: '2025-03-01' }, origin),
    citation: 'How to cite it',
    tables: [
      {
        columns: [
          { key: 'person_id', unit: '', source: 'ID' },
          { key: 'handgrip', unit: 'kg', source: 'Kraft' },
        ],
      },
      { columns: [{ key: 'handgrip', unit: 'kg', source: 'Kraft' }] },
    ],
    files: [{ name: 'data.csv', address: `${origin}/f/data.csv`, mediaType: 'text/csv', bytes: 12, sha256: 'ab12' }],
    isPublic: true,
    origin,
    language: 'en',
    ...more,
  };
}
const schemaOrg = (more: Partial<DescriptionSource> = {}) => toSchemaOrg(collectDescription(source(metadata, more)));
const dcat = (more: Partial<DescriptionSource> = {}) => toDcat(collectDescription(source(metadata, more)));

/** Nothing is fetched: schema.org's names are all in one namespace. */
const loader = {
  documentLoader: (url: string) => {
    if (!url.startsWith('https://schema.org')) throw new Error(`${url} is not to be fetched`);
    const id = { '@type': '@id' };
    const document = {
      '@context': { '@vocab': 'https://schema.org/', url: id, license: id, sameAs: id, isBasedOn: id },
    };
    return Promise.resolve({ contextUrl: undefined, documentUrl: url, document });
  },
};
const nquads = async (document: object) =>
  (await jsonld.canonize(document as JsonLdDocument, { ...loader, format: 'application/n-quads' })) as string;

/** The statements of a Turtle text, in the form in which `nquads` has those of JSON-LD. */
async function turtleQuads(turtle: string): Promise<string> {
  const quads = new Writer({ format: 'N-Quads' }).quadsToString(new Parser().parse(turtle));
  const format = 'application/n-quads';
  return (await jsonld.canonize(quads as never, { inputFormat: format, format })) as string;
}

describe('schema.org', () => {
  test('files that need a form are not offered', () => {
    expect(schemaOrg()).not.toHaveProperty('distribution');
  });

  test('has people with ORCID and affiliation, licences, dates, variables, techniques and files', () => {
    expect(schemaOrg({ row: { ...row, rights: ['CC-BY 4.0'] } })).toMatchObject({
      '@type': 'Dataset',
      '@id': row.doiUrl,
      url: `${origin}/data-set/7`,
      name: nasty,
      alternateName: ['Strength'],
      identifier: row.doiUrl,
      creator: [
        {
          '@type': 'Person',
          '@id': orcid,
          name: 'Muster, Eva',
          givenName: 'Eva',
          affiliation: [{ '@type': 'Organization', '@id': 'https://ror.org/04t3en479', name: 'KIT' }],
        },
        { name: 'Institut für Sport, KIT' },
      ],
      funder: [{ '@type': 'Organization', '@id': 'https://ror.org/018mejw64', name: 'DFG' }],
      datePublished: '2025-03-01',
      temporalCoverage: '2018-03/2019',
      inLanguage: 'de',
      license: ['https://creativecommons.org/licenses/by/4.0/'],
      version: '1.1',
      citation: [{ '@id': 'https://doi.org/10.1000/a%3Cb%3E%22%7Bc%7D%7Cd' }],
      measurementTechnique: expect.arrayContaining([expect.stringMatching(/grip/i)]),
      variableMeasured: [
        { '@type': 'PropertyValue', propertyID: 'person_id' },
        { '@type': 'PropertyValue', propertyID: 'handgrip', unitText: 'kg' },
      ],
      distribution: [
        {
          '@type': 'DataDownload',
          contentUrl: `${origin}/f/data.csv`,
          encodingFormat: 'text/csv',
          contentSize: '12 B',
          sha256: 'ab12',
        },
      ],
      creditText: 'How to cite it',
    });
    const [, organisation] = schemaOrg().creator as object[];
    expect(organisation).not.toHaveProperty('@type');
  });

  test('an aggregated data set names the raw one as its source', () => {
    const raw = { kind: 'raw' as const, identifier: '10.1234/motothek.8', type: 'DOI' as const };
    const attributes = { ...facts, kind: 'agg' as const, metadata, siblings: [raw], accepted: null };
    const linked = schemaOrg({ datacite: dataciteAttributes(attributes, origin) });
    expect(linked.isBasedOn).toEqual(['https://doi.org/10.1234/motothek.8']);
    expect(schemaOrg()).not.toHaveProperty('isBasedOn');
  });

  test('a work that cites the data is not cited by it', async () => {
    const work = 'https://doi.org/10.1000/citing';
    const citing = withEntries(completeMetadata('Cited'), entry(26, [work]), entry(26.1, ['Cites these data'], [0]));
    const described = collectDescription(source(citing));
    const linked = toSchemaOrg(described);
    expect(linked).not.toHaveProperty('citation');
    const [expanded] = (await jsonld.expand(linked as JsonLdDocument, loader)) as Record<string, unknown>[];
    expect(expanded?.['@reverse']).toEqual({ 'https://schema.org/citation': [{ '@id': work }] });
    expect(toDcat(described)).toMatchObject({ 'dct:isReferencedBy': [{ '@id': work }] });
    expect(toDcat(described)).not.toHaveProperty('dct:relation');
  });

  test('a test DOI is not an identifier, and names of ours are in the language of the call', () => {
    const local = schemaOrg({ row: { ...row, doiIsTest: true }, language: 'de' });
    expect(local).toMatchObject({ '@id': `${origin}/data-set/7` });
    expect(local).not.toHaveProperty('identifier');
    expect(JSON.stringify(local)).toMatch(/Handkraft/);
  });

  test('before its DOI is registered, a data set is described by what is known', () => {
    const bare = { record: { nr: 7, kind: 'raw', metadata: [] } as unknown as DataSetRecord, datacite: null };
    expect(schemaOrg(bare)).toMatchObject({
      name: 'From the row',
      description: 'How to cite it',
      creator: [{ '@type': 'Person', name: 'Muster, Eva' }],
    });
    expect(schemaOrg(bare)).not.toHaveProperty('datePublished');
  });

  test('expands as JSON-LD', async () => {
    const [expanded] = (await jsonld.expand(schemaOrg() as JsonLdDocument, loader)) as Record<string, unknown>[];
    expect(expanded).toMatchObject({
      '@id': row.doiUrl,
      '@type': ['https://schema.org/Dataset'],
      'https://schema.org/name': [{ '@value': nasty }],
      'https://schema.org/url': [{ '@id': `${origin}/data-set/7` }],
    });
  });
});

describe('DCAT', () => {
  test('has what DCAT-AP asks for, with languages and types of values', () => {
    expect(dcat()).toMatchObject({
      '@id': row.doiUrl,
      '@type': 'dcat:Dataset',
      'dct:title': [
        { '@value': nasty, '@language': 'de' },
        { '@value': 'Strength', '@language': 'en' },
      ],
      'dct:issued': { '@value': '2025-03-01', '@type': 'xsd:date' },
      'dct:temporal': {
        '@type': 'dct:PeriodOfTime',
        'dcat:startDate': { '@value': '2018-03', '@type': 'xsd:gYearMonth' },
        'dcat:endDate': { '@value': '2019', '@type': 'xsd:gYear' },
      },
      'dct:language': { '@id': 'http://publications.europa.eu/resource/authority/language/DEU' },
      'dct:accessRights': { '@id': 'http://publications.europa.eu/resource/authority/access-right/RESTRICTED' },
      'dcat:distribution': [{ '@type': 'dcat:Distribution', 'dcat:accessURL': { '@id': `${origin}/data-set/7` } }],
    });
  });

  test('a data set that is named by its page is no document as well', () => {
    expect(dcat()).toHaveProperty('dcat:landingPage');
    const local = dcat({ row: { ...row, doiIsTest: true } });
    expect(local).toMatchObject({ '@id': `${origin}/data-set/7`, '@type': 'dcat:Dataset' });
    expect(local).not.toHaveProperty('dcat:landingPage');
  });

  test('says who may have the data', () => {
    const access = (more: Partial<DescriptionSource>) => JSON.stringify(dcat(more)['dct:accessRights']);
    expect(access({ row: { ...row, rights: ['CC-BY 4.0'] } })).toContain('/PUBLIC');
    expect(access({ isPublic: false })).toContain('/NON_PUBLIC');
  });

  test('needs no other context, and is the same as JSON-LD and as Turtle', async () => {
    const document = dcat();
    const statements = await nquads(document);
    expect(statements).toContain(
      `<${row.doiUrl}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/dcat#Dataset>`,
    );
    expect(await turtleQuads(toTurtle(document))).toBe(statements);
  });

  test('both forms are the same for any metadata', async () => {
    await fc.assert(
      fc.asyncProperty(metadataArbitrary(formFields('en')), async (generated) => {
        const described = collectDescription(source(generated));
        const statements = await nquads(toDcat(described));
        expect(await turtleQuads(toTurtle(toDcat(described)))).toBe(statements);
        await jsonld.expand(toSchemaOrg(described) as JsonLdDocument, loader);
      }),
      { numRuns: 30 },
    );
  });
});
