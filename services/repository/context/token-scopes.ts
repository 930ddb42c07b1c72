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
const readingByPost: readonly UseCase[] = ['startDownload'];

/** The scope that a personal access token needs for a use case; null if it may not call it with any. */
export function neededScope(useCase: UseCase, method: string): TokenScope | null {
  if (browserOnly.includes(useCase)) return null;
  const right = policy[useCase];
  if (right === 'administrator') return null;
  if (right === 'board' || right === 'chair') return 'review';
  return method === 'GET' || method === 'HEAD' || readingByPost.includes(useCase) ? 'read' : 'upload';
}
