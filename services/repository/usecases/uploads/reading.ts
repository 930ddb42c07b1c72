import { isDeepStrictEqual } from 'node:util';

import { type ChoiceScope, type ParseResult, automaticParsing, type ParseOptions } from '@domain/api/readings';
import { columnLetters } from '@domain/column-letters';
import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import type { Language } from '@domain/language';
import { isOutage } from '@domain/outage';

import { findAllowedUpload, lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { ObjectNotFound } from '../../context/file-store';
import { onlyTableName } from '../../ingest/column-names';
import { failureMessage } from '../../ingest/failure-message';
import type { FailureCode } from '../../ingest/file-failure';
import { mayBeText } from '../../ingest/file-kind';
import { headBytes, readBeginning } from '../../ingest/text-encoding';
import { awaitReading } from '../../context/wait-for-jobs';
import { tryUploadAgain } from '../../jobs/try-upload-again';
import type { Transaction } from '../../store/database';
import { listDatedColumns, listRenamedColumns, listTops, startReading } from '../../store/readings';
import type { UploadProgress } from '../../store/upload-progress';

/** Failures that a different encoding, separator or header row may fix. */
const fixableByReparsing = new Set<string>([
  'file-empty',
  'no-rows',
  'too-many-columns',
  'row-too-long',
  'quote-open',
  'line-too-long',
  'not-readable',
] satisfies FailureCode[]);

/** How an upload's file was read, and which choices its owner has. */
export async function findReading(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<ParseResult> {
  const { db } = repository;
  const progress = await findAllowedUpload('findReading', actor, db, id);
  const { file } = progress;
  const ids = progress.tables.map((table) => table.id);
  const tops = await listTops(db, ids);
  const renamed = await listRenamedColumns(db, ids);
  const dated = await listDatedColumns(db, ids);
  const head = await findHead(repository, progress);
  const choices = file.choices ?? automaticParsing;
  return {
    state: file.state,
    scope: scopeOf(progress, head, [...tops.values()].some(Boolean)),
    dialect: file.dialect,
    choices,
    failure: failureOf(file, language),
    tables: head
      ? [{ name: onlyTableName(file.name), top: null, renamed: [], dated: [] }]
      : progress.tables.map(({ id: table, name }) => ({
          name,
          top: tops.get(table) ?? null,
          renamed: renamed.filter((column) => column.table === table).map(renamedColumn),
          dated: dated
            .filter((column) => column.table === table)
            .map(({ name: column, order, by }) => ({ name: column, order, by })),
        })),
    skipped: file.skipped,
    beginning: head ? readBeginning(head, choices.encoding) : [],
  };
}

function renamedColumn({ position, name, header }: { position: number; name: string; header: string | null }) {
  return { letters: columnLetters(position), header: header ?? '', name };
}

function scopeOf({ file, tables }: UploadProgress, head: Buffer | null, hasTops: boolean): ChoiceScope {
  if (tables.length > 0) return file.dialect ? 'text' : hasTops ? 'header' : 'none';
  return head ? 'text' : 'none';
}

/** Why the last reading failed although an earlier one succeeded; null otherwise. */
function failureOf({ state, failureCode: code, failureParameters }: UploadProgress['file'], language: Language) {
  if (state !== 'ready' || code === null) return null;
  return { code, message: failureMessage(code, language, failureParameters ?? {}) };
}

/** First bytes of a csv file that could not be read but might be with other choices; null for any other file. */
async function findHead({ files }: RepositoryContext, { file }: UploadProgress): Promise<Buffer | null> {
  if (file.state !== 'failed' || !fixableByReparsing.has(file.failureCode ?? '')) return null;
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of (await files.read(file.objectKey)) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= headBytes) break;
    }
  } catch (error) {
    // Deleted in the meantime, or the store is down. The form works without this preview.
    if (error instanceof ObjectNotFound || isOutage(error)) return null;
    throw error;
  }
  const head = Buffer.concat(pieces).subarray(0, headBytes);
  return mayBeText(head) ? head : null;
}

/**
 * Has a file read again with other choices. Its tables and their mapping stay until the new ones exist; if the file
 * cannot be read that way, they stay for good. Returns how the file was read, or the previous reading with `state`
 * 'received' or 'reading' if the job takes longer than the wait. Refuses with 'upload-submitted', and with
 * 'unknown-table' for the header row of a table that does not exist.
 */
export async function reparseFile(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; choices: ParseOptions },
  language: Language,
): Promise<ParseResult> {
  const upload = await repository.db.transaction((tx) => start(tx, actor, repository, input));
  repository.jobs.nudge();
  await awaitReading(repository, [upload]);
  return findReading(actor, repository, input.id, language);
}

async function start(
  tx: Transaction,
  actor: Actor,
  { jobs }: RepositoryContext,
  { id, choices }: { id: string; choices: ParseOptions },
): Promise<number> {
  const { upload, file, tables } = await lockAllowedUpload('reparseFile', actor, tx, id);
  const names = [...[...tables, ...file.skipped].map(({ name }) => name), onlyTableName(file.name)];
  if (Object.keys(choices.headerRows).some((name) => !names.includes(name))) throw new Refusal('unknown-table');
  // The button was pressed twice, and the file is already being read that way.
  if (isBeingRead(file.state) && isDeepStrictEqual(choices, file.choices ?? automaticParsing)) return upload.number;
  await startReading(tx, file.id, choices);
  await jobs.enqueue(tx, 'ingest-file', { file: file.id });
  return upload.number;
}

/**
 * Retries the reading and the checks of an upload that wait for their next attempt, failed because of a server error
 * or lost their job. Refuses with 'not-found' and 'upload-submitted'.
 */
export async function tryAgain(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const { db, jobs } = repository;
  await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('tryAgain', actor, tx, id);
    await tryUploadAgain(tx, jobs, progress);
  });
  jobs.nudge();
}
