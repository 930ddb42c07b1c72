import { Refusal } from '@domain/error-codes';
import type { EmbargoView, LongerEmbargo } from '@domain/life/embargo-changes';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { lockAllowedStudy } from '../../corrections/lock-study';
import { changeEmbargo, viewEmbargo } from '../../life/change-embargo';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import type { Transaction } from '../../store/database';
import type { UploadProgress } from '../../store/upload-progress';

/** The embargo of the actor's own data set. Refuses with 'not-found' and 'right-missing'. */
export async function findOwnEmbargo(actor: Actor, repository: RepositoryContext, id: string): Promise<EmbargoView> {
  const { db } = repository;
  return viewEmbargo(db, repository, await findAllowedUpload('findOwnEmbargo', actor, db, id));
}

/**
 * Shortens the embargo of the actor's own accepted data set and of those that share its metadata; until today publishes
 * the data. Refuses with 'not-found', 'right-missing', 'not-same-owner', 'not-accepted', 'data-set-withdrawn',
 * 'already-published', 'no-embargo' and 'embargo-not-shorter'.
 */
export async function shortenEmbargo(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  until: string,
): Promise<EmbargoView> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const { locked, own } = await lockAllowedStudy('shortenEmbargo', actor, tx, id);
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
    const { locked, own } = await lockAllowedStudy('lengthenEmbargo', actor, tx, id);
    for (const member of [own, ...locked.accepted, ...locked.reviewed]) requireReviewer(actor, member);
    requireReason(reason);
    await changeEmbargo(tx, repository, { locked, own }, { act: 'lengthen', actor, until, reason });
    await tellOwner(tx, repository, own, { until, reason });
    return viewEmbargo(tx, repository, await findAllowedUpload('lengthenEmbargo', actor, tx, id));
  });
  jobs.nudge();
  return view;
}

async function tellOwner(
  tx: Transaction,
  repository: RepositoryContext,
  own: UploadProgress,
  { until, reason }: LongerEmbargo,
): Promise<void> {
  const people = await findOwner(tx, own);
  await enqueueMails(tx, repository, own, [{ kind: 'embargoLengthened', people, due: until, letter: reason }]);
}
