import type { MetadataEntry } from '@domain/api/metadata';
import type { Licence } from '@domain/licences';
import { fieldIds } from '@domain/metadata/field-ids';
import { checkedValue, confirmedValue } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

import { adultsFile, normsFile, pupilsFile, repeatedFile, type DemonstrationFile } from './data-files';

/** A made-up study. All names in it are recognisably invented. */
export interface DemonstrationStudy {
  kind: UploadKind;
  file: () => DemonstrationFile;
  metadata: MetadataEntry[];
}

interface StudyFacts {
  title: string;
  titleInGerman: string;
  authors: string[];
  abstract: string;
  keywords: string[];
  name: string;
  design: string;
  collected: string;
  region: string;
  postalAreas?: string[];
  setting: string;
  criteria: string;
  persons: number;
  battery: string;
  licence: Licence;
  dataLanguage: string;
}

/** Values of a field. Nested values belong to the first value of their parent unless `parents` is given. */
function entry(id: number, values: string[], parents?: number[]): MetadataEntry {
  return { id, name: '', values, ...(parents ? { parents } : {}) };
}

const ofFirst = (values: string[]) => values.map(() => 0);

function describe(facts: StudyFacts): MetadataEntry[] {
  const { licence, postalAreas = [] } = facts;
  const confirmed = licence === 'SUFL 1.0' ? [confirmedValue] : [];
  const entries = [
    entry(fieldIds.author, facts.authors),
    entry(
      fieldIds.affiliation,
      facts.authors.map(() => 'Example University, Institute of Invented Studies'),
      facts.authors.map((_, index) => index),
    ),
    entry(fieldIds.title, [facts.title]),
    entry(fieldIds.translatedTitle, [facts.titleInGerman], [0]),
    entry(fieldIds.contactPerson, ['Demo||Dora']),
    entry(fieldIds.contactEmail, ['dora.demo@example.org'], [0]),
    entry(fieldIds.abstract, [facts.abstract]),
    entry(fieldIds.abstractLanguage, ['en'], [0]),
    entry(fieldIds.keyword, ['demonstration', ...facts.keywords]),
    entry(fieldIds.studyName, [facts.name]),
    entry(fieldIds.studyDesign, [facts.design]),
    entry(fieldIds.collection, [facts.collected]),
    entry(fieldIds.country, ['Germany']),
    entry(fieldIds.region, [facts.region], [0]),
    entry(fieldIds.postalArea, postalAreas, ofFirst(postalAreas)),
    entry(fieldIds.setting, [facts.setting]),
    entry(fieldIds.sampling, ['Convenience sample']),
    entry(fieldIds.criteria, [facts.criteria]),
    entry(fieldIds.persons, [String(facts.persons)]),
    entry(fieldIds.testBattery, [facts.battery]),
    entry(fieldIds.testers, ['Trained study staff']),
    entry(fieldIds.licence, [licence]),
    entry(fieldIds.licenceConfirmation, confirmed, ofFirst(confirmed)),
    entry(fieldIds.rightsHolder, ['Example University']),
    entry(fieldIds.ethicsVote, ['Not required by law']),
    entry(fieldIds.consent, [checkedValue]),
    entry(fieldIds.anonymisation, ['Nobody was tested: all values come from a random number generator.']),
    entry(fieldIds.version, ['1.0']),
    entry(fieldIds.dataLanguage, [facts.dataLanguage]),
  ];
  return entries.filter(({ values }) => values.length > 0);
}

