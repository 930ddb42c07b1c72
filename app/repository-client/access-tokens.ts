import {
  type AccessTokens,
  AccessTokensSchema,
  type MadeToken,
  MadeTokenSchema,
  type NewToken,
} from '@domain/access-tokens';

import { call, callForJson, type ClientContext, segments } from './transport';

/** The user's own access tokens. */
export function listTokens(context: ClientContext): Promise<AccessTokens> {
  return callForJson(context, AccessTokensSchema, '/tokens');
}

/** Makes an access token. Its secret cannot be read again. */
export function makeToken(context: ClientContext, json: NewToken): Promise<MadeToken> {
  return callForJson(context, MadeTokenSchema, '/tokens', { method: 'POST', json });
}

/** Revokes an access token for good. */
export function revokeToken(context: ClientContext, number: number): Promise<Response> {
  return call(context, `/tokens${segments(number)}`, { method: 'DELETE' });
}
