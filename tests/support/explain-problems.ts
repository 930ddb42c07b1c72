import { ProblemSchema } from '@domain/api/mapping';
import { ask } from './ready-uploads';
import { actors, type TestApi } from './test-api';

/** Comments on every unusual value of a table, so that its check is complete. */
export async function explainProblems(test: TestApi, id: string, table: string): Promise<void> {
  const found = await ask(test, actors.contributor, `/api/mapping/errors/${id}/${table}`);
  const problems = ProblemSchema.array().parse(await found.json());
  const body = problems.flatMap(({ id, canOverride }) => (canOverride ? [{ id, comment: 'Right.' }] : []));
  const path = `/api/mapping/override/${id}/${table}`;
  const saved = await ask(test, actors.contributor, path, { method: 'POST', body });
  if (saved.status !== 200) throw new Error(`${path}: ${saved.status} ${await saved.text()}`);
}
