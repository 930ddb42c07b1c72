import { z } from 'zod';

import { EmbargoViewSchema, LongerEmbargoSchema, ShorterEmbargoSchema } from '@domain/life/embargo-changes';
import {
  LinkedDataSetSchema,
  LinkedRowsSchema,
  MadePrivateLinkSchema,
  NewPrivateLinkSchema,
  PrivateLinksSchema,
} from '@domain/life/private-links';

import { RowWindowQuerySchema } from '../uploads';
import type { Operations } from './operation';

const embargo = { 200: { description: 'The embargo.', schema: EmbargoViewSchema } };
const unchangeable = ['not-accepted', 'data-set-withdrawn', 'already-published', 'no-embargo'] as const;

/** The embargo of accepted data sets. */
export const embargoOperations: Operations = {
  'GET /api/fileupload/:id/embargo': {
    useCases: ['findOwnEmbargo'],
    summary: 'Until when an embargo lasts',
    answers: embargo,
    examples: [{ title: 'Of an upload', address: '/api/fileupload/3r/embargo', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/embargo': {
    useCases: ['shortenEmbargo'],
    summary: 'Shorten an embargo',
    description: 'Until today publishes the data. It applies to all accepted data sets of the study.',
    body: ShorterEmbargoSchema,
    answers: embargo,
    refusals: [...unchangeable, 'not-same-owner', 'embargo-not-shorter'],
    examples: [
      {
        title: 'Before it is accepted',
        address: '/api/fileupload/3r/embargo',
        caller: 'contributor',
        body: { until: '2027-06-30' },
        status: 409,
      },
    ],
  },
  'GET /api/editorial/:id/embargo': {
    useCases: ['readEmbargoAsChair'],
    summary: 'Until when an embargo lasts, for the chair',
    answers: embargo,
    refusals: ['vote-own-upload', 'vote-named'],
    examples: [{ title: 'As an expert', address: '/api/editorial/3r/embargo', caller: 'expert1', status: 403 }],
  },
  'POST /api/editorial/:id/embargo': {
    useCases: ['lengthenEmbargo'],
    summary: 'Lengthen an embargo',
    description:
      'At most 24 months after the first acceptance in the study, with a public reason. The contributor gets a mail.',
    body: LongerEmbargoSchema,
    answers: embargo,
    refusals: [
      ...unchangeable,
      ...(['vote-own-upload', 'vote-named', 'embargo-not-longer', 'embargo-too-long', 'reason-missing'] as const),
    ],
    examples: [
      {
        title: 'Lengthened by an expert',
        address: '/api/editorial/3r/embargo',
        caller: 'expert1',
        body: { until: '2028-06-30', reason: 'The paper appears later.' },
        status: 403,
      },
    ],
  },
};

const linked = ['private-link-ended', 'private-link-published'] as const;
const link = 'A'.repeat(43);

/** Private links, for contributors and for whoever has one. */
export const privateLinkOperations: Operations = {
  'GET /api/fileupload/:id/private-links': {
    useCases: ['listPrivateLinks'],
    summary: 'Private links to an upload, with their uses',
    answers: { 200: { description: 'The links.', schema: PrivateLinksSchema } },
    examples: [
      {
        title: 'Of an upload of somebody else',
        address: '/api/fileupload/3r/private-links',
        caller: 'other',
        status: 404,
      },
    ],
  },
  'POST /api/fileupload/:id/private-links': {
    useCases: ['makePrivateLink'],
    summary: 'Make a private link',
    description:
      'To an upload that is under review, or accepted and not public yet. The answer has the address of the link with its secret, which is not stored.',
    body: NewPrivateLinkSchema,
    answers: { 201: { description: 'The link and its address.', schema: MadePrivateLinkSchema } },
    refusals: [
      ...(['no-private-links', 'data-set-withdrawn', 'already-published', 'private-link-label-missing'] as const),
      ...(['private-link-end', 'too-many-private-links'] as const),
    ],
    examples: [
      {
        title: 'Before it is submitted',
        address: '/api/fileupload/3r/private-links',
        caller: 'contributor',
        body: { label: 'Reviewer 2', until: '2027-01-31' },
        status: 409,
      },
    ],
  },
  'DELETE /api/fileupload/:id/private-links/:number': {
    useCases: ['revokePrivateLink'],
    summary: 'Revoke a private link',
    description: 'At once and for good. A link that is revoked already stays so.',
    path: { number: z.coerce.number().int() },
    meanings: { number: 'Number of the link, as in the list.' },
    answers: { 204: { description: 'It gives nothing any more.' } },
    examples: [
      { title: 'An unknown one', address: '/api/fileupload/3r/private-links/99', caller: 'contributor', status: 404 },
    ],
  },
  'GET /api/private-links/:link': {
    useCases: ['openPrivateLink'],
    summary: 'The data set of a private link',
    description:
      'As it would be published: public metadata, and tables with the columns that are mapped. Counts as a use, unless the method is HEAD. Links that are unknown, revoked or over get the same answer.',
    answers: { 200: { description: 'The data set.', schema: LinkedDataSetSchema } },
    refusals: [...linked],
    examples: [{ title: 'Unknown', address: `/api/private-links/${link}`, status: 410 }],
  },
  'GET /api/private-links/:link/rows': {
    useCases: ['readLinkedRows'],
    summary: 'Rows of a private link',
    description: 'As they would be published. Under SUFL 1.0, the first rows only, as everybody sees them afterwards.',
    query: RowWindowQuerySchema,
    answers: { 200: { description: 'A window of rows.', schema: LinkedRowsSchema } },
    refusals: [...linked, 'unknown-table', 'row-too-long'],
    examples: [{ title: 'Unknown', address: `/api/private-links/${link}/rows`, status: 410 }],
  },
  'GET /api/private-links/:link/files/:fileName': {
    useCases: ['openLinkedFile'],
    summary: 'A file of a private link',
    description: 'A table as csv, or the notice on its use. None of data under SUFL 1.0.',
    path: { fileName: z.string() },
    meanings: { fileName: 'Name of the file, as in the data set of the link.' },
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv', 'text/plain'] } },
    refusals: [...linked, 'private-link-read-only', 'not-found'],
    examples: [{ title: 'Unknown', address: `/api/private-links/${link}/files/data.csv`, status: 410 }],
  },
};
