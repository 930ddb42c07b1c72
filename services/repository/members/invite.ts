import { randomBytes } from 'node:crypto';

import { Refusal } from '@domain/error-codes';
import { invitationDays, isSameEmail, maxInvitationsADay, type UploadRight } from '@domain/life/co-authors';
import { aDayBefore, localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import type { Actor, RepositoryContext } from '../context/context';
import { enqueueMails } from '../mail/enqueue-mails';
import type { Transaction } from '../store/database';
import { lockDailyLimits } from '../store/locks';
import { addMember, countInvitations, type MemberRecord } from '../store/members';
import type { UploadProgress } from '../store/upload-progress';

const dayMs = 24 * 60 * 60 * 1000;

/** An invitation, or an offer to take the upload over. */
export interface Invitation {
  email: string;
  right: UploadRight;
  /** What is shared: the study, or the upload alone. */
  place: Pick<MemberRecord, 'study' | 'upload'>;
  /** Reason of an offer that the chair makes; null for everything else. */
  chairsReason: string | null;
}

/** Whether an invitation or offer waits for an answer that can still be given. */
export function isOpen({ acceptedAt, endedAt, expiresAt }: MemberRecord, now: Date): boolean {
  return acceptedAt === null && endedAt === null && expiresAt > now;
}

/**
 * Stores an invitation or offer about a locked upload and enqueues the mail with its link. Refuses with 'invites-self'
 * and 'too-many-invitations'.
 */
export async function sendInvitation(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  progress: UploadProgress,
  { email, right, place, chairsReason }: Invitation,
): Promise<void> {
  const at = repository.now();
  if (isSameEmail(email, actor.email)) throw new Refusal('invites-self');
  await lockDailyLimits(tx, actor.subject);
  const sent = await countInvitations(tx, actor.subject, aDayBefore(at));
  if (sent >= maxInvitationsADay) throw new Refusal('too-many-invitations', { max: maxInvitationsADay });
  const link = randomBytes(24).toString('base64url');
  const expiresAt = new Date(at.getTime() + invitationDays * dayMs);
  await addMember(tx, {
    ...place,
    email,
    right,
    invitedBy: actor.subject,
    chairsReason,
    invitedAt: at,
    expiresAt,
    linkHash: hashOf(link),
  });
  await enqueueMails(tx, repository, progress, [
    {
      kind: kindOf(right, chairsReason),
      people: [{ subject: '', name: '', email }],
      path: `/co-authors/${link}`,
      due: localDay(expiresAt, repository.settings.timeZone),
      person: actor.name || actor.email,
      letter: chairsReason ?? '',
    },
  ]);
}

function kindOf(right: UploadRight, chairsReason: string | null) {
  if (right !== 'own') return 'coAuthorInvited';
  return chairsReason === null ? 'ownershipOffered' : 'ownershipOfferedByChair';
}
