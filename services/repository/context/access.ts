import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import { includesRight } from '@domain/life/co-authors';
import { readsFile, reviewStanding, type ReviewStanding, standingRefusal } from '@domain/review-standing';
import { isOnBoard } from '@domain/roles';
import { parseUploadId } from '@domain/upload-id';
import { statusRules, type UploadStatus } from '@domain/upload-status';

import { askTogether } from '../../ask-together';
import type { Queryable, Transaction } from '../store/database';
import { lockUploads } from '../store/locks';
import { type Membership, listMemberships, rightOf } from '../store/members';
import { listStudyUploads, type UploadRow } from '../store/studies';
import { findUploadProgress, isFileWithdrawn, type TableProgress, type UploadProgress } from '../store/upload-progress';
import type { Actor } from './context';
import { isExpert, neededRight, policy, requireRole, type UseCaseFor } from './policy';

/** Use cases that work on one upload, for its contributor's side or for the board. */
export type UploadUseCase = OwnerUseCase | UseCaseFor<'reader' | 'file-reader' | 'board' | 'chair'>;

/** Use cases on what one person owns, or shares with co-authors. */
export type OwnerUseCase = UseCaseFor<keyof typeof neededRight>;

/**
 * Refuses with 'not-found', 'right-missing' for co-authors who may not do it, or 'upload-submitted' unless the policy
 * lets the actor use an upload, or a part of an upload or a download, which have neither status nor co-authors.
 */
export function requireOwner(
  useCase: OwnerUseCase,
  actor: Actor,
  { owner, members = [], status }: { owner: string; members?: readonly Membership[]; status?: UploadStatus },
): void {
  const held = rightOf(actor.subject, { owner, members });
  if (held === null) throw new Refusal('not-found');
  if (!includesRight(held, neededRight[policy[useCase]])) throw new Refusal('right-missing');
  const isClosed = status !== undefined && !statusRules[status].editable;
  if (policy[useCase] === 'editor' && isClosed) throw new Refusal('upload-submitted');
}

/**
 * Upload that a use case works on, if the policy allows it. Refuses with 'forbidden' if the use case is for experts
 * or the chair only, with 'not-found' for other users' uploads as for unknown ones, with 'right-missing' if a co-author
 * may not do it, with 'upload-submitted' if the upload can no longer be changed, and for its file with 'not-reviewing'
 * if the expert does not review it, with 'data-set-withdrawn', and with 'token-scope'.
 */
export async function findAllowedUpload(
  useCase: UploadUseCase,
  actor: Actor,
  db: Queryable,
  id: string,
): Promise<UploadProgress> {
  requireRole(policy[useCase], actor);
  const progress = await findProgress(db, id);
  if (isForOwner(useCase)) requireOwner(useCase, actor, { ...progress.upload, members: progress.members });
  else requireReader(useCase, actor, progress);
  if (tellingOfFile.includes(useCase)) refuseWithdrawnFile(progress);
  return progress;
}

/** What only the owner and co-authors do, and tells what is in the file. */
const tellingOfFile: readonly UploadUseCase[] = ['suggestTargets', 'changeTableData', 'describeStudyData'];

function isForOwner(useCase: UploadUseCase): useCase is OwnerUseCase {
  return Object.hasOwn(neededRight, policy[useCase]);
}

function requireReader(useCase: Exclude<UploadUseCase, OwnerUseCase>, actor: Actor, progress: UploadProgress): void {
  const right = policy[useCase];
  const isShared = right !== 'board' && right !== 'chair' && isContributorSide(actor, progress);
  const isSubmitted = isExpert(actor) && progress.upload.status !== 'Uploaded';
  if (!isShared && !isSubmitted) {
    const lacksFactor = isOnBoard(actor.lackingFactor ?? []) && progress.upload.status !== 'Uploaded';
    throw new Refusal(lacksFactor ? 'second-factor-missing' : 'not-found');
  }
  // With the scope 'review' alone, a token reads what its owner reviews, not what is theirs.
  if (isShared && actor.scopes && !actor.scopes.includes('read')) throw new Refusal('token-scope', { scope: 'read' });
  if (right !== 'file-reader') return;
  if (!isReaderOfFile(actor, progress)) throw new Refusal('not-reviewing');
  refuseWithdrawnFile(progress);
}

