import type { Correction } from '@domain/api/corrections';
import { chosenHeaderRow, type ParseOptions } from '@domain/api/readings';
import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import type { Language } from '@domain/language';

import { findAllowedUpload, lockAllowedUpload, refuseWithdrawnFile } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { onlyTableName } from '../../ingest/column-names';
import { correctionFailureMessage } from '../../ingest/failure-message';
import { awaitCorrection } from '../../context/wait-for-jobs';
import { openRoom, requireRoom, type Room } from '../../receiving/storage-room';
import { asRefusal, cleanName, identicalRefusal, type StagedFile, stageFile } from '../../receiving/take-file';
import { findPendingFile, insertPendingFile } from '../../store/corrections';
import type { Transaction } from '../../store/database';
import { findIdenticalFile } from '../../store/files';
import { isFileWithdrawn } from '../../store/upload-progress';
import { lockContent } from '../../store/locks';
import type { FilePart } from './receive-files';

/**
 * Takes a corrected file for an upload of the actor. It is stored while it arrives and then read by a job. The
 * current file stays in use, with its tables, mapping and comments, until the new one has been read; if it cannot
 * be read, the current file simply stays. The later of two corrected files wins. Returns what has changed, or the
 * state of the new file. Refuses with 'not-found', 'upload-submitted', 'file-missing', 'file-incomplete',
 * 'too-many-files', 'file-unchanged' if the file is identical to the current one, and like any upload.
 */
export async function correctFile(
  actor: Actor,
  repository: RepositoryContext,
  { id, parts }: { id: string; parts: AsyncIterable<FilePart> },
  language: Language,
): Promise<Correction> {
  const upload = await keepOnlyFile(actor, repository, { id, parts });
  repository.jobs.nudge();
  await awaitCorrection(repository, upload);
  return findCorrection(actor, repository, id, language);
}

/** Stores the corrected file and adds it as the next version of an upload, whose number it returns. */
async function keepOnlyFile(
  actor: Actor,
  repository: RepositoryContext,
  { id, parts }: { id: string; parts: AsyncIterable<FilePart> },
): Promise<number> {
  const { db, files } = repository;
  const { owner } = (await findAllowedUpload('correctFile', actor, db, id)).upload;
  const account = { owner, by: actor.subject };
  using room = await openRoom(repository, account);
  const staged = await stageOnlyFile(repository, parts, room);
  try {
    const { upload, unused } = await db.transaction(async (tx) => {
      await requireRoom(tx, repository, { ...account, ...staged });
      return take(tx, actor, repository, id, staged);
    });
    await removeObjects(files, unused);
    return upload;
  } catch (error) {
    // After any other error the transaction may have been committed.
    if (error instanceof Refusal) await removeObjects(files, [staged.objectKey]);
    throw error;
  }
}

/** Stores the only file of a body. Refuses with 'too-many-files' if there are more. */
async function stageOnlyFile(
  repository: RepositoryContext,
  parts: AsyncIterable<FilePart>,
  room: Room,
): Promise<StagedFile> {
  let staged: StagedFile | null = null;
  try {
    for await (const { name, stream } of parts) {
      if (staged) throw new Refusal('too-many-files', { max: 1 });
      staged = await stageFile(repository, cleanName(name), stream, room).catch((error: unknown) => {
        if (stream.errored) throw new Refusal('file-incomplete', { name: cleanName(name) });
        throw asRefusal(error);
      });
    }
    if (!staged) throw new Refusal('file-missing');
    return staged;
  } catch (error) {
    if (staged) await removeObjects(repository.files, [staged.objectKey]);
    throw error;
  }
}

/** Adds the file as the next version. Returns the keys of objects that are no longer needed. */
async function take(
  tx: Transaction,
  actor: Actor,
  { jobs, now, settings }: RepositoryContext,
  id: string,
  staged: StagedFile,
): Promise<{ upload: number; unused: string[] }> {
  await lockContent(tx, staged.sha256);
  const { upload, file } = await lockAllowedUpload('correctFile', actor, tx, id);
  const identical = await findIdenticalFile(tx, staged.sha256, upload);
  const pending = await findPendingFile(tx, upload.number);
  // The button was pressed twice, and this file is already being read.
  if (identical && identical.file.id === pending?.id && isBeingRead(pending.state)) {
    return { upload: upload.number, unused: [staged.objectKey] };
  }
  if (identical?.file.id === file.id) throw new Refusal('file-unchanged', { name: file.name });
  if (identical) throw identicalRefusal(actor.subject, identical, settings);
  const choices = carryParseOptions(file, staged.name);
  const unused = await insertPendingFile(tx, upload.number, staged, { choices, now: now() });
  await jobs.enqueue(tx, 'ingest-file', { file: staged.id });
  return { upload: upload.number, unused };
}

/** Reading choices of the current file, applied to the new one. The only table of a csv file is named after the file. */
function carryParseOptions(
  { name, choices }: { name: string; choices: ParseOptions | null },
  newName: string,
): ParseOptions | null {
  if (!choices) return null;
  const headerRow = chosenHeaderRow(choices, onlyTableName(name));
  if (headerRow === null) return choices;
  return { ...choices, headerRows: { ...choices.headerRows, [onlyTableName(newName)]: headerRow } };
}

/** State of the corrected file that is being read or could not be read, and what the last one changed. */
export async function findCorrection(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
  language: Language,
): Promise<Correction> {
  const progress = await findAllowedUpload('findCorrection', actor, db, id);
  const { upload, file } = progress;
  // A new version that still has a withdrawn file gets another one here.
  if (upload.withdrawnAt) refuseWithdrawnFile(progress);
  const pending = await findPendingFile(db, upload.number);
  return {
    pending: pending && {
      fileName: pending.name,
      state: pending.state,
      failure:
        pending.failureCode === null
          ? null
          : {
              code: pending.failureCode,
              message: correctionFailureMessage(pending.failureCode, language, pending.failureParameters ?? {}),
            },
    },
    changes: isFileWithdrawn(progress) ? null : file.changes,
  };
}
