import { DataSetNormsSchema, NormOverviewSchema, NormsSchema } from '@domain/api/norms';
import { StandingRequestSchema, StandingsSchema } from '@domain/api/standings';
import { NormQuerySchema } from '@domain/norms/choice-query';

import { NormKeySchema } from '../norms';
import type { Operations } from './operation';

/** Norms: percentiles by age from all published data. */
export const normOperations: Operations = {
  'GET /api/norms': {
    useCases: ['describeNorms'],
    summary: 'List the kinds of results with norms, and the versions of the curves',
    description:
      'Curves are made anew after a data set was published, corrected or withdrawn. A version keeps its curves until a data set in them is withdrawn or becomes a Scientific Use File, so it can be cited; then it answers from what is left, and `gone` names the data set.',
    answers: { 200: { description: 'Kinds of results and versions.', schema: NormOverviewSchema } },
    examples: [{ title: 'What can be compared', address: '/api/norms', status: 200 }],
  },
  'GET /api/norms/:key': {
    useCases: ['readNorms'],
    summary: 'Percentiles by age of a kind of result',
    description:
      'Of all data sets, or of a choice. People of one data set, sex and year of age count together with others of the same data set, or not at all, where they are fewer than five. Scientific Use Files are beside them, with the quartiles of their pages. People whose year or country is not known belong to a choice of years or countries only if it has all of their data set. A person who was tested at several ages counts at each of them, once. A choice without people has no groups.',
    path: { key: NormKeySchema },
    query: NormQuerySchema,
    meanings: {
      key: 'Key of the vocabulary, such as `slj` or `handgrip.left`.',
      sex: '`f` or `m`; both without it.',
      ages: 'A completed year of age (`8`) or several (`6-17`).',
      years: 'A year of the tests (`2019`) or several (`2010-2019`).',
      countries: 'Codes of countries (ISO 3166-1 alpha-2), joined by commas.',
      'data-sets': 'Numbers of data sets, joined by commas.',
      version: 'Day, or day and number, of the curves; the newest without it.',
      limit:
        'At most so many data sets are told: of those in the curves and of those beside them the ones with the most people, half of each kind if there are so many. 1,000 without it.',
    },
    answers: { 200: { description: 'The norms.', schema: NormsSchema } },
    refusals: ['not-found', 'data-set-withdrawn', 'data-sets-withdrawn', 'unavailable'],
    examples: [
      { title: 'Grip strength of women', address: '/api/norms/handgrip?sex=f', status: 200 },
      { title: 'An unknown kind of result', address: '/api/norms/height', status: 404 },
    ],
  },
  'POST /api/norms/standing': {
    useCases: ['placeResults'],
    summary: 'Find where results stand in the newest curves',
    description:
      'Nothing is stored or logged. Impossible results, those between two counts, and those at an age without a curve have no percentile.',
    body: StandingRequestSchema,
    answers: { 200: { description: 'Standings in the order of the request.', schema: StandingsSchema } },
    refusals: ['unavailable'],
    examples: [
      {
        title: 'A grip of 38 kg of a woman of 20.5 years',
        address: '/api/norms/standing',
        body: { results: [{ key: 'handgrip', sex: 'f', age: 20.5, value: 38 }] },
        status: 200,
      },
    ],
  },
  'GET /api/search/data/:nr/norms': {
    useCases: ['describeDataSetNorms'],
    summary: 'Where a data set lies in the norms of its tests',
    answers: { 200: { description: 'Its kinds of results that have curves.', schema: DataSetNormsSchema } },
    refusals: ['not-found', 'data-set-withdrawn', 'unavailable'],
    examples: [{ title: 'A data set beside all others', address: '/api/search/data/2/norms', status: 200 }],
  },
};
