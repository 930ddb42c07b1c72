import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import type { Problem } from '@domain/api/mapping';
import { parseUploadId } from '@domain/upload-id';

import type { Actor, RepositoryContext } from '../context/context';
import { type DataSetRecord, listDataSets } from '../store/data-set-records';
import { hasUploads } from '../store/files';
import { recordPerson } from '../store/people';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';
import { overrideProblems } from '../usecases/checks/comment-problems';
import { listProblems } from '../usecases/checks/list-problems';
import { saveMapping } from '../usecases/mapping/mapping';
import { saveMetadata } from '../usecases/metadata/save-metadata';
import { submitUpload } from '../usecases/submission/submit-upload';
import { type FilePart, receiveFiles } from '../usecases/uploads/receive-files';
import { castVote } from '../usecases/voting/cast-vote';
import { demonstrationStudies, type DemonstrationStudy } from './studies';

/**
 * Fills an empty repository with four published data sets of made-up values, with the same use cases that users call.
 * Does nothing if there is any upload. Needs a started job queue. Throws if a step is refused or takes longer than a
 * minute.
 */
export async function createDemonstration(repository: RepositoryContext, actors: DemonstrationActors): Promise<void> {
  if (await hasUploads(repository.db)) return;
  for (const actor of Object.values(actors)) await recordPerson(repository.db, actor, repository.now());
  const submitted: Upload[] = [];
  for (const study of demonstrationStudies) submitted.push(await submitStudy(repository, actors, study));
  // One after the other, so that their numbers follow their order. Norms are made once for all that come together.
  for (const one of submitted) await acceptStudy(repository, actors, one);
  for (const one of submitted) await waitFor(`publishing ${one.id}`, () => publishedRecord(repository, one));
}

interface Upload {
  id: string;
  number: number;
}

async function upload(
  repository: RepositoryContext,
  { contributor }: DemonstrationActors,
  { kind, file }: DemonstrationStudy,
): Promise<Upload> {
  const { name, content } = file();
  const [received] = await receiveFiles(contributor, repository, { kind, parts: onePart(name, content) });
  if (received?.refusal) throw received.refusal;
  const id = received?.id ?? '';
  const number = parseUploadId(id)?.number;
  if (number === undefined) throw new Error(`The demonstration file ${name} was refused.`);
  return { id, number };
}

async function* onePart(name: string, content: Buffer): AsyncGenerator<FilePart> {
  yield { name, stream: Readable.from([content]) };
}

export interface DemonstrationActors {
  contributor: Actor;
  expert1: Actor;
  expert2: Actor;
}

/** The contributor's comment on every unusual value. */
const comment = 'Made up on purpose: unusual, but possible.';

/** Takes a file of the demonstration through all steps to its submission. */
async function submitStudy(
  repository: RepositoryContext,
  actors: DemonstrationActors,
  study: DemonstrationStudy,
): Promise<Upload> {
  const { contributor } = actors;
  const { id, number } = await upload(repository, actors, study);
  const { tables } = await waitFor(`reading ${id}`, async () => readProgress(repository, number));
  const mapping = study.file().mapping.flatMap(({ source, target }) => (target ? [{ source, target }] : []));
  for (const { name: table } of tables) {
    await saveMapping(contributor, repository, { id, table, mapping }, 'en');
    await waitFor(`checking ${id}`, () => checkedProgress(repository, number));
    const { problems } = await listProblems(contributor, repository, { id, table }, 'en');
    await overrideProblems(contributor, repository, { id, table, comments: problems.map(commentOn) }, 'en');
  }
  await saveMetadata(contributor, repository, { id: [id], metadata: study.metadata });
  await submitUpload(contributor, repository, { id }, 'en');
  return { id, number };
}

async function acceptStudy(
  repository: RepositoryContext,
  { expert1, expert2 }: DemonstrationActors,
  { id }: Upload,
): Promise<void> {
  for (const [nr, expert] of [
    [1, expert1],
    [2, expert2],
  ] as const) {
    const vote = { nr, email: expert.email, rating: 1 as const, note: 'Demonstration.', version: 0 };
    await castVote(expert, repository, id, vote);
  }
}

async function publishedRecord({ db }: RepositoryContext, { number }: Upload): Promise<DataSetRecord | null> {
  const nr = (await findUploadProgress(db, number))?.upload.nr ?? 0;
  const [record] = await listDataSets(db, [nr]);
  return record ?? null;
}

/** The upload, as soon as its file has been read. */
async function readProgress({ db }: RepositoryContext, number: number): Promise<UploadProgress | null> {
  const progress = await findUploadProgress(db, number);
  if (progress?.file.state === 'failed') throw new Error(`${progress.file.name} cannot be read.`);
  return progress?.file.state === 'ready' ? progress : null;
}

/** The upload, as soon as every table has been checked. */
async function checkedProgress({ db }: RepositoryContext, number: number): Promise<UploadProgress | null> {
  const progress = await findUploadProgress(db, number);
  const states = progress?.dataTables.map(({ checkState }) => checkState) ?? [];
  if (states.includes('failed')) throw new Error(`${progress?.file.name} cannot be checked.`);
  return states.every((state) => state === 'ready') ? progress : null;
}

function commentOn({ id }: Problem) {
  return { id, comment };
}

/** Polling interval, and maximum duration of a job of the demonstration. */
const pollMs = 40;
const longestMs = 60_000;

/** Polls until `ask` returns a result. Throws after the maximum duration. */
export async function waitFor<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`The demonstration timed out waiting for ${what}.`);
    await delay(pollMs);
  }
}
