import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { noChoices, type FileReading, type ReadingChoices } from '@domain/api/readings';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { parseUploadId } from '@domain/upload-id';

import type { Transaction } from '../store/database';
import { findFile } from '../store/files';
import { lockUpload } from '../store/mapping';
import { startReading } from '../store/readings';
import type { Actor, RepositoryContext } from './context';
import { findReading } from './find-reading';
import { findEditableUpload } from './find-source-table';

/** Time between two looks at the database, which may be served by another process than the reading. */
const pollMs = 40;

/**
 * Has the actor's file read anew by other choices. Its tables, with their mapping, stay until the new ones
 * are there, and for good when those choices fit no file. Answers how it was read, or, when reading
 * outlasts the wait, the former reading with `state` 'received' or 'reading'. Refuses with
 * 'upload-submitted', and with 'unknown-table' for a header row of a table that the file has not.
 */
export async function rereadFile(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; choices: ReadingChoices },
  language: Language,
): Promise<FileReading> {
  const file = await repository.db.transaction((tx) => start(tx, actor, repository, input));
  repository.jobs.nudge();
  await awaitReading(repository, file);
  return findReading(actor, repository, input.id, language);
}

async function start(
  tx: Transaction,
  actor: Actor,
  { jobs }: RepositoryContext,
  { id, choices }: { id: string; choices: ReadingChoices },
): Promise<string> {
  const number = parseUploadId(id)?.number;
  if (number !== undefined) await lockUpload(tx, number);
  const { file, tables } = await findEditableUpload(actor, tx, id);
  const names = [...tables, ...file.skipped, path.parse(file.name)].map(({ name }) => name);
  if (Object.keys(choices.headerRows).some((name) => !names.includes(name)))
    throw new Refusal('unknown-table');
  // The same wish once more, by a second press of the button, is under way already.
  const isUnderWay = file.state === 'received' || file.state === 'reading';
  if (isUnderWay && isDeepStrictEqual(choices, file.choices ?? noChoices)) return file.id;
  await startReading(tx, file.id, choices);
  await jobs.enqueue(tx, 'ingest-file', { file: file.id });
  return file.id;
}

/** Waits until a file is read or found unreadable, at most `settings.jobWaitMs`. */
async function awaitReading({ db, settings }: RepositoryContext, id: string): Promise<void> {
  const deadline = performance.now() + settings.jobWaitMs;
  while (performance.now() + pollMs < deadline) {
    const file = await findFile(db, id);
    if (file?.state !== 'received' && file?.state !== 'reading') return;
    await delay(pollMs);
  }
}
