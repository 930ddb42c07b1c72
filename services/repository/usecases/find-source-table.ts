import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import { readsFile } from '@domain/review-standing';
import { parseUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import type { Queryable, Transaction } from '../store/database';
import { lockUpload } from '../store/mapping';
import { findUploadProgress, type TableProgress, type UploadProgress } from '../store/upload-progress';
import { isExpert, type Actor } from './context';
import { standingOf } from './view-submission';

/**
 * An upload that the actor may know of, with its metadata: their own, or, for the editorial board, any that
 * has been submitted. Others' uploads answer 'not-found', as unknown ones do.
 */
export async function findReadableUpload(actor: Actor, db: Queryable, id: string): Promise<UploadProgress> {
  const progress = await findProgress(db, id);
  const { owner, status } = progress.upload;
  if (owner !== actor.subject && !(isExpert(actor) && status !== 'Uploaded')) throw new Refusal('not-found');
  return progress;
}

/**
 * An upload whose file the actor may read: the original, its rows, and all that quotes or counts them. As
 * `findReadableUpload`, but experts only while they review it; 'not-reviewing' before and afterwards.
 */
export async function findReadableFile(actor: Actor, db: Queryable, id: string): Promise<UploadProgress> {
  const progress = await findReadableUpload(actor, db, id);
  if (!mayReadFile(actor, progress)) throw new Refusal('not-reviewing');
  return progress;
}

/** Whether the actor may read the file of an upload whose state they may see. */
export function mayReadFile(actor: Actor, progress: UploadProgress): boolean {
  const standing = standingOf(actor, progress);
  return standing === 'own' || readsFile(standing, progress.upload.status);
}

/** The actor's own upload while it may still be changed; 'upload-submitted' afterwards. */
export async function findEditableUpload(actor: Actor, db: Queryable, id: string): Promise<UploadProgress> {
  const progress = await findProgress(db, id);
  if (progress.upload.owner !== actor.subject) throw new Refusal('not-found');
  if (!statusRules[progress.upload.status].editable) throw new Refusal('upload-submitted');
  return progress;
}

/** As `findEditableUpload`, and locked until the transaction ends: nobody submits or deletes it meanwhile. */
export async function lockEditableUpload(actor: Actor, tx: Transaction, id: string): Promise<UploadProgress> {
  const number = parseUploadId(id)?.number;
  if (number !== undefined) await lockUpload(tx, number);
  return findEditableUpload(actor, tx, id);
}

/**
 * A table of an upload by its name, as stored: a sheet may be called 'r', or hold '/', '%', umlauts. While
 * a file is read anew, its tables are those of the former reading.
 */
export function tableNamed(progress: UploadProgress, name: string): TableProgress {
  const table = progress.tables.find((candidate) => candidate.name === name);
  if (!table) throw new Refusal(isBeingRead(progress.file.state) ? 'not-ready' : 'unknown-table');
  return table;
}

/** The first table of an upload; a file that cannot be read has none. */
export function firstTable(progress: UploadProgress): TableProgress {
  const [table] = progress.tables;
  if (!table) throw new Refusal(isBeingRead(progress.file.state) ? 'not-ready' : 'unknown-table');
  return table;
}

async function findProgress(db: Queryable, id: string): Promise<UploadProgress> {
  const parsed = parseUploadId(id);
  const progress = parsed && (await findUploadProgress(db, parsed.number));
  if (!progress || progress.upload.kind !== parsed.kind) throw new Refusal('not-found');
  return progress;
}
