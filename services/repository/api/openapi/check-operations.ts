import { z } from 'zod';

import { ProblemSchema } from '@domain/api/mapping';
import { ProblemCountsSchema, ProblemPageSchema, ProblemQuerySchema, SavedCommentsSchema } from '@domain/api/problems';

import { ProblemFileQuerySchema } from '../checks';
import { GroupWindowSchema, PostedCommentsSchema } from '../mapping';
import type { Operations } from './operation';

const tag = { ETag: 'Version of problems and comments, for `If-Match` of a later save.' };
const running = 'The check is running; an empty list.';
const commentRefusals = ['comment-too-short', 'comment-too-long', 'problem-not-overridable'] as const;
const tableRefusals = ['unknown-table', 'table-left-out', 'not-ready'] as const;

/** Problems that the check finds, and comments that explain them. */
export const checkOperations: Operations = {
  'GET /api/mapping/errors/:id/:table': {
    useCases: ['listProblems', 'listGroupProblems'],
    summary: 'List the problems of a table',
    description: 'Each group with its first 20 cells. With `group`, a window of its cells.',
    query: GroupWindowSchema.partial(),
    meanings: { group: 'Id of a group.' },
    answers: { 200: { description: 'The problems.', schema: ProblemSchema.array(), headers: tag } },
    refusals: tableRefusals,
    examples: [{ title: 'Problems', address: '/api/mapping/errors/3r/grip', caller: 'contributor', status: 200 }],
  },
  'GET /api/mapping/problems/:id/:table': {
    useCases: ['pageProblems'],
    summary: 'A page of the problems of a table, by groups',
    query: ProblemQuerySchema,
    meanings: {
      column: 'Letters of a column, or `table`.',
      severity: '`error`: cannot be explained; `open`: without a comment; `commented`.',
      group: 'Id of a group, of which every cell is a line.',
    },
    answers: { 200: { description: 'Counts, columns with problems and a page of lines.', schema: ProblemPageSchema } },
    refusals: tableRefusals,
    examples: [{ title: 'A page', address: '/api/mapping/problems/3r/grip', caller: 'contributor', status: 200 }],
  },
  'POST /api/mapping/problems/:id/:table': {
    useCases: ['saveProblemComments'],
    summary: 'Explain problems in comments',
    description: 'If problems stay open, nothing is saved unless `confirmed`.',
    isConditional: true,
    body: SavedCommentsSchema,
    answers: { 200: { description: 'What is open now.', schema: ProblemCountsSchema } },
    refusals: [...tableRefusals, ...commentRefusals, 'problems-changed', 'uncommented-problems'],
    examples: [
      {
        title: 'Nothing is explained',
        address: '/api/mapping/problems/3r/grip',
        caller: 'contributor',
        body: { comments: [], confirmed: false },
        status: 422,
      },
      {
        title: 'An explanation',
        address: '/api/mapping/problems/3r/grip',
        caller: 'contributor',
        body: { comments: [{ id: 'R24-T-0', comment: 'The children are invented.' }], confirmed: false },
        status: 200,
      },
    ],
  },
  'POST /api/mapping/override/:id/:table': {
    useCases: ['overrideProblems'],
    summary: 'Explain problems in comments, and list all',
    description: 'An empty comment removes one. The id `{group}-all` is a comment on all cells without their own.',
    isConditional: true,
    body: PostedCommentsSchema,
    answers: {
      200: { description: 'All problems.', schema: ProblemSchema.array() },
      202: { description: running, schema: ProblemSchema.array() },
    },
    refusals: [...tableRefusals, ...commentRefusals],
    examples: [
      {
        title: 'Remove an explanation',
        address: '/api/mapping/override/3r/grip',
        caller: 'contributor',
        body: [{ id: 'R24-T-0', comment: '' }],
        status: 200,
      },
    ],
  },
  'GET /api/mapping/problems/:id': {
    useCases: ['downloadProblems'],
    summary: 'All problems of an upload as a file',
    query: ProblemFileQuerySchema,
    meanings: { table: 'Name of the table; all checked ones without it.', format: 'Format of the file.' },
    answers: {
      200: {
        description: 'Each cell in its own row, streamed.',
        mediaTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        headers: { 'Content-Disposition': 'Name of the file.' },
      },
    },
    refusals: ['unknown-table', 'no-finished-check'],
    examples: [{ title: 'As csv', address: '/api/mapping/problems/3r', caller: 'contributor', status: 200 }],
  },
  'POST /api/mapping/check/:id': {
    useCases: ['restartChecks'],
    summary: 'Check an upload again',
    answers: {
      200: { description: 'Checked; an empty list.', schema: z.array(z.never()) },
      202: { description: running, schema: z.array(z.never()) },
    },
    refusals: ['not-mapped'],
    examples: [{ title: 'Check again', address: '/api/mapping/check/3r', caller: 'contributor', status: 200 }],
  },
};
