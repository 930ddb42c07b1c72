import { z } from 'zod';

import { AccessTokensSchema, MadeTokenSchema, NewTokenSchema } from '@domain/access-tokens';

import type { Operations } from './operation';

/** Personal access tokens of the caller. None of these calls can be made with one. */
export const accessTokenOperations: Operations = {
  'GET /api/tokens': {
    useCases: ['listTokens'],
    summary: 'Own access tokens',
    answers: { 200: { description: 'The tokens, without their secrets.', schema: AccessTokensSchema } },
    examples: [{ title: 'None yet', address: '/api/tokens', caller: 'contributor', status: 200 }],
  },
  'POST /api/tokens': {
    useCases: ['makeToken'],
    summary: 'Make an access token',
    body: NewTokenSchema,
    answers: { 201: { description: 'The token with its secret, which is told once.', schema: MadeTokenSchema } },
    refusals: ['token-label-missing', 'token-scopes-missing', 'second-factor-missing', 'token-end', 'too-many-tokens'],
    examples: [
      {
        title: 'Without a scope',
        address: '/api/tokens',
        caller: 'contributor',
        body: { label: 'Weekly upload', scopes: [], until: '2026-12-31' },
        status: 400,
      },
    ],
  },
  'DELETE /api/tokens/:token': {
    useCases: ['revokeToken'],
    summary: 'Revoke an access token',
    path: { token: z.coerce.number().int() },
    meanings: { token: 'Number of the token, as in the list.' },
    answers: { 204: { description: 'It cannot be used any more.' } },
    refusals: ['not-found'],
    examples: [{ title: 'An unknown one', address: '/api/tokens/99', caller: 'contributor', status: 404 }],
  },
};
