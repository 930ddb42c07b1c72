import { RepositoryError } from './transport';

/**
 * Answer of a call that a screen cannot go on without: a refusal becomes the failure page of its status,
 * with the API's sentence. Other errors are faults and pass.
 */
export async function orFailurePage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    throw Response.json({ sentence: error.sentence }, { status: error.status });
  }
}
