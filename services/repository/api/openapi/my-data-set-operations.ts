import { LicenceAnswersQuerySchema, LicenceAnswersSchema, MyDataSetSchema } from '@domain/api/my-data-sets';
import { totalCountHeader } from '@domain/api/uploads';

import { MyDataSetsQuerySchema } from '../my-data-sets';
import type { Operations } from './operation';

/** Data sets of the caller with their use. */
export const myDataSetOperations: Operations = {
  'GET /api/fileupload/data-sets': {
    useCases: ['listMyDataSets'],
    summary: 'List the data sets of the caller',
    description: 'Each with all its versions, its use and what can be done next; newest first, 50 on a page.',
    query: MyDataSetsQuerySchema,
    meanings: { page: 'From 1; a page beyond the last is the last.' },
    answers: {
      200: {
        description: 'The data sets.',
        schema: MyDataSetSchema.array(),
        headers: { [totalCountHeader]: 'Number of all data sets.' },
      },
    },
    examples: [{ title: 'All of them', address: '/api/fileupload/data-sets', caller: 'contributor', status: 200 }],
  },
  'GET /api/fileupload/:id/licence-answers': {
    useCases: ['listAnswers', 'exportAnswers'],
    summary: 'Who downloaded a data set, and for which purpose',
    description: 'What was stated in the form of the Scientific Use File licence, without names, for the contributor.',
    query: LicenceAnswersQuerySchema,
    meanings: {
      format: 'A file to be stored, with all answers; without it a page of the list.',
      page: 'From 1, with 50 answers each; a page beyond the last is the last.',
    },
    answers: {
      200: {
        description: 'The answers. csv is for the spreadsheet program of the language.',
        schema: LicenceAnswersSchema,
        mediaTypes: ['application/json', 'text/csv'],
        headers: {
          'Content-Disposition': 'Name of the file.',
          [totalCountHeader]: 'Number of all answers, of a page.',
        },
      },
    },
    examples: [
      {
        title: 'As its contributor',
        address: '/api/fileupload/3r/licence-answers',
        caller: 'contributor',
        status: 200,
      },
      { title: 'As somebody else', address: '/api/fileupload/3r/licence-answers', caller: 'other', status: 404 },
    ],
  },
};
