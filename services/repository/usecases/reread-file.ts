import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { noChoices, type FileReading, type ReadingChoices } from '@domain/api/readings';
import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import type { Language } from '@domain/language';

import type { Transaction } from '../store/database';
import { startReading } from '../store/readings';
import { awaitReading } from './await-reading';
import type { Actor, RepositoryContext } from './context';
import { findReading } from './find-reading';
import { lockEditableUpload } from './find-source-table';

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
  const upload = await repository.db.transaction((tx) => start(tx, actor, repository, input));
  repository.jobs.nudge();
  await awaitReading(repository, [upload]);
  return findReading(actor, repository, input.id, language);
}

async function start(
  tx: Transaction,
  actor: Actor,
  { jobs }: RepositoryContext,
  { id, choices }: { id: string; choices: ReadingChoices },
): Promise<number> {
  const { upload, file, tables } = await lockEditableUpload(actor, tx, id);
  const names = [...tables, ...file.skipped, path.parse(file.name)].map(({ name }) => name);
  if (Object.keys(choices.headerRows).some((name) => !names.includes(name))) throw new Refusal('unknown-table');
  // The same wish once more, by a second press of the button, is under way already.
  if (isBeingRead(file.state) && isDeepStrictEqual(choices, file.choices ?? noChoices)) return upload.number;
  await startReading(tx, file.id, choices);
  await jobs.enqueue(tx, 'ingest-file', { file: file.id });
  return upload.number;
}
