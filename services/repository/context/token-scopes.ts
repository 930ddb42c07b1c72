import type { TokenScope } from '@domain/access-tokens';

import { policy, type UseCase } from './policy';

/**
 * Use cases that give rights to others or to scripts. A script that was stolen must not outlive its token. Those of the
 * administration are never open to scripts either.
 */
const browserOnly: readonly UseCase[] = [
  'listTokens',
  'makeToken',
  'revokeToken',
  'acceptMembership',
  'inviteMember',
  'changeMemberRight',
  'endMember',
  'offerOwnership',
  'endOffer',
  'offerOwnershipAsChair',
  'endOfferAsChair',
  'makePrivateLink',
  'exportPerson',
  'revokePrivateLink',
];

/** Use cases that are called by POST and change no upload. */
const readingByPost: readonly UseCase[] = ['startDownload', 'openDownload'];

/**
 * The scopes with each of which a personal access token may call a use case, the usual one first; empty if it may not
 * with any. What the board reads of a submission is also what its contributor reads; `access.ts` tells the two apart.
 */
export function allowingScopes(useCase: UseCase, method: string): readonly TokenScope[] {
  if (browserOnly.includes(useCase)) return [];
  const right = policy[useCase];
  if (right === 'administrator') return [];
  if (right === 'board' || right === 'chair') return ['review'];
  const isReading = method === 'GET' || method === 'HEAD' || readingByPost.includes(useCase);
  if (!isReading) return ['upload'];
  return right === 'reader' || right === 'file-reader' ? ['read', 'review'] : ['read'];
}
