import type { ProblemComment } from '@domain/api/mapping';
import type { ListedGroup } from '@domain/api/problems';
import { commentError, maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import type { Entries } from '~/forms/form-entries';

/** Comments of a list that can be edited. */
export interface Commenting {
  typed: TypedComments;
  /** Messages by the id of the problem or group. */
  errors: ReadonlyMap<string, string>;
}

const prefix = 'comment:';

/** Name of the field for a comment on the problem or group with this id. */
export function commentName(id: string): string {
  return prefix + id;
}

export function isCommentName(name: string): boolean {
  return name.startsWith(prefix);
}

/** Comments as typed, by the id of the problem or group. */
export type TypedComments = ReadonlyMap<string, string>;

export function readComments(entries: Entries): TypedComments {
  return new Map(
    entries.flatMap(([name, value]) => (isCommentName(name) ? [[name.slice(prefix.length), value] as const] : [])),
  );
}

/** A problem or group that can be commented. */
export interface CommentTarget extends LineCells {
  id: string;
  /** Saved comment on this one; '' if there is none, or only that of its group. */
  comment: string;
}

/** The line about all cells of a group; null for a single cell, or if a comment does not help. */
export function groupTarget({ id, letters, count, canOverride, comment }: ListedGroup): CommentTarget | null {
  if (!canOverride || count < 2) return null;
  return { id: `${id}-all`, cell: letters, more: 0, all: count, comment };
}

/** The problems and groups of a page that can be commented, in order. */
export function commentTargets(groups: readonly ListedGroup[]): CommentTarget[] {
  return groups.flatMap((group) => {
    const cells = group.problems.map(({ id, cell, more, comment, byGroup }): CommentTarget => {
      return { id, cell, more, all: 0, comment: byGroup ? '' : comment };
    });
    const all = groupTarget(group);
    return group.canOverride ? [...(all ? [all] : []), ...cells] : [];
  });
}

/** The typed comments of a page that differ from the saved ones, and all of other pages. '' withdraws a comment. */
export function changedComments(page: readonly CommentTarget[], typed: TypedComments): ProblemComment[] {
  const saved = new Map(page.map(({ id, comment }) => [id, comment]));
  return [...typed].flatMap(([id, text]) => {
    const comment = text.trim();
    return saved.get(id) === comment ? [] : [{ id, comment }];
  });
}

export interface CommentError {
  target: CommentTarget;
  code: NonNullable<ReturnType<typeof commentError>>;
  parameters: { min: number; max: number };
}

/** Typed comments of a page with a wrong length (spec section 5: at least 2 characters). */
export function commentErrors(page: readonly CommentTarget[], typed: TypedComments): CommentError[] {
  return page.flatMap((target): CommentError[] => {
    const code = commentError(typed.get(target.id) ?? '');
    const parameters = { min: minCommentCharacters, max: maxCommentCharacters };
    return code ? [{ target, code, parameters }] : [];
  });
}

/** Cells that a line of the list is about. */
export interface LineCells {
  /** 'C/17', 'C', or '' for the table. */
  cell: string;
  /** Number of further cells that the line includes. */
  more: number;
  /** Number of cells of a group, for the line about the group; otherwise 0. */
  all: number;
}

/** Translates keys of the namespace 'check'. */
type Translate = (key: string, values?: { count?: number; column?: string; cell?: string }) => string;

const columnOf = ({ cell }: LineCells) => cell.split('/')[0] ?? '';

/** Name of the cells of a line: 'C/17', 'C', '12 more cells in C', 'all 32 cells of C', 'whole table'. */
export function cellsName(cells: LineCells, t: Translate): string {
  const column = columnOf(cells);
  if (cells.all > 0) return t('all', { count: cells.all, column });
  if (cells.cell === '') return t('wholeTable');
  return cells.more > 0 ? t('more', { count: cells.more, column }) : cells.cell;
}

/** Label of the field for a comment on them. */
export function commentLabel(cells: LineCells, t: Translate): string {
  const column = columnOf(cells);
  if (cells.all > 0) return t('commentOn.all', { count: cells.all, column });
  if (cells.cell === '') return t('commentOn.table');
  if (cells.more > 0) return t('commentOn.more', { count: cells.more, column });
  return t('comment', { cell: cells.cell });
}
