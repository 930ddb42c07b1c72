import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { schemaFaults } from '../../../tests/support/json-schema-faults';
import { formFields } from '../metadata/schema';
import { rootFolder } from '../root-folder';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';
import { contributorTypes, relationTypes } from './datacite-terms';

const origin = 'https://motothek.example';

const facts: DoiFacts = {
  kind: 'raw',
  nr: 12,
  metadata: completeMetadata('Fitness of adults'),
  tests: ['Handgrip strength', 'Standing long jump'],
  bytes: 762_000,
  rows: 13_393,
  submitted: '2025-02-01',
  accepted: '2025-03-01',
  today: '2025-03-02',
};

const full: MetadataEntry[] = withEntries(
  facts.metadata as MetadataEntry[],
  entry(2.1, ['Fitness Erwachsener'], [0]),
  entry(4, ['Muster||Uwe', 'Solo||']),
  entry(4.1, ['Data curator', 'Project leader'], [0, 1]),
  entry(7.1, ['DRKS00000001'], [0]),
  entry(10, ['Germany', 'Austria']),
  entry(10.1, ['Baden-Württemberg', 'Tyrol'], [0, 1]),
  entry(10.2, ['76'], [0]),
  entry(17, ['Ball of 2 kg']),
  entry(18, ['Dynamometer', 'Tape']),
  entry(18.1, ['Takei 5401'], [0]),
  entry(20, ['SUFL 1.0']),
  entry(20.1, ['confirmed'], [0]),
  entry(22, ['Approved']),
  entry(22.1, ['KIT 7/2018'], [0]),
  entry(25, ['DFG', 'BMBF']),
  entry(25.1, ['01AB'], [1]),
  entry(25.2, ['Fit'], [1]),
  entry(26, [
    'https://doi.org/10.1000/182',
    'https://example.org/manual',
    'Muster 2020, p. 7',
    '10.1000/182',
  ]),
  entry(
    26.1,
    ['Describes these data', 'Uses the test manual', 'Cites these data', 'Describes these data'],
    [0, 1, 2, 3],
  ),
  entry(27, ['1.1']),
  entry(28, ['de']),
  entry(29, ['---2027-6-']),
  entry(30, ['Two outliers removed']),
  entry(31, ['-9', 'NA']),
  entry(32, ['For the board only']),
);

