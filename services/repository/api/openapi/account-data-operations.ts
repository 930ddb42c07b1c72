import type { Operations } from './operation';

/** What is kept about the caller. */
export const accountDataOperations: Operations = {
  'GET /api/account/data': {
    useCases: ['exportPerson'],
    refusals: ['export-running'],
    summary: 'Everything that is kept about the caller',
    answers: {
      200: {
        description: 'A zip with JSON files, original files, and a page that explains them.',
        mediaTypes: ['application/zip'],
        headers: { 'Content-Disposition': 'Name of the file.' },
      },
    },
    examples: [{ title: 'Without a token', address: '/api/account/data', status: 401 }],
  },
};
