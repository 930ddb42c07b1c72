import type { Problem } from '@domain/api/mapping';

import { listDataSets } from '../search/search-sql';
import { findUploadProgress, type UploadProgress } from '../store/upload-progress';
import { castVote } from '../usecases/voting/cast-vote';
import type { Actor, RepositoryContext } from '../context/context';
import { listProblems } from '../usecases/checks/list-problems';
import { overrideProblems } from '../usecases/checks/comment-problems';
import { saveMapping } from '../usecases/mapping/mapping';
import { saveMetadata } from '../usecases/metadata/save-metadata';
import { submitUpload } from '../usecases/submission/submit-upload';
import type { DemonstrationStudy } from './studies';
import { waitFor } from './wait-for';

export interface DemonstrationActors {
  contributor: Actor;
  expert1: Actor;
  expert2: Actor;
}

/** What the contributor says about every unusual value. */
const comment = 'Made up on purpose: unusual, but possible.';

/** Takes an uploaded file of the demonstration all the way to publication, as its people would. */
export async function publishStudy(
  repository: RepositoryContext,
  { contributor, expert1, expert2 }: DemonstrationActors,
  study: DemonstrationStudy,
  { id, number }: { id: string; number: number },
): Promise<void> {
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
  for (const [nr, expert] of [
    [1, expert1],
    [2, expert2],
  ] as const) {
    const vote = { nr, email: expert.email, rating: 1 as const, note: 'Demonstration.', version: 0 };
    await castVote(expert, repository, id, vote);
  }
  await waitFor(`publishing ${id}`, async () => {
    const nr = (await findUploadProgress(repository.db, number))?.upload.nr ?? 0;
    const [record] = await listDataSets(repository.db, [nr]);
    return record ?? null;
  });
}

/** The upload once its file is read. */
async function readProgress({ db }: RepositoryContext, number: number): Promise<UploadProgress | null> {
  const progress = await findUploadProgress(db, number);
  if (progress?.file.state === 'failed') throw new Error(`${progress.file.name} cannot be read.`);
  return progress?.file.state === 'ready' ? progress : null;
}

/** The upload once every table is checked. */
async function checkedProgress({ db }: RepositoryContext, number: number): Promise<UploadProgress | null> {
  const progress = await findUploadProgress(db, number);
  const states = progress?.tables.map(({ checkState }) => checkState) ?? [];
  if (states.includes('failed')) throw new Error(`${progress?.file.name} cannot be checked.`);
  return states.every((state) => state === 'ready') ? progress : null;
}

function commentOn({ id }: Problem) {
  return { id, comment };
}
