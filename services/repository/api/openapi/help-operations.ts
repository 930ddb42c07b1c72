import { z } from 'zod';

import { LanguageSchema } from '@domain/language';

import { LicenceNameSchema } from '../help-files';
import type { Operations } from './operation';

const csv = {
  description: 'The file.',
  mediaTypes: ['text/csv'],
  headers: { 'Content-Disposition': 'Name of the file.' },
};

/** Public texts and files that help with an upload. */
export const helpOperations: Operations = {
  'GET /api/licences/:name/:lang': {
    id: 'readLicence',
    useCases: [],
    summary: 'Read a licence',
    path: { name: LicenceNameSchema },
    meanings: { name: 'Short name of the licence.' },
    answers: { 200: { description: 'Its text.', mediaTypes: ['text/plain'] } },
    refusals: ['bad-request'],
    examples: [
      { title: 'CC BY 4.0', address: '/api/licences/cc-by/en', status: 200 },
      { title: 'A licence that there is not', address: '/api/licences/none/en', status: 400 },
    ],
  },
  'GET /api/samples/:kind{raw|agg}/:lang': {
    id: 'readSample',
    useCases: ['findHelpFile'],
    summary: 'An invented file that passes the check',
    description:
      'For the spreadsheet program of the language: with a byte order mark, in German with `;` and decimal comma.',
    answers: { 200: csv },
    examples: [{ title: 'Sample of raw data', address: '/api/samples/raw/en', status: 200 }],
  },
  'GET /api/codebook/:kind{raw|agg}/:lang': {
    id: 'readCodebook',
    useCases: ['findHelpFile'],
    summary: 'The targets that columns can be mapped to',
    description: 'Key, meaning, unit, codes with their spellings, limits in each unit and notes.',
    answers: { 200: csv },
    examples: [{ title: 'Targets of raw data', address: '/api/codebook/raw/en', status: 200 }],
  },
  'POST /api/language': {
    id: 'chooseLanguage',
    useCases: [],
    summary: 'Read a language',
    description: 'A plain code or JSON. The web app sets its cookie itself.',
    body: { mediaType: 'application/json', schema: z.string() },
    answers: { 200: { description: 'The language as it was understood.', schema: LanguageSchema } },
    refusals: ['bad-request'],
    examples: [
      { title: 'German', address: '/api/language', body: 'de-DE', status: 200 },
      { title: 'A language that there is not', address: '/api/language', body: 'fr', status: 400 },
    ],
  },
  'GET /api/openapi.json': {
    id: 'describeApi',
    useCases: [],
    summary: 'This description',
    description:
      'OpenAPI 3.1, made from the schemas that the API checks its inputs with. `/api/docs` shows it as a page.',
    answers: { 200: { description: 'The description.', mediaTypes: ['application/json'] } },
    examples: [{ title: 'All calls', address: '/api/openapi.json', status: 200 }],
  },
};
