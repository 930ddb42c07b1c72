import type { ProblemComment } from '@domain/api/mapping';
import type { ListedGroup } from '@domain/api/problems';
import { commentFault, maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import type { Entries } from '~/forms/form-entries';
import type { NamedPlace } from './problem-cell';

/** How the list takes comments; null where it is read only. */
export interface Commenting {
  typed: TypedComments;
  /** Sentences by the id of what they are about. */
  errors: ReadonlyMap<string, string>;
}

const prefix = 'comment:';

/** Name of a comment's field, by the id of what it is about. */
export function commentName(id: string): string {
  return prefix + id;
}

export function isCommentName(name: string): boolean {
  return name.startsWith(prefix);
}

/** Comments as typed, by the id of what they are about. */
export type TypedComments = ReadonlyMap<string, string>;

export function readComments(entries: Entries): TypedComments {
  return new Map(
    entries.flatMap(([name, value]) => (isCommentName(name) ? [[name.slice(prefix.length), value] as const] : [])),
  );
}

/** Something on a page that takes a comment. */
export interface CommentPlace extends NamedPlace {
  id: string;
  /** What is saved about it alone; '' where nothing is, or only the comment of its group. */
  comment: string;
}

/** The line about all cells of a group; null where there is one cell, or no comment helps. */
export function groupPlace({ id, letters, count, canOverride, comment }: ListedGroup): CommentPlace | null {
  if (!canOverride || count < 2) return null;
  return { id: `${id}-all`, cell: letters, more: 0, all: count, comment };
}

/** What takes a comment on a page, in its order. */
export function commentPlaces(groups: readonly ListedGroup[]): CommentPlace[] {
  return groups.flatMap((group) => {
    const cells = group.problems.map(({ id, cell, more, comment, byGroup }): CommentPlace => {
      return { id, cell, more, all: 0, comment: byGroup ? '' : comment };
    });
    const all = groupPlace(group);
    return group.canOverride ? [...(all ? [all] : []), ...cells] : [];
  });
}

/** The typed comments that differ from the saved ones of a page, and all on other pages. '' withdraws one. */
export function changedComments(page: readonly CommentPlace[], typed: TypedComments): ProblemComment[] {
  const saved = new Map(page.map(({ id, comment }) => [id, comment]));
  return [...typed].flatMap(([id, text]) => {
    const comment = text.trim();
    return saved.get(id) === comment ? [] : [{ id, comment }];
  });
}

export interface CommentFault {
  place: CommentPlace;
  code: NonNullable<ReturnType<typeof commentFault>>;
  parameters: { min: number; max: number };
}

/** Typed comments of a page that have a wrong length (spec section 5: at least 2 characters). */
export function commentFaults(page: readonly CommentPlace[], typed: TypedComments): CommentFault[] {
  return page.flatMap((place): CommentFault[] => {
    const code = commentFault(typed.get(place.id) ?? '');
    const parameters = { min: minCommentCharacters, max: maxCommentCharacters };
    return code ? [{ place, code, parameters }] : [];
  });
}
