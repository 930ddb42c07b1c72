import type { Problem, ProblemComment } from '@domain/api/mapping';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import type { Entries } from '~/forms/form-entries';

const prefix = 'comment:';

/** Name of a problem's comment field. */
export function commentName(problemId: string): string {
  return prefix + problemId;
}

/** Comments as typed, by problem id. */
export type TypedComments = ReadonlyMap<string, string>;

export function readComments(entries: Entries): TypedComments {
  return new Map(
    entries.flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  );
}

/** The problems with the typed comments in place of the stored ones, for a form shown again. */
export function withTyped<Shown extends Problem>(problems: readonly Shown[], typed: TypedComments): Shown[] {
  return problems.map((problem) => {
    const comment = problem.canOverride ? typed.get(problem.id) : undefined;
    return comment === undefined ? problem : { ...problem, comment };
  });
}

/** The typed comments that differ from the stored ones: what has to be saved. '' withdraws a comment. */
export function changedComments(stored: readonly Problem[], typed: TypedComments): ProblemComment[] {
  return stored.flatMap(({ id, canOverride, comment }) => {
    const now = typed.get(id)?.trim();
    return canOverride && now !== undefined && now !== comment ? [{ id, comment: now }] : [];
  });
}

/** Overridable problems that still have no comment. */
export function uncommented(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ canOverride, comment }) => canOverride && comment.trim() === '');
}

export interface CommentFault {
  problem: Problem;
  code: 'comment-too-short' | 'comment-too-long';
  parameters: { cell: string; min: number; max: number };
}

/** Comments of a wrong length (spec section 5: at least 2 characters). */
export function commentFaults(problems: readonly Problem[]): CommentFault[] {
  return problems.flatMap((problem): CommentFault[] => {
    const { length } = problem.comment.trim();
    const parameters = { cell: problem.cell, min: minCommentCharacters, max: maxCommentCharacters };
    if (!problem.canOverride || length === 0) return [];
    if (length < minCommentCharacters) return [{ problem, code: 'comment-too-short', parameters }];
    if (length > maxCommentCharacters) return [{ problem, code: 'comment-too-long', parameters }];
    return [];
  });
}
