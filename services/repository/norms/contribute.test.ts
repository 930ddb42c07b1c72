import { expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';

import type { NormDataSet } from '../store/norms';
import { contributionId, wholeOf } from './contribute';

const metadata = (countries: string[], collection: string) => [
  { id: fieldIds.country, name: 'Country', values: countries },
  { id: fieldIds.collection, name: 'Data collection', values: [collection] },
];

test.each([
  [['Germany'], '2019-3-1-2019-5-31', { country: 'DE', year: 2019 }],
  [['Germany'], '2019-----', { country: 'DE', year: 2019 }],
  [['Austria', 'Germany'], '2019-9-1-2020-5-31', { country: null, year: null }],
  [['Atlantis'], '', { country: null, year: null }],
])('of %s and %s holds for all rows what is the only one', (countries, collection, whole) => {
  expect(wholeOf(metadata(countries, collection))).toEqual(whole);
});

const dataSet: NormDataSet = {
  nr: 1,
  kind: 'raw',
  series: 1,
  metadata: metadata(['Germany'], '2019-3-1-2019-5-31'),
  rights: ['CC-BY 4.0'],
  tables: [{ objectKey: 'published/a.parquet', rowCount: 5, keys: ['sex', 'age_y', 'slj'] }],
};

test('a correction of country or year makes another contribution, of the words none', () => {
  const id = contributionId(dataSet);
  const corrected = (change: Partial<NormDataSet>) => contributionId({ ...dataSet, ...change });
  expect(corrected({ metadata: metadata(['Germany'], '2019-4-1-2019-6-30') })).toBe(id);
  expect(corrected({ rights: ['CC-BY-SA 4.0'] })).toBe(id);
  expect(corrected({ metadata: metadata(['Austria'], '2019-3-1-2019-5-31') })).not.toBe(id);
  expect(corrected({ metadata: metadata(['Germany'], '2018-3-1-2018-5-31') })).not.toBe(id);
});
