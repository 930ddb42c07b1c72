import { RepositoryError } from './transport';

/**
 * Result of a call that a screen needs. A refusal becomes the failure page of its status with the API's message. Other
 * errors are thrown again.
 */
export async function orFailurePage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    throw Response.json({ message: error.userMessage }, { status: error.status });
  }
}

/** Result of a call that a screen can do without; null if the rows it needs are away or lost. */
export async function orWithoutRows<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const isAway = error instanceof RepositoryError && (error.status === 503 || error.code === 'rows-missing');
    if (!isAway) throw error;
    return null;
  }
}
