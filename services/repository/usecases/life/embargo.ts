import { Refusal } from '@domain/error-codes';
import type { EmbargoView, LongerEmbargo } from '@domain/life/embargo-changes';
import { parseUploadId } from '@domain/upload-id';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { type LockedStudy, lockStudyOf } from '../../corrections/lock-study';
import { changeEmbargo, viewEmbargo } from '../../life/change-embargo';
import { requireReason } from '../../life/withdrawal-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import type { Transaction } from '../../store/database';
import { findPeople } from '../../store/people';
import type { UploadProgress } from '../../store/upload-progress';

/** The embargo of the actor's own data set. Refuses with 'not-found' for those of others. */
export async function findOwnEmbargo(actor: Actor, repository: RepositoryContext, id: string): Promise<EmbargoView> {
  const { db } = repository;
  return viewEmbargo(db, repository, await findAllowedUpload('findOwnEmbargo', actor, db, id));
}

/**
 * Shortens the embargo of the actor's own accepted data set and of those that share its metadata; until today publishes
 * the data. Refuses with 'not-found', 'not-same-owner', 'not-accepted', 'data-set-withdrawn', 'already-published',
 * 'no-embargo' and 'embargo-not-shorter'.
 */
export async function shortenEmbargo(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  until: string,
): Promise<EmbargoView> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const { locked, own } = await lockData('shortenEmbargo', actor, tx, id);
    if (locked.accepted.some(({ upload }) => upload.owner !== actor.subject)) throw new Refusal('not-same-owner');
    await changeEmbargo(tx, repository, { locked, own }, { act: 'shorten', actor, until, reason: '' });
    return viewEmbargo(tx, repository, await findAllowedUpload('shortenEmbargo', actor, tx, id));
  });
  jobs.nudge();
  return view;
}

/**
 * The embargo of a data set, for a member of the chair. Refuses with 'forbidden', 'not-found', 'vote-own-upload',
 * 'vote-member' and 'vote-named'.
 */
export async function readEmbargoAsChair(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<EmbargoView> {
  const { db } = repository;
  const submission = await findAllowedUpload('readEmbargoAsChair', actor, db, id);
  requireReviewer(actor, submission);
  return viewEmbargo(db, repository, submission);
}

/**
 * Lengthens the embargo of an accepted data set and of those that share its metadata, by a member of the chair who is a
 * party to none of them. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named',
 * 'not-accepted', 'data-set-withdrawn', 'already-published', 'no-embargo', 'embargo-not-longer', 'embargo-too-long'
 * and 'reason-missing'.
 */
export async function lengthenEmbargo(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { until, reason }: LongerEmbargo,
): Promise<EmbargoView> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const { locked, own } = await lockData('lengthenEmbargo', actor, tx, id);
    for (const member of [own, ...locked.accepted, ...locked.reviewed]) requireReviewer(actor, member);
    requireReason(reason);
    await changeEmbargo(tx, repository, { locked, own }, { act: 'lengthen', actor, until, reason });
    await tellOwner(tx, repository, own, { until, reason });
    return viewEmbargo(tx, repository, await findAllowedUpload('lengthenEmbargo', actor, tx, id));
  });
  jobs.nudge();
  return view;
}

async function lockData(
  useCase: 'shortenEmbargo' | 'lengthenEmbargo',
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<{ locked: LockedStudy; own: UploadProgress }> {
  // Nobody waits for the locks of what they may not change.
  await findAllowedUpload(useCase, actor, tx, id);
  const locked = await lockStudyOf(tx, parseUploadId(id)?.number ?? 0);
  const own = await findAllowedUpload(useCase, actor, tx, id);
  if (!locked) throw new Refusal('not-found');
  return { locked, own };
}

async function tellOwner(
  tx: Transaction,
  repository: RepositoryContext,
  own: UploadProgress,
  { until, reason }: LongerEmbargo,
): Promise<void> {
  const people = [...(await findPeople(tx, [own.upload.owner])).values()];
  await enqueueMails(tx, repository, own, [{ kind: 'embargoLengthened', people, due: until, letter: reason }]);
}