describe('DataCite attributes', () => {
  test('creators carry their parts, ORCID and affiliations', () => {
    expect(dataciteAttributes(facts, origin).creators).toEqual([
      {
        name: 'Muster, Eva',
        nameType: 'Personal',
        givenName: 'Eva',
        familyName: 'Muster',
        nameIdentifiers: [
          {
            nameIdentifier: 'https://orcid.org/0000-0002-1825-0097',
            nameIdentifierScheme: 'ORCID',
            schemeUri: 'https://orcid.org',
          },
        ],
        affiliation: [{ name: 'Karlsruhe Institute of Technology' }],
      },
      {
        name: 'Beispiel, Jan',
        nameType: 'Personal',
        givenName: 'Jan',
        familyName: 'Beispiel',
        affiliation: [{ name: 'University of Example' }, { name: 'Institute of Sport' }],
      },
    ]);
  });

  test('the mandatory properties are there, before and after acceptance', () => {
    expect(dataciteAttributes(facts, origin)).toMatchObject({
      url: 'https://motothek.example/data-set/12',
      titles: [{ title: 'Fitness of adults' }],
      publisher: { name: 'Motothek' },
      publicationYear: '2025',
      types: { resourceTypeGeneral: 'Dataset', resourceType: 'Raw motor test data' },
    });
    const draft = dataciteAttributes({ ...facts, kind: 'agg', nr: null, accepted: null }, origin);
    expect(draft).not.toHaveProperty('url');
    expect(draft).toMatchObject({
      publicationYear: '2025',
      types: { resourceType: 'Aggregated motor test data' },
    });
  });

  test('everything else of the metadata finds its property', () => {
    const attributes = dataciteAttributes({ ...facts, metadata: full }, origin);
    expect(attributes).toMatchObject({
      titles: [
        { title: 'Fitness of adults' },
        { title: 'Fitness Erwachsener', titleType: 'TranslatedTitle' },
      ],
      publicationYear: '2027',
      language: 'de',
      version: '1.1',
      subjects: ['strength', 'endurance', 'Single tests', 'Handgrip strength', 'Standing long jump'].map(
        (subject) => ({
          subject,
        }),
      ),
      contributors: [
        { name: 'Muster, Eva', contributorType: 'ContactPerson' },
        { name: 'Muster, Uwe', contributorType: 'DataCurator' },
        { name: 'Solo', familyName: 'Solo', contributorType: 'ProjectLeader' },
        { name: 'Karlsruhe Institute of Technology', contributorType: 'RightsHolder' },
      ],
      dates: [
        { date: '2018/2019', dateType: 'Collected' },
        { date: '2025-02-01', dateType: 'Submitted' },
        { date: '2025-03-01', dateType: 'Accepted' },
        { date: '2025-03-01', dateType: 'Issued' },
        { date: '2027-06', dateType: 'Available' },
      ],
      alternateIdentifiers: [
        { alternateIdentifier: 'EXAMPLE-FIT', alternateIdentifierType: 'Study' },
        { alternateIdentifier: 'DRKS00000001', alternateIdentifierType: 'Study register' },
      ],
      relatedIdentifiers: [
        { relatedIdentifier: '10.1000/182', relatedIdentifierType: 'DOI', relationType: 'IsDescribedBy' },
        {
          relatedIdentifier: 'https://example.org/manual',
          relatedIdentifierType: 'URL',
          relationType: 'IsDocumentedBy',
        },
      ],
      sizes: ['13393 persons', '13393 rows', '762000 bytes'],
      rightsList: [
        {
          rights: 'Scientific Use File Licence 1.0',
          rightsUri: 'https://motothek.example/info/sufl-licence',
        },
      ],
      geoLocations: [
        { geoLocationPlace: 'Germany' },
        { geoLocationPlace: 'Baden-Württemberg, Germany' },
        { geoLocationPlace: 'Postal code area 76, Germany' },
        { geoLocationPlace: 'Austria' },
        { geoLocationPlace: 'Tyrol, Austria' },
      ],
      fundingReferences: [
        { funderName: 'DFG' },
        { funderName: 'BMBF', awardNumber: '01AB', awardTitle: 'Fit' },
      ],
    });
    expect(attributes.relatedIdentifiers).toHaveLength(2);
    expect(attributes.descriptions).toEqual([
      { description: 'Fitness of adults, tested in one county.', descriptionType: 'Abstract', lang: 'en' },
      {
        description: [
          'Study design: Cross-sectional',
          'Setting: School',
          'Sampling: Random sample',
          'Inclusion and exclusion criteria: Adults of 20 to 65 years; nobody was excluded.',
          'Testers: Trained study staff',
          'Ethics vote: Approved',
          'Committee and number: KIT 7/2018',
          'Data processing: Two outliers removed',
        ].join('\n'),
        descriptionType: 'Methods',
      },
      {
        description: [
          'Deviations from the test protocol: Ball of 2 kg',
          'Measuring instrument: Dynamometer (Takei 5401); Tape',
          'Anonymisation: Names and birth dates were removed.',
          'Missing-value codes: -9; NA',
        ].join('\n'),
        descriptionType: 'TechnicalInfo',
      },
      { description: 'Related publication: Muster 2020, p. 7', descriptionType: 'Other' },
    ]);
  });

  test('the open licences are named by their SPDX identifiers', () => {
    const rights = (licence: string) =>
      dataciteAttributes({ ...facts, metadata: withEntries(full, entry(20, [licence])) }, origin).rightsList;
    expect(rights('CC-BY-SA 4.0')).toEqual([
      {
        rights: 'Creative Commons Attribution Share Alike 4.0 International',
        rightsUri: 'https://creativecommons.org/licenses/by-sa/4.0/',
        rightsIdentifier: 'CC-BY-SA-4.0',
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
      },
    ]);
  });

  test.each([
    ['2018-----', '2018'],
    ['2018-3-7---', '2018-03-07'],
    ['2018-3-7-2018-11-30', '2018-03-07/2018-11-30'],
    ['2018-3-7-2018-11-', '2018-03/2018-11'],
  ])('the collection %s is the date %s', (stored, date) => {
    const metadata = withEntries(full, entry(9, [stored]));
    expect(dataciteAttributes({ ...facts, metadata }, origin).dates).toContainEqual({
      date,
      dateType: 'Collected',
    });
  });

  test('an embargo that is over changes nothing', () => {
    const metadata = withEntries(full, entry(29, ['---2020--']));
    expect(dataciteAttributes({ ...facts, metadata }, origin).publicationYear).toBe('2025');
  });

  test('private fields never appear', () => {
    const text = JSON.stringify(dataciteAttributes({ ...facts, metadata: full }, origin));
    expect(text).not.toContain('eva.muster@example.org');
    expect(text).not.toContain('For the board only');
    expect(text).not.toContain('confirmed');
  });

  test('every choice of role and relation has its DataCite term', () => {
    const choices = (id: number) =>
      formFields('en')
        .find((field) => field.id === id)
        ?.choices.map(({ value }) => value);
    expect(choices(4.1)).toEqual(Object.keys(contributorTypes));
    expect(choices(26.1)).toEqual(Object.keys(relationTypes));
  });
});

const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');
const schemaFile = path.join(dataFolder, 'datacite', 'datacite-v4.5.json');

describe.skipIf(!existsSync(schemaFile))('the published JSON schema of DataCite 4.5', () => {
  const schema = () => JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;

  test.each([
    ['the least metadata', facts],
    ['all metadata', { ...facts, metadata: full }],
    ['a draft', { ...facts, metadata: full, nr: null, accepted: null }],
  ])('takes %s', (_, described) => {
    expect(schemaFaults(schema(), { ...dataciteAttributes(described, origin) })).toEqual([]);
  });

  test('refuses what does not belong', () => {
    const attributes = dataciteAttributes({ ...facts, metadata: full }, origin);
    const wrong = {
      ...attributes,
      creators: [],
      publicationYear: 2025,
      types: { resourceTypeGeneral: 'Table' },
    };
    expect(schemaFaults(schema(), wrong)).toEqual([
      '/creators: fewer than 1 items',
      '/publicationYear: not a string',
      '/types/resourceTypeGeneral: not one of the enumeration',
    ]);
  });
});
