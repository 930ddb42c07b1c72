import type { Problem, ProblemComment } from '@domain/api/mapping';
import type { Language } from '@domain/language';

import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { readProblems } from './read-problems';
import type { ExpectedTags } from './refuse-overwriting';
import { saveProblemComments } from './save-problem-comments';

/**
 * Saves comments whatever stays without one, and refuses as `saveProblemComments` does. Returns all
 * problems, or null while a check is running.
 */
export async function overrideProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string; comments: ProblemComment[]; expected?: ExpectedTags },
  language: Language,
): Promise<Problem[] | null> {
  const { progress, table } = await saveProblemComments(actor, repository, { ...input, confirmed: true });
  if (!(await awaitChecks(repository, [table.id]))) return null;
  return readProblems(repository.db, { table: table.id, kind: progress.upload.kind }, language);
}
