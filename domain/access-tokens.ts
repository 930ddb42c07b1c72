import { z } from 'zod';

import { chosenEnd, ChosenEndSchema, type ChosenEnd } from './chosen-end';
import type { ErrorCode } from './error-codes';
import { shortNameSchema } from './short-name';

/*
 * Personal access tokens, with which scripts call the API as their owner (docs/access-tokens.md).
 */

/**
 * What a token allows: 'read' what is its owner's or shared with them, and downloads; 'upload' and change what is theirs;
 * 'review' and read submissions of others as a member of the board. Each alone: a token with 'upload' only does not read.
 */
export const tokenScopes = ['read', 'upload', 'review'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Every token begins with this, so that scanners for published secrets recognise it. */
export const tokenPrefix = 'motothek_';

/** Own estimates: a project collects data for some months, and each script has a token of its own. */
export const defaultTokenDays = 90;
export const maxTokenDays = 365;
export const maxOpenTokens = 20;
export const maxTokenLabelCharacters = 100;

/**
 * How far a token is: 'open'; 'revoked' by its owner; 'ended' after its last day; 'password' if its owner has had another
 * password since.
 */
export const tokenStates = ['open', 'revoked', 'ended', 'password'] as const;
export type TokenState = (typeof tokenStates)[number];

/** State of a token on a day, yyyy-MM-dd. */
export function tokenStateOf(
  { isRevoked, until, isOfPassword }: { isRevoked: boolean; until: string; isOfPassword: boolean },
  today: string,
): TokenState {
  if (isRevoked) return 'revoked';
  if (until < today) return 'ended';
  return isOfPassword ? 'open' : 'password';
}

/** Days that may be chosen as the last one of a token, both included. */
export function tokenEndsOf(today: string): ChosenEnd {
  return chosenEnd(today, { usualDays: defaultTokenDays, maxDays: maxTokenDays });
}

/** Everything for which a token cannot be made with what was entered, in the order of the form; empty if it can. */
export function newTokenRefusals(
  { label, scopes, until }: NewToken,
  { from, to }: { from: string; to: string },
): ErrorCode[] {
  return [
    ...(label === '' ? (['token-label-missing'] as const) : []),
    ...(scopes.length === 0 ? (['token-scopes-missing'] as const) : []),
    ...(until < from || until > to ? (['token-end'] as const) : []),
  ];
}

/** Body of `POST api/tokens`. */
export const NewTokenSchema = z.object({
  label: shortNameSchema(maxTokenLabelCharacters).describe('What it is for. Only its owner reads this.'),
  scopes: z
    .array(z.enum(tokenScopes))
    .max(tokenScopes.length)
    .describe(
      'What it allows. `read`: to read what is its owner’s or shared with them, and to download, with the form of a licence. `upload`: to upload, map, describe, submit, change and delete what is theirs. `review`: as a member of the board, to read submissions of others and to vote. None includes another.',
    ),
  until: z.iso
    .date()
    .describe(`Last day on which it can be used, yyyy-MM-dd, at most ${maxTokenDays} days from today.`),
});
export type NewToken = z.infer<typeof NewTokenSchema>;

export const AccessTokenSchema = z.object({
  number: z.number().int(),
  label: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  madeAt: z.iso.datetime(),
  until: z.string().describe('Last day on which it can be used, yyyy-MM-dd.'),
  state: z.enum(tokenStates),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute; null if it was never used.'),
});
export type AccessToken = z.infer<typeof AccessTokenSchema>;

/** Response of `GET api/tokens`. */
export const AccessTokensSchema = z.object({
  ends: ChosenEndSchema.describe('Days for the end of a new token.'),
  tokens: AccessTokenSchema.array().describe('Newest first.'),
});
export type AccessTokens = z.infer<typeof AccessTokensSchema>;

/** Response of `POST api/tokens`. */
export const MadeTokenSchema = z.object({
  token: AccessTokenSchema,
  secret: z.string().describe('What scripts send. It is not stored and cannot be read again.'),
});
export type MadeToken = z.infer<typeof MadeTokenSchema>;
