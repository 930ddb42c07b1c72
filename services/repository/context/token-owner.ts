import { Refusal } from '@domain/error-codes';
import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import { findValidToken, recordUse } from '../store/access-tokens';
import type { Actor, RepositoryContext } from './context';
import { withholdRoles } from './withhold-roles';

/**
 * Whoever an access token belongs to, as far as it allows: without the scope 'review' they have no roles, and those that
 * require a second factor only if the session in which it was made had one, and there still is one. Once an account has
 * one, all its roles require it. Refuses with 'token-invalid' if it cannot be used, or its owner has no account or
 * another password by now. An outside provider cannot be asked: then roles are those of the latest login.
 */
export async function findTokenOwner(repository: RepositoryContext, secret: string): Promise<Actor> {
  const { db, now, settings, findAccount } = repository;
  const found = await findValidToken(db, hashOf(secret), localDay(now(), settings.timeZone));
  if (!found) throw new Refusal('token-invalid');
  const { token, owner } = found;
  const account = await findAccount?.(db, owner.subject);
  if (findAccount && account?.generation !== token.generation) throw new Refusal('token-invalid');
  await recordUse(db, token.id, now());
  const { subject, name, email, orcid, knownAs } = owner;
  const held = token.scopes.includes('review') ? (account?.roles ?? owner.roles) : [];
  return {
    ...{ subject, name, email, knownAs, scopes: token.scopes },
    ...(orcid && { orcid }),
    ...withholdRoles(
      held,
      token.hasSecondFactor && account?.factor !== 'none',
      account?.factor === 'own' ? held : settings.requiredFactorRoles,
    ),
  };
}
