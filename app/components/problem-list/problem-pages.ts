import type { Problem } from '@domain/api/mapping';

/** Problems on one page of the list. */
const problemsPerPage = 100;

/** A page of problems: positions from `start` up to, not including, `end` in the whole list. */
export interface ProblemPage {
  /** Counts from 1. */
  number: number;
  start: number;
  end: number;
}

/** Pages of a list of problems, never none. */
export function problemPages(count: number): ProblemPage[] {
  return Array.from({ length: Math.max(1, Math.ceil(count / problemsPerPage)) }, (_, index) => ({
    number: index + 1,
    start: index * problemsPerPage,
    end: Math.min((index + 1) * problemsPerPage, count),
  }));
}

/** What the counts of a list are made of. */
export type CountedProblem = Pick<Problem, 'canOverride' | 'comment' | 'more'>;

/** How many cells have a problem, how many of them cannot be overridden, and how many lines lack a comment. */
export function countProblems(problems: readonly CountedProblem[]): {
  total: number;
  locked: number;
  open: number;
} {
  const cells = (list: readonly CountedProblem[]) =>
    list.reduce((sum, { more }) => sum + Math.max(more, 1), 0);
  return {
    total: cells(problems),
    locked: cells(problems.filter(({ canOverride }) => !canOverride)),
    open: problems.filter(({ canOverride, comment }) => canOverride && comment.trim() === '').length,
  };
}
