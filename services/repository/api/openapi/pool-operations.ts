import { PoolDataSetsQuerySchema, PoolDataSetsSchema, PoolQuerySchema } from '@domain/api/pool';

import type { Operations } from './operation';
import { ledToStore } from './shapes';

const meanings = {
  'data-sets': 'Public numbers of the data sets, joined by commas.',
  tests: 'Keys of motor tests: rows with a result of at least one of them, and only their columns.',
  ages: 'Ages in completed years, such as `6-17`.',
  sex: 'Codes of the sexes: `f`, `m`, `d` or `x`.',
  years: 'Years of the tests, such as `2010-2019`.',
  countries: 'Codes of ISO 3166-1, such as `DE,AT`.',
  format: 'Format of the table.',
  lang: 'Language of the codebook, and of the labels in sav.',
};

const refusals = [
  ...(['not-found', 'data-set-withdrawn', 'data-sets-withdrawn', 'unauthenticated', 'licence-form-open'] as const),
  ...(['rows-missing', 'range-outside', 'pool-raw-only', 'pool-versions', 'pool-empty', 'storage-full'] as const),
  ...(['unavailable'] as const),
];

const answersOf = (mediaTypes: string[]) => ({
  200: { description: 'The file.', mediaTypes, headers: { ETag: 'Version of the file.' } },
  206: { description: 'The range.', mediaTypes, headers: { 'Content-Range': 'Which part it is.' } },
  302: ledToStore,
});

/** One table of several data sets. */
export const poolOperations: Operations = {
  'GET /api/pool/data-sets': {
    useCases: ['listPoolDataSets'],
    summary: 'Look which data sets can be pooled',
    description: 'Unknown and withdrawn data sets are left out.',
    query: PoolDataSetsQuerySchema,
    meanings,
    answers: { 200: { description: 'The data sets, in the order of the query.', schema: PoolDataSetsSchema } },
    examples: [{ title: 'Two data sets', address: '/api/pool/data-sets?data-sets=1,2', status: 200 }],
  },
  'GET /api/pool': {
    useCases: ['openPool'],
    id: 'openPool',
    summary: 'Fetch one table of several data sets',
    description:
      'One row for each person and occasion, with the keys and units of the vocabulary; `data_set`, `data_set_doi` and `person` come first. Tables with one row for each test are unfolded. Data sets under SUFL 1.0 are for those who have filled in the download form.',
    query: PoolQuerySchema,
    meanings,
    answers: answersOf(['text/csv', 'application/vnd.apache.parquet', 'application/x-spss-sav']),
    refusals,
    examples: [
      { title: 'Long jumps of children, as csv', address: '/api/pool?data-sets=1&tests=slj&ages=6-10', status: 200 },
      { title: 'Under SUFL 1.0, without a token', address: '/api/pool?data-sets=1,2', status: 401 },
      { title: 'Under SUFL 1.0, without the form', address: '/api/pool?data-sets=1,2', caller: 'expert1', status: 403 },
    ],
  },
  'GET /api/pool/package': {
    useCases: ['openPool'],
    id: 'openPoolPackage',
    summary: 'Fetch the same table with its codebook and citations',
    description:
      'A zip with the table, its codebook, the citations of its data sets, what was chosen and the licences.',
    query: PoolQuerySchema,
    meanings,
    answers: answersOf(['application/zip']),
    refusals,
    examples: [{ title: 'As Parquet', address: '/api/pool/package?data-sets=1&format=parquet', status: 200 }],
  },
};
