import { z } from 'zod';

import {
  DownloadRequestSchema,
  DownloadSelectionSchema,
  DownloadSessionSchema,
  MyDownloadSchema,
  SessionIdSchema,
} from '@domain/api/downloads';
import { LinkedSearchesSchema, SaveSearchSchema, SavedSearchSchema } from '@domain/api/saved-searches';

import { DataSetNumberSchema } from '../search';
import { LinkSchema } from '../saved-searches';
import { exampleId } from './example-id';
import type { Operations } from './operation';
import { ledToStore } from './shapes';

const session = { id: SessionIdSchema };
const meanings = { id: 'Id of the download session.', fileName: 'Name of the file; any name will do.' };
const zip = ['application/zip'];
const started = { Location: 'Address of the package or of its form.' };
const packageAnswer = {
  description:
    'The package, with its length if it has been made before; otherwise it is streamed while it is made and kept.',
  mediaTypes: zip,
  headers: { 'Content-Disposition': 'Name of the file.' },
};
const packagePart = {
  description: 'The range, if the package has been made before.',
  mediaTypes: zip,
  headers: { 'Content-Range': 'Which part it is.' },
};
const DownloadListSchema = z.array(
  z.object({
    session: z.string().describe('Id of the session.'),
    date: z.string().describe('When it was begun, in ISO 8601.'),
  }),
);

/** Downloads of a user. */
export const downloadOperations: Operations = {
  'POST /api/search/download': {
    useCases: ['startDownload'],
    summary: 'Begin a download of data sets',
    description:
      'Makes a download session. If a data set is under SUFL 1.0, its form must be answered before the package can be fetched.',
    body: DownloadSelectionSchema,
    answers: {
      201: {
        description: 'The name of the package, which can be fetched.',
        mediaTypes: ['text/plain'],
        headers: started,
      },
      202: {
        description: 'The name of the package, whose form must be answered first.',
        mediaTypes: ['text/plain'],
        headers: started,
      },
    },
    refusals: ['nothing-selected', 'not-found'],
    examples: [
      {
        title: 'A data set under an open licence',
        address: '/api/search/download',
        caller: 'contributor',
        body: [1],
        status: 201,
      },
      { title: 'A data set under SUFL 1.0', address: '/api/search/download', caller: 'other', body: [2], status: 202 },
      { title: 'Nothing selected', address: '/api/search/download', caller: 'other', body: [], status: 400 },
    ],
  },
  'GET /api/search/downloads/:id': {
    useCases: ['showDownload'],
    summary: 'Show a download session',
    path: session,
    meanings,
    answers: {
      200: { description: 'Its data sets, and whether the package can be fetched.', schema: DownloadSessionSchema },
    },
    examples: [{ title: 'A session', address: `/api/search/downloads/${exampleId}`, caller: 'other', status: 200 }],
  },
  'GET /api/search/package/:id': {
    useCases: ['packDownload'],
    summary: 'Fetch the package of a session',
    path: session,
    meanings,
    answers: { 200: packageAnswer, 206: packagePart, 302: ledToStore },
    refusals: ['licence-form-open', 'rows-missing', 'range-outside'],
    examples: [
      {
        title: 'Before the form is answered',
        address: `/api/search/package/${exampleId}`,
        caller: 'other',
        status: 403,
      },
    ],
  },
  'POST /api/search/downloads/:id': {
    useCases: ['openDownload'],
    summary: 'Answer the download form of a session',
    description: 'Sending it again changes nothing.',
    path: session,
    meanings,
    body: DownloadRequestSchema,
    answers: {
      201: {
        description: 'The name of the package, which can be fetched.',
        mediaTypes: ['text/plain'],
        headers: started,
      },
    },
    refusals: ['download-form-invalid'],
    examples: [
      {
        title: 'The form of a session',
        address: `/api/search/downloads/${exampleId}`,
        caller: 'other',
        body: { session: exampleId, institution: 'University', country: 'Germany', purpose: 'Norms of grip strength' },
        status: 201,
      },
      {
        title: 'Without a purpose',
        address: `/api/search/downloads/${exampleId}`,
        caller: 'other',
        body: { session: exampleId, institution: 'University', country: 'Germany', purpose: '' },
        status: 400,
      },
    ],
  },
  'GET /api/search/data/:nr/package': {
    useCases: ['packDataSet'],
    summary: 'Fetch the package of a data set',
    description: 'Without a session: for everybody if the licence is open, otherwise for those who may see every row.',
    answers: { 200: packageAnswer, 206: packagePart, 302: ledToStore },
    refusals: ['not-found', 'data-set-withdrawn', 'licence-form-open', 'rows-missing', 'range-outside'],
    examples: [
      { title: 'Under an open licence', address: '/api/search/data/1/package', status: 200 },
      { title: 'Under SUFL 1.0, without a token', address: '/api/search/data/2/package', status: 401 },
    ],
  },
  'GET /api/search/mydownload/:id/:nr/:fileName': {
    useCases: ['packDownloadedDataSet'],
    summary: 'Fetch the package of one data set of a session',
    path: { ...session, nr: DataSetNumberSchema, fileName: z.string() },
    meanings,
    answers: { 200: packageAnswer, 206: packagePart, 302: ledToStore },
    refusals: ['licence-form-open', 'rows-missing', 'range-outside'],
    examples: [
      {
        title: 'After the form is answered',
        address: `/api/search/mydownload/${exampleId}/2/motothek-2-grip-strength-of-adults.zip`,
        caller: 'other',
        status: 200,
      },
    ],
  },
  'GET /api/search/mydownloads': {
    useCases: ['listDownloads'],
    summary: 'List the open download sessions of the caller',
    description: 'Newest first. The address may end with a slash.',
    answers: { 200: { description: 'The sessions.', schema: DownloadListSchema } },
    examples: [{ title: 'Open sessions', address: '/api/search/mydownloads', caller: 'contributor', status: 200 }],
  },
  'GET /api/search/mydownloads/rows': {
    useCases: ['listDownloadedDataSets'],
    summary: 'List the data sets that the caller has downloaded',
    answers: { 200: { description: 'Each data set once, with its newest session.', schema: MyDownloadSchema.array() } },
    examples: [
      { title: 'Downloaded data sets', address: '/api/search/mydownloads/rows', caller: 'contributor', status: 200 },
    ],
  },
};

