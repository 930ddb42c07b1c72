import { randomBytes } from 'node:crypto';

import {
  type AccessToken,
  type AccessTokens,
  type MadeToken,
  maxOpenTokens,
  type NewToken,
  newTokenRefusals,
  tokenEndsOf,
  tokenPrefix,
  tokenStateOf,
} from '@domain/access-tokens';
import { Refusal } from '@domain/error-codes';
import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import type { Actor, RepositoryContext } from '../../context/context';
import { requireSameSession } from '../../context/same-session';
import {
  type AccessTokenRow,
  addToken,
  listTokens as listRows,
  lockTokensOf,
  revokeToken as revokeRow,
} from '../../store/access-tokens';
import type { Queryable } from '../../store/database';

type Accounts = Pick<RepositoryContext, 'findAccount'>;

/** The actor's own access tokens, with those that cannot be used any more. */
export async function listTokens(actor: Actor, repository: RepositoryContext): Promise<AccessTokens> {
  const { db } = repository;
  const today = todayOf(repository);
  const generation = await generationOf(db, repository, actor.subject);
  const rows = await listRows(db, actor.subject);
  return { ends: tokenEndsOf(today), tokens: rows.map((row) => viewToken(row, generation, today)) };
}

function todayOf({ now, settings }: Pick<RepositoryContext, 'now' | 'settings'>): string {
  return localDay(now(), settings.timeZone);
}

/** Number of somebody's password; null if it is not known. */
async function generationOf(db: Queryable, { findAccount }: Accounts, subject: string): Promise<number | null> {
  return (await findAccount?.(db, subject))?.generation ?? null;
}

function viewToken(row: AccessTokenRow, generation: number | null, today: string): AccessToken {
  const { id, label, scopes, madeAt, until, revokedAt, lastUsedAt } = row;
  const facts = { isRevoked: revokedAt !== null, until, isOfPassword: row.generation === generation };
  return {
    number: id,
    label,
    scopes,
    madeAt: madeAt.toISOString(),
    until,
    state: tokenStateOf(facts, today),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Makes an access token of the actor. Its secret is in the answer and is not stored. Refuses with 'token-label-missing',
 * 'token-scopes-missing', 'token-end', 'too-many-tokens', with 'unauthenticated' if the session of the actor has ended, and
 * with 'second-factor-missing' if it is to review and a role of the actor does not count in this session.
 */
export function makeToken(actor: Actor, repository: RepositoryContext, wanted: NewToken): Promise<MadeToken> {
  const { db, now } = repository;
  const { subject: owner, hasSecondFactor, lackingFactor } = actor;
  const today = todayOf(repository);
  const [refusal] = newTokenRefusals(wanted, tokenEndsOf(today));
  if (refusal) throw new Refusal(refusal);
  if (lackingFactor && wanted.scopes.includes('review')) throw new Refusal('second-factor-missing');
  const secret = tokenPrefix + randomBytes(32).toString('base64url');
  return db.transaction(async (tx) => {
    await lockTokensOf(tx, owner);
    // Not that of the account now: it may have another password since the call was let in.
    const generation = (await requireSameSession(tx, repository, actor))?.generation ?? null;
    const known = (await listRows(tx, owner)).map((row) => viewToken(row, generation, today));
    const open = known.filter(({ state }) => state === 'open').length;
    if (open >= maxOpenTokens) throw new Refusal('too-many-tokens', { max: maxOpenTokens });
    const { label, until } = wanted;
    const scopes = [...new Set(wanted.scopes)];
    const row = await addToken(tx, {
      ...{ owner, label, scopes, until, generation, hasSecondFactor },
      ...{ hash: hashOf(secret), madeAt: now() },
    });
    return { token: viewToken(row, generation, today), secret };
  });
}

/** Revokes an access token of the actor at once and for good. Refuses with 'not-found'. */
export async function revokeToken(actor: Actor, { db, now }: RepositoryContext, number: number): Promise<void> {
  const isKnown = await revokeRow(db, { owner: actor.subject, id: number, at: now() });
  if (!isKnown) throw new Refusal('not-found');
}
