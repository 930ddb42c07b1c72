import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { formFields } from '../metadata/schema';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';
import { contributorTypes, relationTypes } from './datacite-terms';

const origin = 'https://motothek.example';

const facts: DoiFacts = {
  kind: 'raw',
  nr: 12,
  metadata: completeMetadata('Fitness of adults'),
  tests: [
    { en: 'Handgrip strength', de: 'Handkraft' },
    { en: 'Standing long jump', de: 'Standweitsprung' },
  ],
  siblings: [],
  rows: 13_393,
  submitted: '2025-02-01',
  accepted: '2025-03-01',
  today: '2025-03-02',
};

const scheme = { subjectScheme: 'Motothek motor tests', schemeUri: 'https://motothek.example/info/test-items' };

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
  entry(26, ['https://doi.org/10.1000/182', 'https://example.org/manual', 'Muster 2020, p. 7', '10.1000/182']),
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
  test('creators have their name parts, ORCID and affiliations', () => {
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
      titles: [{ title: 'Fitness of adults', lang: 'en' }],
      publisher: { name: 'Motothek' },
      publicationYear: '2025',
      types: { resourceTypeGeneral: 'Dataset', resourceType: 'Raw motor test data' },
    });
    const draft = dataciteAttributes({ ...facts, kind: 'agg', nr: null, accepted: null }, origin);
    expect(draft).not.toHaveProperty('url');
    expect(draft).toMatchObject({ publicationYear: '2025', types: { resourceType: 'Aggregated motor test data' } });
  });

  test('all other metadata has its property', () => {
    const attributes = dataciteAttributes({ ...facts, metadata: full }, origin);
    expect(attributes).toMatchObject({
      titles: [
        { title: 'Fitness of adults', lang: 'en' },
        { title: 'Fitness Erwachsener', titleType: 'TranslatedTitle', lang: 'de' },
      ],
      publicationYear: '2027',
      language: 'de',
      version: '1.1',
      subjects: [
        { subject: 'strength', lang: 'en' },
        { subject: 'endurance', lang: 'en' },
        { subject: 'Single tests', lang: 'en' },
        { subject: 'Handgrip strength', ...scheme, lang: 'en' },
        { subject: 'Handkraft', ...scheme, lang: 'de' },
        { subject: 'Standing long jump', ...scheme, lang: 'en' },
        { subject: 'Standweitsprung', ...scheme, lang: 'de' },
      ],
      contributors: [
        { name: 'Muster, Eva', contributorType: 'ContactPerson' },
        { name: 'Muster, Uwe', contributorType: 'DataCurator' },
        { name: 'Solo', contributorType: 'ProjectLeader' },
        { name: 'Karlsruhe Institute of Technology', contributorType: 'RightsHolder' },
      ],
      dates: [
        { date: '2018-03/2019', dateType: 'Collected' },
        { date: '2025-02-01', dateType: 'Submitted' },
        { date: '2025-03-01', dateType: 'Accepted' },
        { date: '2027-06', dateType: 'Issued' },
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
      sizes: ['300 persons', '13393 rows'],
      rightsList: [
        {
          rights: 'Scientific Use File Licence 1.0',
          rightsUri: 'https://motothek.example/info/sufl-licence',
          lang: 'en',
        },
      ],
      geoLocations: [
        { geoLocationPlace: 'Germany' },
        { geoLocationPlace: 'Baden-Württemberg, Germany' },
        { geoLocationPlace: 'Postal code area 76, Germany' },
        { geoLocationPlace: 'Austria' },
        { geoLocationPlace: 'Tyrol, Austria' },
      ],
      fundingReferences: [{ funderName: 'DFG' }, { funderName: 'BMBF', awardNumber: '01AB', awardTitle: 'Fit' }],
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
        lang: 'en',
      },
      {
        description: [
          'Deviations from the test protocol: Ball of 2 kg',
          'Measuring instrument: Dynamometer (Takei 5401); Tape',
          'Anonymisation: Names and birth dates were removed.',
          'Missing-value codes: -9; NA',
        ].join('\n'),
        descriptionType: 'TechnicalInfo',
        lang: 'en',
      },
      { description: 'Related publication: Muster 2020, p. 7', descriptionType: 'Other', lang: 'en' },
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
        lang: 'en',
      },
    ]);
  });

  test.each([
    ['2018-----', '2018'],
    ['2018-3-7---', '2018-03-07'],
    ['2018-3-7-2018-11-30', '2018-03-07/2018-11-30'],
    ['2018-3-7-2018-11-', '2018-03-07/2018-11'],
    ['2018-3--2019--', '2018-03/2019'],
    ['2018-März--2019--', '2018-03/2019'],
    ['2018-March-7-2019-Dez.-', '2018-03-07/2019-12'],
    ['2018-3--2018--', '2018-03/2018'],
    ['2018-3--2018-3-', '2018-03'],
  ])('the collection %s is the date %s', (stored, date) => {
    const metadata = withEntries(full, entry(9, [stored]));
    expect(dataciteAttributes({ ...facts, metadata }, origin).dates).toContainEqual({ date, dateType: 'Collected' });
  });

  test('a past embargo changes nothing', () => {
    const metadata = withEntries(full, entry(29, ['---2020--']));
    expect(dataciteAttributes({ ...facts, metadata }, origin).publicationYear).toBe('2025');
  });

  test('data under an embargo is issued when the embargo ends', () => {
    const metadata = withEntries(full, entry(29, ['---2025--']));
    expect(dataciteAttributes({ ...facts, metadata }, origin).dates).toContainEqual({
      date: '2025',
      dateType: 'Issued',
    });
  });

  test('a study described in German has German field names and values', () => {
    const metadata = withEntries(
      full,
      entry(5.1, ['de'], [0]),
      entry(15, ['Pupils', 'Turnkinder']),
      entry(6, ['Kraft']),
    );
    const { titles, subjects, descriptions } = dataciteAttributes({ ...facts, metadata }, origin);
    expect(titles.map(({ lang }) => lang)).toEqual(['de', 'en']);
    expect(subjects.slice(0, 4)).toEqual([
      { subject: 'Kraft', lang: 'de' },
      { subject: 'Pupils', lang: 'en' },
      { subject: 'Turnkinder', lang: 'de' },
      { subject: 'Single tests', lang: 'en' },
    ]);
    expect(descriptions.map(({ lang }) => lang)).toEqual(['de', 'de', 'de', 'de']);
    expect(descriptions[1]?.description).toMatch(/^Studiendesign: Querschnitt\nSetting: Schule\n/);
  });

  test('without the language of the abstract no language is stated for free text', () => {
    const metadata = withEntries(full, entry(5.1, []));
    const { titles, subjects, descriptions } = dataciteAttributes({ ...facts, metadata }, origin);
    expect([...titles, ...subjects.slice(0, 2), ...descriptions].filter((item) => 'lang' in item)).toEqual([]);
  });

  test('an institution is identified by its ROR address, and an author with a single name is not personal', () => {
    const metadata = withEntries(
      full,
      entry(1, ['Sport Institute||', 'Sukarno||']),
      entry(1.1, ['0000-0002-1825-0097'], [1]),
      entry(1.2, ['KIT (https://ror.org/04t3en479)', 'https://ror.org/04T3EN479'], [0, 1]),
      entry(25, ['DFG, ror.org/018mejw64']),
    );
    const { creators, fundingReferences } = dataciteAttributes({ ...facts, metadata }, origin);
    const ror = {
      affiliationIdentifier: 'https://ror.org/04t3en479',
      affiliationIdentifierScheme: 'ROR',
      schemeUri: 'https://ror.org',
    };
    expect(creators).toMatchObject([
      { name: 'Sport Institute', affiliation: [{ name: 'KIT', ...ror }] },
      { name: 'Sukarno', nameType: 'Personal', affiliation: [{ name: 'https://ror.org/04t3en479', ...ror }] },
    ]);
    expect(creators[0]).not.toHaveProperty('nameType');
    expect(fundingReferences[0]).toMatchObject({
      funderName: 'DFG',
      funderIdentifier: 'https://ror.org/018mejw64',
      funderIdentifierType: 'ROR',
    });
  });

  test('the raw and the aggregated files of a study refer to each other', () => {
    const named = (kind: 'raw' | 'agg', other: 'raw' | 'agg', type: 'DOI' | 'URL', identifier: string) =>
      dataciteAttributes({ ...facts, kind, siblings: [{ kind: other, type, identifier }] }, origin).relatedIdentifiers;
    const dataSet = { relatedIdentifierType: 'DOI', resourceTypeGeneral: 'Dataset' };
    expect(named('agg', 'raw', 'DOI', '10.12345/x.1')).toEqual([
      { ...dataSet, relatedIdentifier: '10.12345/x.1', relationType: 'IsDerivedFrom' },
    ]);
    expect(named('raw', 'agg', 'URL', `${origin}/data-set/13`)).toEqual([
      {
        ...dataSet,
        relatedIdentifier: `${origin}/data-set/13`,
        relatedIdentifierType: 'URL',
        relationType: 'IsSourceOf',
      },
    ]);
    // For two files of the same kind, the relation is unknown.
    expect(named('raw', 'raw', 'DOI', '10.12345/x.1')).toEqual([]);
  });

  test('manuals and instruments with a DOI or URL are related identifiers', () => {
    const metadata = withEntries(
      full,
      entry(16, ['DMT 6-18', 'https://doi.org/10.1000/manual']),
      entry(18.1, ['https://hdl.handle.net/21.1/7'], [0]),
    );
    const { relatedIdentifiers, subjects } = dataciteAttributes({ ...facts, metadata }, origin);
    expect(relatedIdentifiers.slice(2)).toEqual([
      { relatedIdentifier: '10.1000/manual', relatedIdentifierType: 'DOI', relationType: 'IsDocumentedBy' },
      {
        relatedIdentifier: 'https://hdl.handle.net/21.1/7',
        relatedIdentifierType: 'URL',
        relationType: 'IsCollectedBy',
        resourceTypeGeneral: 'Instrument',
      },
    ]);
    expect(subjects.map(({ subject }) => subject)).not.toContain('https://doi.org/10.1000/manual');
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
