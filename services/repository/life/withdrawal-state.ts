import type { HistoryAct } from '@domain/board/history';
import { Refusal } from '@domain/error-codes';
import type { WithdrawalView } from '@domain/life/withdrawal';
import {
  allowedWithdrawalActs,
  lastKeptDay,
  type WithdrawalAct,
  type WithdrawalFacts,
  withdrawalRefusal,
} from '@domain/life/withdrawal-rules';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, standingOf } from '../context/access';
import type { Actor, RepositoryContext } from '../context/context';
import type { UseCaseFor } from '../context/policy';
import { viewWithdrawn } from '../publication/tombstone';
import { lockWithCopies } from './remove-data';
import { listActs } from '../store/board';
import { type Queryable, RetryTransaction, type Transaction } from '../store/database';
import { listMemberships, rightOf } from '../store/members';
import { listVersionNumbers } from '../store/metadata-corrections';
import { findUploadProgress, listUploadProgress, type UploadProgress } from '../store/upload-progress';
import { listAcceptedVersions, seriesOf } from '../store/versions';
import { listWaitingWithdrawals } from '../store/withdrawals';

/**
 * Locks all versions of a data set with uploads that have its file, if the policy allows the actor to use it. Refuses
 * like `findAllowedUpload`.
 */
export async function lockDataSet(
  useCase: UseCaseFor<'owner' | 'chair'>,
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<UploadProgress> {
  const { upload } = await findAllowedUpload(useCase, actor, tx, id);
  const versions = await listVersionNumbers(tx, [seriesOf(upload)]);
  await lockWithCopies(tx, upload.number, versions);
  // One that began meanwhile waits for its former one, which is locked.
  if ((await listVersionNumbers(tx, [seriesOf(upload)])).length > versions.length) throw new RetryTransaction();
  return findAllowedUpload(useCase, actor, tx, id);
}

/** Data sets whose withdrawal or removal waits for a member of the chair who may decide it, in the order of their uploads. */
export async function listDecidableWithdrawals(actor: Actor, db: Queryable): Promise<UploadProgress[]> {
  const numbers = await listWaitingWithdrawals(db, actor.subject);
  if (numbers.length === 0) return [];
  return (await listUploadProgress(db, numbers)).filter((one) => standingOf(actor, one) === 'board');
}

type Role = WithdrawalFacts['role'];

function factsOf(actor: Actor, role: Role, { upload, withdrawal }: UploadProgress): WithdrawalFacts {
  const askedBy = withdrawal?.removalAskedBy ?? null;
  return {
    role,
    status: upload.status,
    isAsked: Boolean(withdrawal?.askedAt),
    isWithdrawn: upload.withdrawnAt !== null,
    isRemoved: Boolean(withdrawal?.removedAt),
    removalAsked: askedBy === null ? null : askedBy === actor.subject ? 'self' : 'other',
  };
}

/** Refuses with the code of `withdrawalRefusal`. */
export function requireWithdrawalAct(act: WithdrawalAct, actor: Actor, role: Role, submission: UploadProgress): void {
  const refusal = withdrawalRefusal(act, factsOf(actor, role, submission));
  if (refusal) throw new Refusal(refusal);
}

/** The withdrawal of a data set as its contributor or a member of the chair may see it. */
export async function viewWithdrawal(
  actor: Actor,
  role: Role,
  { settings }: Pick<RepositoryContext, 'settings'>,
  db: Queryable,
  submission: UploadProgress,
): Promise<WithdrawalView> {
  const { upload, study, file, withdrawal: record } = submission;
  const facts = factsOf(actor, role, submission);
  const at = upload.withdrawnAt;
  const withdrawn = at && viewWithdrawn(settings, { at, reason: record?.reason ?? '' });
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: upload.status,
    fileName: file.name,
    title: study.title,
    version: upload.version,
    otherVersions: await listOthers(actor, role, db, submission),
    asked: await findAsked(actor, db, submission),
    declined: await findDeclined(db, submission),
    withdrawn,
    keptUntil: at && !facts.isRemoved ? lastKeptDay(at, settings) : null,
    removal: viewRemoval(facts, record),
    removalDeclined: await findRemovalDeclined(db, submission),
    removedAt: record?.removedAt?.toISOString() ?? null,
    acts: allowedWithdrawalActs(facts),
  };
}