const link = { link: LinkSchema };
const linkMeaning = { link: 'Secret of the link of a mail.' };

/** Searches about which users get mails. */
export const savedSearchOperations: Operations = {
  'POST /api/search/saved': {
    useCases: ['saveSearch'],
    summary: 'Save a search',
    description: 'Once a day its owner gets a mail about new data sets that it finds, in the language of this call.',
    body: SaveSearchSchema,
    answers: {
      200: { description: 'The same search was saved already.', schema: SavedSearchSchema },
      201: { description: 'The saved search.', schema: SavedSearchSchema },
    },
    refusals: ['saved-search-too-long', 'too-many-saved-searches'],
    examples: [
      {
        title: 'Long jump of children',
        address: '/api/search/saved',
        caller: 'other',
        body: { query: 'q=6-10&e=slj' },
        status: 201,
      },
    ],
  },
  'GET /api/search/saved': {
    useCases: ['listSavedSearches'],
    summary: 'List the saved searches of the caller',
    answers: { 200: { description: 'The searches, newest first.', schema: SavedSearchSchema.array() } },
    examples: [{ title: 'Own searches', address: '/api/search/saved', caller: 'other', status: 200 }],
  },
  'DELETE /api/search/saved/:search': {
    useCases: ['deleteSavedSearch'],
    summary: 'Delete a saved search',
    path: { search: z.uuid() },
    meanings: { search: 'Id of the saved search.' },
    answers: { 204: { description: 'Deleted.' } },
    examples: [{ title: 'Delete it', address: `/api/search/saved/${exampleId}`, caller: 'other', status: 204 }],
  },
  'GET /api/search/saved/end/:link': {
    useCases: ['findLinkedSearches'],
    summary: 'Show what the link of a mail ends',
    path: link,
    meanings: linkMeaning,
    answers: {
      200: { description: 'The searches.', schema: LinkedSearchesSchema },
      303: {
        description: 'For clients that prefer `text/html`: the page that asks.',
        headers: { Location: 'Address of the page.' },
      },
    },
    refusals: ['not-found'],
    examples: [{ title: 'A link that was used', address: '/api/search/saved/end/used', status: 404 }],
  },
  'POST /api/search/saved/end/:link': {
    useCases: ['endLinkedSearches'],
    summary: 'End the saved searches of a link',
    description: 'Mail programs send it without cookies (RFC 8058). The body is ignored.',
    path: link,
    meanings: linkMeaning,
    answers: { 204: { description: 'Ended.' } },
    refusals: ['not-found'],
    examples: [{ title: 'A link that has ended all', address: '/api/search/saved/end/used', status: 404 }],
  },
};
