import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import { readsFile, reviewStanding, type ReviewStanding, standingRefusal } from '@domain/review-standing';
import { parseUploadId } from '@domain/upload-id';
import { statusRules, type UploadStatus } from '@domain/upload-status';

import type { Queryable, Transaction } from '../store/database';
import { lockUploads } from '../store/locks';
import { findUploadProgress, type TableProgress, type UploadProgress } from '../store/upload-progress';
import type { Actor } from './context';
import { isExpert, isOfRole, policy, type UseCaseFor } from './policy';

/** Use cases that work on one upload. */
type UploadUseCase = UseCaseFor<'owner' | 'editor' | 'reader' | 'file-reader' | 'board' | 'chair'>;

/** Use cases on what one person owns. */
export type OwnerUseCase = UseCaseFor<'owner' | 'editor'>;

/**
 * Refuses with 'not-found' or 'upload-submitted' unless the policy lets the actor use an upload, or a part of an upload
 * or a download, which have no status.
 */
export function requireOwner(
  useCase: OwnerUseCase,
  actor: Actor,
  { owner, status }: { owner: string; status?: UploadStatus },
): void {
  if (owner !== actor.subject) throw new Refusal('not-found');
  const isClosed = status !== undefined && !statusRules[status].editable;
  if (policy[useCase] === 'editor' && isClosed) throw new Refusal('upload-submitted');
}

/**
 * Upload that a use case works on, if the policy allows it. Refuses with 'forbidden' if the use case is for experts
 * or the chair only, with 'not-found' for other users' uploads as for unknown ones, with 'upload-submitted' if the upload can no
 * longer be changed, and for its file with 'not-reviewing' if the expert does not review it, and with
 * 'data-set-withdrawn'.
 */
export async function findAllowedUpload(
  useCase: UploadUseCase,
  actor: Actor,
  db: Queryable,
  id: string,
): Promise<UploadProgress> {
  if (!isOfRole(policy[useCase], actor)) throw new Refusal('forbidden');
  const progress = await findProgress(db, id);
  if (isForOwner(useCase)) requireOwner(useCase, actor, progress.upload);
  else requireReader(useCase, actor, progress);
  return progress;
}

function isForOwner(useCase: UploadUseCase): useCase is OwnerUseCase {
  return policy[useCase] === 'owner' || policy[useCase] === 'editor';
}

function requireReader(useCase: Exclude<UploadUseCase, OwnerUseCase>, actor: Actor, progress: UploadProgress): void {
  const { owner, status } = progress.upload;
  const right = policy[useCase];
  const isOwner = right !== 'board' && right !== 'chair' && owner === actor.subject;
  const isSubmitted = isExpert(actor) && status !== 'Uploaded';
  if (!isOwner && !isSubmitted) throw new Refusal('not-found');
  if (right !== 'file-reader') return;
  if (!isReaderOfFile(actor, progress)) throw new Refusal('not-reviewing');
  refuseWithdrawnFile(progress);
}

/** Refuses with 'data-set-withdrawn' to show the file of a withdrawn data set, also to its contributor. */
export function refuseWithdrawnFile({ upload }: Pick<UploadProgress, 'upload'>): void {
  if (upload.withdrawnAt) throw new Refusal('data-set-withdrawn', { nr: upload.nr ?? '' });
}

/** Like `findAllowedUpload`, and locks the upload until the transaction ends. */
export async function lockAllowedUpload(
  useCase: UploadUseCase,
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<UploadProgress> {
  const number = parseUploadId(id)?.number;
  if (number !== undefined) await lockUploads(tx, [number]);
  return findAllowedUpload(useCase, actor, tx, id);
}

async function findProgress(db: Queryable, id: string): Promise<UploadProgress> {
  const parsed = parseUploadId(id);
  const progress = parsed && (await findUploadProgress(db, parsed.number));
  if (!progress || progress.upload.kind !== parsed.kind) throw new Refusal('not-found');
  return progress;
}

/** Whether the actor may read the file of an upload whose state they may see. */
export function mayReadFile(actor: Actor, progress: UploadProgress): boolean {
  return progress.upload.withdrawnAt === null && isReaderOfFile(actor, progress);
}

function isReaderOfFile(actor: Actor, progress: UploadProgress): boolean {
  const standing = standingOf(actor, progress);
  return standing === 'own' || readsFile(standing, progress.upload.status);
}

/** Relation of an expert to a submission. */
export function standingOf(
  actor: Pick<Actor, 'subject' | 'name' | 'email' | 'orcid' | 'knownAs'>,
  { upload, study }: Pick<UploadProgress, 'upload' | 'study'>,
): ReviewStanding {
  const { metadata, formerlyNamed } = study;
  return reviewStanding(actor, { owner: upload.owner, metadata, formerly: formerlyNamed });
}

/** Refuses with 'vote-own-upload' or 'vote-named' if an expert is a party to a submission. */
export function requireReviewer(
  actor: Parameters<typeof standingOf>[0],
  submission: Pick<UploadProgress, 'upload' | 'study'>,
): void {
  const refusal = standingRefusal(standingOf(actor, submission));
  if (refusal) throw new Refusal(refusal);
}

/**
 * Table of an upload with exactly this name. Names of sheets may contain any character. While a file is read again,
 * the tables of the previous reading are used.
 */
export function tableNamed(progress: UploadProgress, name: string): TableProgress {
  const table = progress.tables.find((candidate) => candidate.name === name);
  if (!table) throw new Refusal(isBeingRead(progress.file.state) ? 'not-ready' : 'unknown-table');
  return table;
}

/**
 * Table of an upload with exactly this name, or the first one that is data. Refuses with 'table-left-out' if it is none,
 * because such tables are not mapped, checked or published.
 */
export function dataTable(progress: UploadProgress, name: string | null): TableProgress {
  const table = name === null ? (progress.dataTables[0] ?? firstTable(progress)) : tableNamed(progress, name);
  if (table.leftOut !== null) throw new Refusal('table-left-out');
  return table;
}

/** First table of an upload. Refuses with 'not-ready' or 'unknown-table' if there is none. */
export function firstTable(progress: UploadProgress): TableProgress {
  const [table] = progress.tables;
  if (!table) throw new Refusal(isBeingRead(progress.file.state) ? 'not-ready' : 'unknown-table');
  return table;
}
