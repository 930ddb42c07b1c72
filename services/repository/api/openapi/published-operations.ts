import { z } from 'zod';

import { PublicCorrectionSchema } from '@domain/api/metadata-corrections';
import { PublishedFilesSchema } from '@domain/api/published-files';
import { PublishedDistributionsSchema } from '@domain/api/published-distributions';
import { QualitySchema } from '@domain/api/quality';
import { RelatedSchema } from '@domain/api/search';
import { totalCountHeader } from '@domain/api/uploads';
import { DataSetUseSchema, reportSecretName, UseReportSchema } from '@domain/api/use';

import { singleFiles } from '../../packaging/single-files';
import { FileQuerySchema } from '../published-files';
import { CorrectionsQuerySchema } from '../search';
import type { Operations } from './operation';
import { ledToStore } from './shapes';

const fileTypes = [
  ...Object.values(singleFiles).map(({ mediaType }) => mediaType.split(';')[0] ?? ''),
  ...['text/plain', 'text/markdown', 'application/pdf'],
];

/** Files of data sets, and what is said about them besides their metadata. */
export const publishedOperations: Operations = {
  'GET /api/search/data/:nr/files': {
    useCases: ['listPublishedFiles'],
    summary: 'List the files of a data set',
    description:
      'Each published table in several formats, and the README and codebook files of the contributor. A file of a table is made when it is first asked for, and has a size and a sum from then on; Parquet always has a size and no sum.',
    answers: { 200: { description: 'The files, table by table.', schema: PublishedFilesSchema } },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Files of a data set', address: '/api/search/data/1/files', status: 200 }],
  },
  'GET /api/search/data/:nr/files/:fileName': {
    useCases: ['openPublishedFile'],
    summary: 'Fetch a published table, or a document, as a file',
    description:
      'Takes `Range`, so that programs can read parts of a Parquet file. Files under SUFL 1.0 are for those who have filled in the download form.',
    path: { fileName: z.string() },
    query: FileQuerySchema,
    meanings: {
      fileName: 'Name of the file, as in the list of files.',
      lang: 'Language of the labels, in xlsx and sav.',
    },
    answers: {
      200: { description: 'The file.', mediaTypes: fileTypes, headers: { ETag: 'Version of the file.' } },
      206: { description: 'The range.', mediaTypes: fileTypes, headers: { 'Content-Range': 'Which part it is.' } },
      302: ledToStore,
    },
    refusals: [
      ...(['not-found', 'licence-form-open', 'rows-missing', 'range-outside', 'storage-full'] as const),
      ...(['too-many-rows-for-xlsx', 'cell-too-long-for-xlsx'] as const),
    ],
    examples: [
      { title: 'As csv', address: '/api/search/data/1/files/data.csv', status: 200 },
      { title: 'Under SUFL 1.0, without a token', address: '/api/search/data/2/files/data.csv', status: 401 },
      {
        title: 'Under SUFL 1.0, without the form',
        address: '/api/search/data/2/files/data.csv',
        caller: 'other',
        status: 403,
      },
    ],
  },
  'GET /api/search/data/:nr/distributions': {
    useCases: ['describeDistributions'],
    summary: 'Distributions of the results of a data set',
    description: 'For each motor test by sex and by age; for aggregated data their curves.',
    answers: {
      200: { description: 'The distributions, or why there are none.', schema: PublishedDistributionsSchema },
    },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Distributions of a data set', address: '/api/search/data/1/distributions', status: 200 }],
  },
  'GET /api/search/quality/:nr': {
    useCases: ['describeQuality'],
    summary: 'Quality statement of a data set',
    description:
      'Rules of the check, problems that were found, corrected and explained, what was left out and why, and the votes without names. Explanations are left out if the licence does not show every row to the caller.',
    answers: { 200: { description: 'The statement.', schema: QualitySchema } },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Quality of a data set', address: '/api/search/quality/1', status: 200 }],
  },
  'GET /api/search/related/:nr': {
    useCases: ['listRelated'],
    summary: 'Data sets that belong to another one',
    answers: { 200: { description: 'Of the same study, and similar ones.', schema: RelatedSchema } },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Related data sets', address: '/api/search/related/1', status: 200 }],
  },
  'GET /api/search/corrections/:nr': {
    useCases: ['listCorrections'],
    summary: 'Corrections of the metadata of a data set',
    description: 'Since it was accepted, newest first, 20 on a page. The first page is also part of its description.',
    query: CorrectionsQuerySchema,
    meanings: { page: 'From 1; a page beyond the last is the last.' },
    answers: {
      200: {
        description: 'The corrections.',
        schema: PublicCorrectionSchema.array(),
        headers: { [totalCountHeader]: 'Number of all corrections.' },
      },
    },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Corrections of a data set', address: '/api/search/corrections/1', status: 200 }],
  },
  'GET /api/search/use/:nr': {
    useCases: ['findUse'],
    summary: 'Views and downloads of a data set by month',
    description: 'Counted by the rules of COUNTER and Make Data Count, without robots and double clicks.',
    answers: { 200: { description: 'The numbers.', schema: DataSetUseSchema } },
    refusals: ['not-found', 'data-set-withdrawn'],
    examples: [{ title: 'Use of a data set', address: '/api/search/use/1', status: 200 }],
  },
  'POST /api/search/use': {
    useCases: ['countUses'],
    summary: 'Report uses that a web app has counted',
    headers: { [reportSecretName]: 'Secret of the web app.' },
    body: UseReportSchema,
    answers: { 204: { description: 'Counted.' } },
    examples: [{ title: 'Without the secret', address: '/api/search/use', body: [], status: 403 }],
  },
};
