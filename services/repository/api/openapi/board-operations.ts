import { BoardExpertSchema, ExpertsQuerySchema } from '@domain/board/experts';
import { HistoryEntrySchema, HistoryQuerySchema } from '@domain/board/history';
import { ExpertProfileSchema } from '@domain/board/profiles';

import type { Operations } from './operation';

const parties = ['vote-own-upload', 'vote-named'] as const;

/** Members of the editorial board, and what they did. */
export const boardOperations: Operations = {
  'GET /api/editorial/experts': {
    useCases: ['listBoardExperts'],
    summary: 'List the members of the editorial board',
    description:
      'With the id of a submission also how each is related to it. Load, absence and what they have in common with the authors are told to the chair and to themselves.',
    query: ExpertsQuerySchema,
    meanings: { id: 'Id of a submission.' },
    answers: { 200: { description: 'The experts, by name.', schema: BoardExpertSchema.array() } },
    refusals: [...parties],
    examples: [{ title: 'As an expert', address: '/api/editorial/experts', caller: 'expert1', status: 200 }],
  },
  'GET /api/editorial/profile': {
    useCases: ['findProfile'],
    summary: 'Own profile as a member of the board',
    answers: { 200: { description: 'The profile.', schema: ExpertProfileSchema } },
    examples: [{ title: 'As an expert', address: '/api/editorial/profile', caller: 'expert1', status: 200 }],
  },
  'PUT /api/editorial/profile': {
    useCases: ['saveProfile'],
    summary: 'Save the own profile as a member of the board',
    description: 'It replaces the whole profile.',
    body: ExpertProfileSchema,
    answers: { 200: { description: 'The saved profile.', schema: ExpertProfileSchema } },
    refusals: ['absence-reversed'],
    examples: [
      {
        title: 'An absence',
        address: '/api/editorial/profile',
        caller: 'expert1',
        body: {
          institution: 'An institute',
          topics: ['handgrip'],
          awayFrom: '2026-08-01',
          awayUntil: '2026-08-21',
          mails: 'each',
        },
        status: 200,
      },
    ],
  },
  'GET /api/editorial/:id/history': {
    useCases: ['listHistory', 'exportHistory'],
    summary: 'History of a submission',
    query: HistoryQuerySchema,
    meanings: { format: 'A file to be stored; without it the list.' },
    answers: {
      200: {
        description: 'The acts in order. csv is for the spreadsheet program of the language.',
        schema: HistoryEntrySchema.array(),
        mediaTypes: ['application/json', 'text/csv'],
        headers: { 'Content-Disposition': 'Name of the file.' },
      },
    },
    refusals: [...parties],
    examples: [{ title: 'Not submitted', address: '/api/editorial/3r/history', caller: 'expert1', status: 404 }],
  },
};
