import type { Readable } from 'node:stream';

import { Refusal } from '@domain/error-codes';
import { formatUploadId, type UploadId, type UploadKind } from '@domain/upload-id';

import type { Actor, RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { awaitReading } from '../../context/wait-for-jobs';
import { openRoom, type Room } from '../../receiving/storage-room';
import { namesNobody } from '../../store/people';
import { asRefusal, cleanName, keepFile, skipStream, type StagedFile, stageFile } from '../../receiving/take-file';

/** A file as it arrives. */
export interface FilePart {
  name: string;
  stream: Readable;
}

/** Result for one posted file. It has either an id or a refusal. */
export interface ReceivedFileOutcome {
  name: string;
  id: UploadId | null;
  /** Names of its tables; empty while it is being read and if it cannot be read. */
  tables: string[];
  refusal: Refusal | null;
}

type Staged = { name: string; file: StagedFile; refusal: null } | { name: string; file: null; refusal: Refusal };

/** Bytes of refused files that are read and dropped to find out whether another file follows. */
const maxSkippedBytes = 64 * 1024 * 1024;

/**
 * Takes posted files as new uploads of the actor. Each is stored while it arrives and becomes an upload when the
 * whole body has arrived; nothing is kept of an interrupted body. Files that have a wrong type or size, exist already or
 * find no room are refused one by one. Waits a moment for small files to be read. Refuses with 'file-missing' and
 * 'file-incomplete'.
 */
export async function receiveFiles(
  actor: Actor,
  repository: RepositoryContext,
  { kind, parts }: { kind: UploadKind; parts: AsyncIterable<FilePart> },
): Promise<ReceivedFileOutcome[]> {
  /** Keys of objects without an upload, which are removed at the end. */
  const loose = new Set<string>();
  try {
    const outcomes = await takeFiles(actor, repository, { kind, parts }, loose);
    repository.jobs.nudge();
    return await withTables(repository, outcomes);
  } finally {
    await removeObjects(repository.files, [...loose]);
  }
}

async function takeFiles(
  actor: Actor,
  repository: RepositoryContext,
  { kind, parts }: { kind: UploadKind; parts: AsyncIterable<FilePart> },
  loose: Set<string>,
): Promise<ReceivedFileOutcome[]> {
  using room = await openRoom(repository, { owner: actor.subject, by: actor.subject });
  const staged = await stageFiles(repository, parts, { room, loose });
  if (staged.length === 0) throw new Refusal('file-missing');
  const outcomes: ReceivedFileOutcome[] = [];
  for (const entry of staged) outcomes.push(await keepStaged(actor, repository, kind, entry, loose));
  return outcomes;
}

async function stageFiles(
  repository: RepositoryContext,
  parts: AsyncIterable<FilePart>,
  { room, loose }: { room: Room; loose: Set<string> },
): Promise<Staged[]> {
  const staged: Staged[] = [];
  let skippable = maxSkippedBytes;
  for await (const { name: postedName, stream } of parts) {
    const name = cleanName(postedName);
    try {
      const file = await stageFile(repository, name, stream, room);
      loose.add(file.objectKey);
      staged.push({ name, file, refusal: null });
    } catch (error) {
      if (stream.errored) throw new Refusal('file-incomplete', { name });
      staged.push({ name, file: null, refusal: asRefusal(error) });
      skippable -= await skipStream(stream, skippable);
      if (!stream.readableEnded) break;
    }
  }
  return staged;
}

/** Makes an upload of a stored file. The object is removed only after a refusal, since any other error may come after the commit. */
async function keepStaged(
  actor: Actor,
  repository: RepositoryContext,
  kind: UploadKind,
  { name, file, refusal }: Staged,
  loose: Set<string>,
): Promise<ReceivedFileOutcome> {
  if (!file) return { name, id: null, tables: [], refusal };
  loose.delete(file.objectKey);
  try {
    const number = await keepFile(repository, { owner: actor.subject, kind, file });
    return { name, id: formatUploadId(number, kind), tables: [], refusal: null };
  } catch (error) {
    // The account has ended while the file arrived; then nothing refers to it.
    if (namesNobody(error)) loose.add(file.objectKey);
    const refused = asRefusal(error);
    loose.add(file.objectKey);
    return { name, id: null, tables: [], refusal: refused };
  }
}

async function withTables(
  repository: RepositoryContext,
  outcomes: ReceivedFileOutcome[],
): Promise<ReceivedFileOutcome[]> {
  const numberOf = (id: UploadId) => Number.parseInt(id, 10);
  const numbers = outcomes.flatMap(({ id }) => (id === null ? [] : numberOf(id)));
  const read = await awaitReading(repository, numbers);
  return outcomes.map((outcome) => ({
    ...outcome,
    tables: (outcome.id !== null && read.get(numberOf(outcome.id))) || [],
  }));
}
