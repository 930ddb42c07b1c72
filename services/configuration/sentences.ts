import type { z } from 'zod';

/** What a variable must be like, for the operator: in place of zod's own words, which are for programmers. */
export function plainFault(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_small') return `needs at least ${characters(Number(issue.minimum))}`;
  if (issue.code === 'too_big') return `may have at most ${characters(Number(issue.maximum))}`;
  if (issue.code !== 'invalid_format') return undefined;
  if (issue.format === 'url') return 'is not an address like https://motothek.example';
  return issue.format === 'email' ? 'is not an e-mail address' : undefined;
}

/** One line per variable and fault, however many parts of its value have it. */
export function faultLines(error: z.ZodError): string[] {
  return [...new Set(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`))];
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}
