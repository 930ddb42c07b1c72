import { DecisionLetterSchema, NewLetterSchema } from '@domain/board/letters';

import type { Operations } from './operation';

const tag = { ETag: 'Version of the text, for `If-Match` of a later save or of sending it.' };

/** Letters about decisions, for the chair of the board. */
export const letterOperations: Operations = {
  'GET /api/editorial/:id/letter': {
    useCases: ['readLetter'],
    summary: 'The letter about a decision',
    description: 'Made from the notes of the votes, in the language of the contributor. The ETag covers its text.',
    answers: { 200: { description: 'The letter.', schema: DecisionLetterSchema, headers: tag } },
    refusals: ['vote-own-upload', 'vote-named'],
    examples: [{ title: 'As an expert', address: '/api/editorial/3r/letter', caller: 'expert1', status: 403 }],
  },
  'PUT /api/editorial/:id/letter': {
    useCases: ['editLetter'],
    summary: 'Edit the letter about a decision',
    isConditional: true,
    body: NewLetterSchema,
    answers: { 200: { description: 'The letter.', schema: DecisionLetterSchema, headers: tag } },
    refusals: ['vote-own-upload', 'vote-named', 'letter-sent'],
    examples: [
      {
        title: 'Edited by an expert',
        address: '/api/editorial/3r/letter',
        caller: 'expert1',
        body: { text: 'Please name the units.' },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/letter/sending': {
    useCases: ['postLetter'],
    summary: 'Send the letter about a decision',
    isConditional: true,
    description: 'To the contributor, with the mail about the decision.',
    answers: { 200: { description: 'The letter.', schema: DecisionLetterSchema, headers: tag } },
    refusals: ['vote-own-upload', 'vote-named', 'letter-sent'],
    examples: [{ title: 'As an expert', address: '/api/editorial/3r/letter/sending', caller: 'expert1', status: 403 }],
  },
};
