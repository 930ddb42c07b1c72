import { ResumableUploadSchema } from '@domain/api/parts';

import { exampleId } from './example-id';
import type { Operation, Operations } from './operation';

const length = { 'Upload-Length': 'Size of the whole file in bytes.' };
const name = { 'Upload-Metadata': '`filename` and, if known, `lastModified` (ms since 1970), as tus 1.0 writes them.' };
const offset = { 'Upload-Offset': 'Number of bytes that have arrived.' };
const until = { 'Upload-Expires': 'When it is removed unless more of it arrives.' };

const support: Operation = {
  useCases: [],
  summary: 'Ask which parts of tus are supported',
  answers: {
    204: {
      description: 'Version and extensions of the tus protocol.',
      headers: { 'Tus-Version': 'Supported versions.', 'Tus-Extension': 'Supported extensions.' },
    },
  },
};

const address = `/api/fileupload/resumable/${exampleId}`;
const tus = { 'Tus-Resumable': '1.0.0' };
/** `grip.csv` and `means.csv`, in base64 as tus has it. */
const newRaw = { ...tus, 'Upload-Length': '48', 'Upload-Metadata': 'filename Z3JpcC5jc3Y=' };
const newAggregated = { ...tus, 'Upload-Length': '36', 'Upload-Metadata': 'filename bWVhbnMuY3N2' };

/** Resumable uploads with the tus protocol 1.0. */
export const partOperations: Operations = {
  'OPTIONS /api/fileupload/resumable': {
    ...support,
    id: 'showTusSupport',
    examples: [{ title: 'Support', address: '/api/fileupload/resumable', status: 204 }],
  },
  'OPTIONS /api/fileupload/resumable/:part': {
    ...support,
    id: 'showTusSupportOfPart',
    examples: [{ title: 'Support for a part', address, status: 204 }],
  },
  'GET /api/fileupload/resumable': {
    useCases: ['listOwnParts'],
    summary: 'List the unfinished uploads of the caller',
    answers: { 200: { description: 'The uploads, oldest first.', schema: ResumableUploadSchema.array() } },
    examples: [{ title: 'None', address: '/api/fileupload/resumable', caller: 'other', status: 200 }],
  },
  'POST /api/fileupload/resumable/:kind{raw|agg}': {
    useCases: ['createResumableUpload'],
    summary: 'Begin a resumable upload',
    spelledOut: 'kind',
    headers: { ...length, ...name },
    answers: { 201: { description: 'Begun.', headers: { Location: 'Address for its bytes.', ...until } } },
    refusals: [
      ...(['bad-request', 'file-type', 'file-too-small', 'file-too-large', 'too-many-unfinished'] as const),
      ...(['account-storage-full', 'storage-full'] as const),
    ],
    examples: [
      {
        title: 'Raw data',
        address: '/api/fileupload/resumable/raw',
        caller: 'contributor',
        headers: newRaw,
        status: 201,
      },
      {
        title: 'Aggregated data',
        address: '/api/fileupload/resumable/agg',
        caller: 'contributor',
        headers: newAggregated,
        status: 201,
      },
    ],
  },
  'GET /api/fileupload/resumable/:part': {
    useCases: ['findOwnPart'],
    summary: 'State of a resumable upload',
    description: 'Waits a moment while a complete file is checked. `HEAD` answers by tus, with `Upload-Offset`.',
    answers: { 200: { description: 'The state.', schema: ResumableUploadSchema } },
    examples: [{ title: 'Begun', address, caller: 'contributor', status: 200 }],
  },
  'PATCH /api/fileupload/resumable/:part': {
    useCases: ['appendToPart'],
    summary: 'Send more bytes of a file',
    headers: offset,
    body: { mediaType: 'application/offset+octet-stream' },
    answers: { 204: { description: 'Received.', headers: { ...offset, ...until } } },
    refusals: ['upload-lost', 'storage-full'],
    examples: [
      {
        title: 'The first line',
        address,
        caller: 'contributor',
        headers: { ...tus, 'Upload-Offset': '0' },
        text: 'age;n;mean\n',
        status: 204,
      },
    ],
  },
  'DELETE /api/fileupload/resumable/:part': {
    useCases: ['cancelResumableUpload'],
    summary: 'Cancel a resumable upload',
    answers: { 204: { description: 'Removed.' } },
    refusals: ['not-ready', 'upload-lost'],
    examples: [{ title: 'Cancel it', address, caller: 'contributor', headers: tus, status: 204 }],
  },
};
