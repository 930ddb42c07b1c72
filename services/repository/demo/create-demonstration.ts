import { Readable } from 'node:stream';

import { parseUploadId } from '@domain/upload-id';

import { hasUploads } from '../store/has-uploads';
import { recordPerson } from '../store/record-person';
import type { RepositoryContext } from '../usecases/context';
import { receiveFiles, type FilePart } from '../usecases/receive-files';
import { publishStudy, type DemonstrationActors } from './publish-study';
import { demonstrationStudies, type DemonstrationStudy } from './studies';

/**
 * Fills an empty repository with four published data sets of made-up values, by the same use-cases that
 * people call. Does nothing once there is any upload. The job queue must have been started. Throws when
 * a step is refused or takes longer than a minute.
 */
export async function createDemonstration(repository: RepositoryContext, actors: DemonstrationActors): Promise<void> {
  if (await hasUploads(repository.db)) return;
  for (const actor of Object.values(actors)) await recordPerson(repository.db, actor, repository.now());
  for (const study of demonstrationStudies) {
    await publishStudy(repository, actors, study, await upload(repository, actors, study));
  }
}

async function upload(
  repository: RepositoryContext,
  { contributor }: DemonstrationActors,
  { kind, file }: DemonstrationStudy,
): Promise<{ id: string; number: number }> {
  const { name, content } = file();
  const [received] = await receiveFiles(contributor, repository, { kind, parts: onePart(name, content) });
  if (received?.refusal) throw received.refusal;
  const id = received?.id ?? '';
  const number = parseUploadId(id)?.number;
  if (number === undefined) throw new Error(`The demonstration file ${name} was not accepted.`);
  return { id, number };
}

async function* onePart(name: string, content: Buffer): AsyncGenerator<FilePart> {
  yield { name, stream: Readable.from([content]) };
}
