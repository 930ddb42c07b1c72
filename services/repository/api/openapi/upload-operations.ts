import { CorrectionSchema } from '@domain/api/corrections';
import { automaticParsing, ParseOptionsSchema, ParseResultSchema } from '@domain/api/readings';
import { StorageUseSchema } from '@domain/api/storage';
import {
  DigestSchema,
  ReceivedFileSchema,
  RowWindowSchema,
  totalCountHeader,
  UploadListEntrySchema,
  UploadStateSchema,
} from '@domain/api/uploads';
import { ColumnSummarySchema } from '@domain/column-info';

import { ColumnWindowQuerySchema, PickedRowsSchema, RowWindowQuerySchema, UploadListQuerySchema } from '../uploads';
import type { Operations } from './operation';
import { ledToStore } from './shapes';

const form = { mediaType: 'multipart/form-data' };
const received = { Location: 'Address of the first upload.' };
const original = ['application/octet-stream'];
const file = { 'Content-Disposition': 'Name of the file.' };
const refusedFiles = [
  'file-missing',
  'file-too-small',
  'file-too-large',
  'file-type',
  'file-incomplete',
  'too-many-files',
  'account-storage-full',
  'storage-full',
] as const;
const tableMeaning = { table: 'Name of the table; the first one that is data without it.' };