/** Refuses with 'data-set-withdrawn' to show the file of a withdrawn data set, also to its contributor. */
export function refuseWithdrawnFile(progress: Pick<UploadProgress, 'upload' | 'copyOfWithdrawn'>): void {
  const nr = progress.upload.nr ?? progress.copyOfWithdrawn ?? '';
  if (isFileWithdrawn(progress)) throw new Refusal('data-set-withdrawn', { nr });
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

const progressOf = askTogether<Queryable, number, UploadProgress | null>(findUploadProgress);

async function findProgress(db: Queryable, id: string): Promise<UploadProgress> {
  const parsed = parseUploadId(id);
  const progress = parsed && (await progressOf(db, parsed.number));
  if (!progress || progress.upload.kind !== parsed.kind) throw new Refusal('not-found');
  return progress;
}

/** Whether the actor may read the file of an upload whose state they may see. */
export function mayReadFile(actor: Actor, progress: UploadProgress): boolean {
  return !isFileWithdrawn(progress) && isReaderOfFile(actor, progress);
}

function isReaderOfFile(actor: Actor, progress: UploadProgress): boolean {
  return isContributorSide(actor, progress) || readsFile(standingOf(actor, progress), progress.upload.status);
}

/** Whether an upload is the actor's, or shared with them now. */
export function isContributorSide(
  { subject }: Pick<Actor, 'subject'>,
  { upload, members }: Pick<UploadProgress, 'upload' | 'members'>,
): boolean {
  return rightOf(subject, { owner: upload.owner, members }) !== null;
}

/**
 * The uploads of an upload's study. Co-authors get only those that are shared with them; the board gets all, as it does
 * their metadata.
 */
export async function listStudyUploadsFor(
  { subject }: Pick<Actor, 'subject'>,
  db: Queryable,
  progress: Pick<UploadProgress, 'upload' | 'members'>,
): Promise<UploadRow[]> {
  const rows = await listStudyUploads(db, progress.upload.study);
  if (progress.upload.owner === subject || !isContributorSide({ subject }, progress)) return rows;
  const memberships = await listMemberships(db, rows);
  return rows.filter(({ number, owner }) => rightOf(subject, { owner, members: memberships.get(number) ?? [] }));
}

/**
 * Those of some rows of `uploads` that are the actor's or shared with them. Refuses like `requireOwner` if the policy
 * does not let the actor use one of them.
 */
export async function listAllowedRows(
  useCase: OwnerUseCase,
  actor: Actor,
  db: Queryable,
  rows: readonly UploadRow[],
): Promise<UploadRow[]> {
  const foreign = rows.filter(({ owner }) => owner !== actor.subject);
  const memberships = await listMemberships(db, foreign);
  const shared = rows.filter(
    ({ number, owner }) => rightOf(actor.subject, { owner, members: memberships.get(number) ?? [] }) !== null,
  );
  for (const row of shared) requireOwner(useCase, actor, { ...row, members: memberships.get(row.number) ?? [] });
  return shared;
}

/** Relation of an expert to a submission. */
export function standingOf(
  actor: Pick<Actor, 'subject' | 'name' | 'email' | 'orcid' | 'knownAs'>,
  { upload, study, members }: Pick<UploadProgress, 'upload' | 'study' | 'members'>,
): ReviewStanding {
  const { metadata, formerlyNamed } = study;
  const sharing = members.map(({ person }) => person);
  return reviewStanding(actor, { owner: upload.owner, members: sharing, metadata, formerly: formerlyNamed });
}

/** Refuses with 'vote-own-upload', 'vote-member' or 'vote-named' if an expert is a party to a submission. */
export function requireReviewer(
  actor: Parameters<typeof standingOf>[0],
  submission: Parameters<typeof standingOf>[1],
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
 * Table of an upload with exactly this name, or the first one that is data. Refuses with 'table-left-out' if it is
 * none, because such tables are not mapped, checked or published.
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
