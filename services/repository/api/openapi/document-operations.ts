import { z } from 'zod';

import { DocumentCommentsSchema, UploadDocumentsSchema } from '@domain/api/documents';

import { exampleId } from './example-id';
import type { Operations } from './operation';

const path = { document: z.uuid() };
const meanings = { document: 'Id of the document, from the list.' };
const list = { description: 'All documents of the upload.', schema: UploadDocumentsSchema };
const readme =
  'Grip strength of primary school children\n\nMeasured in 2024 with a hand dynamometer.\nQuestions: sport@example.org\n';

/** README and codebook files that go along with an upload. */
export const documentOperations: Operations = {
  'POST /api/fileupload/:id/documents': {
    useCases: ['addDocuments'],
    summary: 'Add README and codebook files',
    description:
      'A part for each file (txt, md or pdf, up to 20 MB), at most 10 for an upload. One with the name of another replaces it; if one is refused, none is taken. Their text is looked through for personal data.',
    body: { mediaType: 'multipart/form-data' },
    answers: { 201: list },
    refusals: [
      ...([
        'bad-request',
        'file-missing',
        'file-incomplete',
        'too-many-files',
        'account-storage-full',
        'owner-storage-full',
        'storage-full',
      ] as const),
      ...(['document-type', 'document-too-large', 'document-empty', 'document-not-text'] as const),
      ...(['document-not-pdf', 'document-damaged', 'too-many-documents'] as const),
    ],
    examples: [
      {
        title: 'A README',
        address: '/api/fileupload/3r/documents',
        caller: 'contributor',
        file: { name: 'README.md', text: readme },
        status: 201,
      },
    ],
  },
  'GET /api/fileupload/:id/documents': {
    useCases: ['listDocuments'],
    summary: 'List the documents of an upload',
    description: 'With what may be personal data in them, for the contributor and the experts who review it.',
    answers: { 200: list },
    examples: [{ title: 'All documents', address: '/api/fileupload/3r/documents', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/documents/comments': {
    useCases: ['explainFindings'],
    summary: 'Comment on findings in documents',
    description: 'An upload can be submitted when each finding has a comment. An empty one takes it back.',
    body: DocumentCommentsSchema,
    answers: { 200: list },
    refusals: ['comment-too-short', 'comment-too-long', 'no-such-finding'],
    examples: [
      {
        title: 'An address that may be published',
        address: '/api/fileupload/3r/documents/comments',
        caller: 'contributor',
        body: { comments: [{ document: exampleId, kind: 'contact', comment: 'Public address of the institute.' }] },
        status: 200,
      },
    ],
  },
  'GET /api/fileupload/:id/documents/:document': {
    useCases: ['openDocument'],
    summary: 'Fetch a document',
    path,
    meanings,
    answers: {
      200: {
        description: 'The document as it was received.',
        mediaTypes: ['text/plain', 'text/markdown', 'application/pdf'],
        headers: { 'Content-Disposition': 'Name of the file.' },
      },
    },
    examples: [
      {
        title: 'The README itself',
        address: `/api/fileupload/3r/documents/${exampleId}`,
        caller: 'contributor',
        status: 200,
      },
    ],
  },
  'DELETE /api/fileupload/:id/documents/:document': {
    useCases: ['removeDocument'],
    summary: 'Remove a document',
    path,
    meanings,
    answers: { 204: { description: 'Removed.' } },
    examples: [
      {
        title: 'Remove the README',
        address: `/api/fileupload/3r/documents/${exampleId}`,
        caller: 'contributor',
        status: 204,
      },
    ],
  },
};