/** The same after a change in this transaction. */
export async function viewAgain(
  actor: Actor,
  role: Role,
  repository: Pick<RepositoryContext, 'settings'>,
  tx: Transaction,
  submission: UploadProgress,
): Promise<WithdrawalView> {
  const changed = await findUploadProgress(tx, submission.upload.number);
  return viewWithdrawal(actor, role, repository, tx, changed ?? submission);
}

/** Versions of the same data set that a withdrawal of this one leaves as they are. Co-authors get what they share. */
async function listOthers(
  { subject }: Actor,
  role: Role,
  db: Queryable,
  { upload: own }: UploadProgress,
): Promise<WithdrawalView['otherVersions']> {
  const versions = await listAcceptedVersions(db, seriesOf(own));
  const memberships = await listMemberships(
    db,
    versions.map(({ upload }) => upload),
  );
  return versions.flatMap(({ upload: { number, kind, nr, version, withdrawnAt, owner }, publishedAt }) => {
    const isKnown = role === 'chair' || rightOf(subject, { owner, members: memberships.get(number) ?? [] }) !== null;
    return !isKnown || number === own.number || nr === null || withdrawnAt !== null
      ? []
      : [{ id: formatUploadId(number, kind), nr, version, isPublic: publishedAt !== null }];
  });
}

/** The open request. Its contributor may be another one by now. */
async function findAsked(
  { subject }: Actor,
  db: Queryable,
  { upload, withdrawal }: UploadProgress,
): Promise<WithdrawalView['asked']> {
  const asked = said(withdrawal?.askedReason, withdrawal?.askedAt);
  if (!asked) return null;
  const acts = await listActs(db, upload.number);
  const act = acts.findLast(({ entry }) => entry.act === 'asked-withdrawal');
  return { ...asked, by: act?.entry.actor === subject ? 'self' : 'other' };
}

function said(reason: string | null | undefined, at: Date | null | undefined): WithdrawalView['declined'] {
  return at ? { reason: reason ?? '', at: at.toISOString() } : null;
}

function viewRemoval(
  { removalAsked }: WithdrawalFacts,
  record: UploadProgress['withdrawal'],
): WithdrawalView['removal'] {
  const asked = said(record?.removalReason, record?.removalAskedAt);
  return asked && removalAsked && { ...asked, by: removalAsked };
}

/** Why the latest request was declined; null if nothing was declined since the contributor last asked. */
async function findDeclined(
  db: Queryable,
  { upload, withdrawal }: UploadProgress,
): Promise<WithdrawalView['declined']> {
  if (!withdrawal || withdrawal.askedAt || upload.withdrawnAt) return null;
  return findRefusal(db, upload.number, 'declined-withdrawal', ['took-withdrawal-back', 'withdrew-data']);
}

/** The same of the latest request to remove the data. */
async function findRemovalDeclined(
  db: Queryable,
  { upload, withdrawal }: UploadProgress,
): Promise<WithdrawalView['removalDeclined']> {
  if (!withdrawal || withdrawal.removalAskedAt || withdrawal.removedAt) return null;
  return findRefusal(db, upload.number, 'declined-removal', ['took-removal-back', 'withdrew-data']);
}

/** What was said with the latest refusal; null if one of the other acts came after it. */
async function findRefusal(db: Queryable, upload: number, refusal: HistoryAct, others: HistoryAct[]) {
  const acts = (await listActs(db, upload)).map(({ entry }) => entry);
  const last = acts.findLast(({ act }) => act === refusal || others.includes(act));
  return last?.act === refusal ? said(last.content.reason, last.at) : null;
}
