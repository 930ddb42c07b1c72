import { shownMembers } from '@domain/job-names';

/** One line on an error and its causes. A failed query names its statement, which is left out. */
export function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, code } = error as NodeJS.ErrnoException & { cause?: unknown };
  const own = /^Failed query/.test(error.message) ? 'Failed query' : error.message || (code ?? error.name);
  return [own.split('\n')[0], cause === undefined ? [] : reasonsOf(cause)].flat().join(': ');
}

/** The ids of a job, for the log. */
export function nameData(data: unknown): string {
  return JSON.stringify(data, [...shownMembers]);
}