/** The demonstration: cross-sectional, restricted, aggregated and longitudinal data. */
export const demonstrationStudies: DemonstrationStudy[] = [
  {
    kind: 'raw',
    file: pupilsFile,
    metadata: describe({
      title: 'Demonstration: motor performance of primary school pupils 2023',
      titleInGerman: 'Demonstration: Motorische Leistung von Grundschulkindern 2023',
      authors: ['Demo||Dora', 'Muster||Max'],
      abstract:
        'Invented results of 560 pupils of grades 1 to 4 in eight tests of speed, strength, endurance, coordination and flexibility. The data comes from a seeded random number generator and shows how a cross-sectional raw data set looks in this repository. It describes nobody.',
      keywords: ['pupils', 'endurance', 'strength', 'coordination'],
      name: 'DEMO-Primary',
      design: 'Cross-sectional',
      collected: '2023-3-1-2023-5-31',
      region: 'Baden-Württemberg',
      postalAreas: ['761'],
      setting: 'School',
      criteria: 'All pupils present on the day of the test. Nobody was excluded, because nobody exists.',
      persons: 560,
      battery: 'DMT 6-18',
      licence: 'CC-BY 4.0',
      dataLanguage: 'de',
    }),
  },
  {
    kind: 'raw',
    file: adultsFile,
    metadata: describe({
      title: 'Demonstration: grip strength of adults aged 18 to 82 in 2021',
      titleInGerman: 'Demonstration: Handkraft Erwachsener von 18 bis 82 Jahren 2021',
      authors: ['Muster||Max'],
      abstract:
        'Invented results of 360 adults: grip strength of both hands, sit and reach, and standing long jump. The data comes from a seeded random number generator and shows a data set under the Scientific Use File licence, which asks for institution and purpose before it is downloaded. It describes nobody.',
      keywords: ['adults', 'grip strength', 'flexibility'],
      name: 'DEMO-Adults',
      design: 'Cross-sectional',
      collected: '2021-3-1-2021-10-31',
      region: 'Berlin',
      setting: 'Laboratory',
      criteria: 'Adults from 18 years without acute complaints of the hands.',
      persons: 360,
      battery: 'Single tests',
      licence: 'SUFL 1.0',
      dataLanguage: 'en',
    }),
  },
  {
    kind: 'agg',
    file: normsFile,
    metadata: describe({
      title: 'Demonstration: norm values of eight motor tests, ages 6 to 17, 2019',
      titleInGerman: 'Demonstration: Normwerte von acht motorischen Tests, 6 bis 17 Jahre, 2019',
      authors: ['Beispiel||Berta', 'Demo||Dora'],
      abstract:
        'Invented norm values by sex and age: number of cases, mean, standard deviation and percentiles of eight tests. The values follow from formulas and show how an aggregated data set looks in this repository. They must not be used to judge anybody.',
      keywords: ['norm values', 'percentiles', 'children', 'adolescents'],
      name: 'DEMO-Norms',
      design: 'Pooled data',
      collected: '2019---2019--',
      region: 'Hessen',
      setting: 'School',
      criteria: 'Groups of at least 60 invented people of one sex and age.',
      persons: 3019,
      battery: 'Single tests',
      licence: 'CC-BY 4.0',
      dataLanguage: 'en',
    }),
  },
  {
    kind: 'raw',
    file: repeatedFile,
    metadata: describe({
      title: 'Demonstration: daily exercise at school, three measurements 2021 to 2022',
      titleInGerman: 'Demonstration: Tägliche Bewegung in der Schule, drei Messungen 2021 bis 2022',
      authors: ['Beispiel||Berta'],
      abstract:
        'Invented results of 150 children tested three times within a year, half of them with daily exercise at school (IG), half without (CG). The data comes from a seeded random number generator and shows a longitudinal raw data set. It says nothing about the effect of exercise.',
      keywords: ['longitudinal', 'intervention', 'children'],
      name: 'DEMO-Daily',
      design: 'Intervention with control group',
      collected: '2021-9-1-2022-9-30',
      region: 'Sachsen',
      setting: 'School',
      criteria: 'Children of grade 3 who took part in all three measurements.',
      persons: 150,
      battery: 'Single tests',
      licence: 'CC-BY-SA 4.0',
      dataLanguage: 'en',
    }),
  },
];
