import { BoardFiguresSchema, FiguresQuerySchema } from '@domain/api/board-figures';
import {
  ListCountsSchema,
  ListedSubmissionSchema,
  ListFilterSchema,
  ListQuerySchema,
  WaitingSchema,
} from '@domain/api/board-list';
import { minimumCountHeader, totalCountHeader } from '@domain/api/uploads';

import type { Operations } from './operation';

const filterMeanings = {
  status: 'Status; unlike the rows, it tells `Pending` (the votes disagree) from `ChangesRequested`.',
  kind: 'Raw or aggregated data.',
  test: 'Key of the vocabulary to which a column of the data is mapped, such as a motor test.',
  q: 'Part of the title, the name of the file or the e-mail address of the contributor; or a number.',
  expert:
    "Part of the e-mail address or name of an expert who holds a panel. Never finds the caller's own submissions, or those that name them.",
};

/** The list of submissions and the figures of the editorial board. */
export const boardListOperations: Operations = {
  'GET /api/editorial': {
    useCases: ['listSubmissions'],
    summary: 'List the submissions',
    description: 'All of them, the newest first, if nothing else is asked for.',
    query: ListQuerySchema,
    meanings: {
      ...filterMeanings,
      show: 'Those that wait for the caller (`mine`) or for others, are overdue, or are decided.',
      sort: 'Column; with a minus sign before it in descending order. Rows without a value come last.',
      page: 'Page of 50 rows, from 1; without it all rows. A page beyond the last one is the last one.',
    },
    answers: {
      200: {
        description: 'The submissions.',
        schema: ListedSubmissionSchema.array(),
        headers: {
          [totalCountHeader]: 'Number of rows on all pages, or on as many of them as are counted.',
          [minimumCountHeader]: 'Only if there are more rows: `true`. The next page says more.',
        },
      },
    },
    examples: [
      { title: 'As an expert', address: '/api/editorial', caller: 'expert1', status: 200 },
      {
        title: 'What waits for the caller',
        address: '/api/editorial?show=mine&sort=due&page=1',
        caller: 'expert1',
        status: 200,
      },
      { title: 'As a contributor', address: '/api/editorial', caller: 'contributor', status: 403 },
    ],
  },
  'GET /api/editorial/counts': {
    useCases: ['countSubmissions'],
    summary: 'Count the submissions in each part of the list',
    query: ListFilterSchema,
    meanings: filterMeanings,
    answers: { 200: { description: 'The numbers.', schema: ListCountsSchema } },
    examples: [{ title: 'Raw data', address: '/api/editorial/counts?kind=raw', caller: 'expert1', status: 200 }],
  },
  'GET /api/editorial/waiting': {
    useCases: ['countWaiting'],
    summary: 'Count the submissions that wait for the caller',
    answers: { 200: { description: 'The number.', schema: WaitingSchema } },
    examples: [{ title: 'As an expert', address: '/api/editorial/waiting', caller: 'expert1', status: 200 }],
  },
  'GET /api/editorial/figures': {
    useCases: ['describeBoardFigures'],
    summary: 'Figures of the editorial board by month',
    description:
      'How much was submitted and decided, how long it took, and who voted how often. The chair gets the work of every expert, other experts only their own.',
    query: FiguresQuerySchema,
    meanings: { format: '`csv` is a table for a spreadsheet program in the language of the call.' },
    answers: {
      200: { description: 'The figures.', schema: BoardFiguresSchema, mediaTypes: ['application/json', 'text/csv'] },
    },
    examples: [{ title: 'As an expert', address: '/api/editorial/figures', caller: 'expert1', status: 200 }],
  },
};