/** Uploads of a contributor, and the state and rows of their files. */
export const uploadOperations: Operations = {
  'POST /api/fileupload/:kind{raw|agg}': {
    useCases: ['receiveFiles'],
    summary: 'Upload files',
    description: 'A part `upload` per file (xlsx, xls, csv or sav), streamed.',
    spelledOut: 'kind',
    body: form,
    answers: {
      201: {
        description: 'At least one file was accepted. Refused ones have an `error`.',
        schema: ReceivedFileSchema.array(),
        headers: received,
      },
    },
    refusals: ['bad-request', ...refusedFiles, 'file-identical', 'file-identical-own'],
    examples: [
      {
        title: 'A small table',
        address: '/api/fileupload/raw',
        caller: 'contributor',
        file: { name: 'grip.csv', text: 'person;sex;age;grip\n1;f;9;12.5\n2;m;10;15\n3;f;10;13.5\n' },
        status: 201,
      },
      {
        title: 'A file of another type',
        address: '/api/fileupload/raw',
        caller: 'contributor',
        file: { name: 'notes.docx', text: 'Notes about the tests.' },
        status: 415,
      },
      {
        title: 'Aggregated data',
        address: '/api/fileupload/agg',
        caller: 'contributor',
        file: { name: 'means.csv', text: 'age;n;mean\n9;30;12.5\n10;28;13.1\n' },
        status: 201,
      },
    ],
  },
  'GET /api/fileupload/user': {
    useCases: ['listUploads'],
    summary: 'List the uploads of the caller',
    description: 'Newest first; with `page` 50 of them.',
    query: UploadListQuerySchema,
    answers: {
      200: {
        description: 'The uploads.',
        schema: UploadListEntrySchema.array(),
        headers: { [totalCountHeader]: 'Number of all uploads.' },
      },
    },
    examples: [{ title: 'All uploads', address: '/api/fileupload/user', caller: 'contributor', status: 200 }],
  },
  'GET /api/fileupload/storage': {
    useCases: ['findStorageUse'],
    summary: 'Space that the caller uses',
    description: 'Original files and documents of their uploads, and the whole size of files that are still arriving.',
    answers: {
      200: { description: 'Used bytes, the limit, and whether the server has space at all.', schema: StorageUseSchema },
    },
    examples: [{ title: 'The space', address: '/api/fileupload/storage', caller: 'contributor', status: 200 }],
  },
  'GET /api/fileupload/:id': {
    useCases: ['digestUpload'],
    summary: 'All values of an upload, by column',
    description: 'Distinct values of each column with the rows that have them: `2+3 9` are rows 2 to 5 and 9.',
    answers: { 200: { description: 'The digest.', schema: DigestSchema } },
    refusals: ['not-ready', 'rows-missing'],
    examples: [{ title: 'Values of a file', address: '/api/fileupload/3r', caller: 'contributor', status: 200 }],
  },
  'DELETE /api/fileupload/:id': {
    useCases: ['deleteUpload'],
    summary: 'Delete an upload',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['upload-submitted'],
    examples: [{ title: 'An upload', address: '/api/fileupload/4a', caller: 'contributor', status: 204 }],
  },
  'GET /api/fileupload/:id/state': {
    useCases: ['findUploadState'],
    summary: 'State of an upload',
    description: 'The steps that are done, and the tables of the file.',
    answers: { 200: { description: 'The state.', schema: UploadStateSchema } },
    examples: [
      { title: 'State of a file', address: '/api/fileupload/3r/state', caller: 'contributor', status: 200 },
      { title: 'Without a token', address: '/api/fileupload/3r/state', status: 401 },
      { title: "Another user's upload", address: '/api/fileupload/3r/state', caller: 'other', status: 404 },
    ],
  },
  'GET /api/fileupload/:id/rows': {
    useCases: ['readUploadRows'],
    summary: 'Rows of an upload',
    description: 'Rows that are no data say why as `leftOut`.',
    query: RowWindowQuerySchema.extend(PickedRowsSchema.shape),
    meanings: tableMeaning,
    answers: { 200: { description: 'A window of rows.', schema: RowWindowSchema } },
    refusals: ['not-ready', 'unknown-table', 'unknown-column', 'rows-missing', 'row-too-long'],
    examples: [
      {
        title: 'Two rows of two columns',
        address: '/api/fileupload/3r/rows?columns=0,3&limit=2',
        caller: 'contributor',
        status: 200,
      },
    ],
  },
  'GET /api/fileupload/:id/summary': {
    useCases: ['summariseColumns'],
    summary: 'What the columns contain',
    description: 'Measured when the file was read; up to 20,000 rows without the rows that are no data.',
    query: ColumnWindowQuerySchema,
    meanings: tableMeaning,
    answers: { 200: { description: 'One entry per column.', schema: ColumnSummarySchema.array() } },
    refusals: ['not-ready', 'unknown-table'],
    examples: [
      {
        title: 'The last two columns',
        address: '/api/fileupload/3r/summary?from=2&to=4',
        caller: 'contributor',
        status: 200,
      },
    ],
  },
  'GET /api/fileupload/:id/original': {
    useCases: ['openOriginal'],
    summary: 'Fetch the original file',
    description: 'Takes `Range`.',
    answers: {
      200: { description: 'The file, streamed.', mediaTypes: original, headers: file },
      206: { description: 'The range.', mediaTypes: original, headers: { 'Content-Range': 'Which part it is.' } },
      302: ledToStore,
    },
    refusals: ['range-outside'],
    examples: [{ title: 'The file', address: '/api/fileupload/3r/original', caller: 'contributor', status: 200 }],
  },
  'GET /api/fileupload/:id/reading': {
    useCases: ['findReading'],
    summary: 'How a file was read',
    answers: {
      200: { description: 'Its first rows, and the settings that can be chosen.', schema: ParseResultSchema },
    },
    examples: [{ title: 'Reading', address: '/api/fileupload/3r/reading', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/reading': {
    useCases: ['reparseFile'],
    summary: 'Read a file again with other settings',
    description: 'If it cannot be read with them, the previous tables stay and `failure` gives the reason.',
    body: ParseOptionsSchema,
    answers: {
      200: { description: 'Read.', schema: ParseResultSchema },
      202: { description: 'The file is being read; the previous result.', schema: ParseResultSchema },
    },
    refusals: ['unknown-table', 'rows-missing', 'row-too-long'],
    examples: [
      {
        title: 'With the header in the first row',
        address: '/api/fileupload/3r/reading',
        caller: 'contributor',
        body: { ...automaticParsing, headerRows: { grip: 1 } },
        status: 200,
      },
    ],
  },
  'POST /api/fileupload/:id/try-again': {
    useCases: ['tryAgain'],
    summary: 'Retry a reading or check that waits or has failed',
    answers: { 202: { description: 'It is tried again.' } },
    examples: [{ title: 'Try again', address: '/api/fileupload/3r/try-again', caller: 'contributor', status: 202 }],
  },
  'GET /api/fileupload/:id/correction': {
    useCases: ['findCorrection'],
    summary: 'What a corrected file has changed',
    answers: { 200: { description: 'The pending file and the changes of the current one.', schema: CorrectionSchema } },
    examples: [
      { title: 'Nothing is corrected', address: '/api/fileupload/3r/correction', caller: 'contributor', status: 200 },
    ],
  },
  'POST /api/fileupload/:id/correction': {
    useCases: ['correctFile'],
    summary: 'Replace the file by a corrected one',
    description: 'One part `upload`. Mapping and comments move to the columns that match.',
    body: form,
    answers: {
      200: { description: 'Replaced.', schema: CorrectionSchema },
      202: { description: 'The file is being read.', schema: CorrectionSchema },
    },
    refusals: ['bad-request', ...refusedFiles, 'owner-storage-full', 'file-unchanged', 'not-ready'],
    examples: [
      {
        title: 'A corrected value',
        address: '/api/fileupload/3r/correction',
        caller: 'contributor',
        file: { name: 'grip.csv', text: 'person;sex;age;grip\n1;f;9;12.5\n2;m;10;15\n3;f;10;14\n' },
        status: 200,
      },
    ],
  },
};
