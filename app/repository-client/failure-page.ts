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
    throw Response.json({ message: error.userMessage }, { status: error.status });
  }
}

/** Answer of a call that a screen can go on without: null when the rows it needs are away, or lost. */
export async function orWithoutRows<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const isAway = error instanceof RepositoryError && (error.status === 503 || error.code === 'rows-missing');
    if (!isAway) throw error;
    return null;
  }
}
