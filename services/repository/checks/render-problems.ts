import type { Problem } from '@domain/api/mapping';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';

import type { CheckedColumn } from './checked-table';
import type { Parameters, Rule } from './rule';
import { findRule } from './rules';
import { ruleSentence } from './rules/words';

/** Problem group as it is stored. */
interface RenderedGroup {
  rule: string;
  column: number | null;
  canOverride: boolean;
  count: number;
  parameters: Parameters;
  cells: { row: number; parameters: Parameters }[];
}

export interface RenderedComment {
  rule: string;
  /** -1 for the table. */
  column: number;
  /** 0 for a problem of a column or table, -1 for all cells that are not listed. */
  cell: number;
  comment: string;
}

const restText: Record<Language, (n: number, sentence: string) => string> = {
  en: (n, sentence) => `and ${n} more, such as: ${sentence}`,
  de: (n, sentence) => `und ${n} weitere, zum Beispiel: ${sentence}`,
};

/** Places of a comment that are no rows: all cells that are not listed, and all without one of their own. */
const restPlace = -1;
const groupPlace = -2;

/** Name of a group's parameter that belongs to the first cell that is not listed: 'next-v'. */
export const nextPrefix = 'next-';

/** Id of the group a rule's problems in a column form: 'R03-7', 'R40-T'. */
export function groupId({ rule, column }: Pick<RenderedGroup, 'rule' | 'column'>): string {
  return `${rule}-${column ?? 'T'}`;
}

/**
 * Problems of a table as the API shows them (spec section 3), sentences in the language asked for: the
 * listed cells of each group, then one line for its further cells. What a column as a whole has comes
 * first, since it may explain what its cells have; then what cannot be overridden.
 */
export function renderProblems(
  groups: RenderedGroup[],
  comments: RenderedComment[],
  columns: CheckedColumn[],
  language: Language,
): Problem[] {
  const byPosition = new Map(columns.map((column) => [column.position, column]));
  const render = lineRenderer(comments, language);
  return inListOrder(groups).flatMap((group) => {
    const column = group.column === null ? null : (byPosition.get(group.column) ?? null);
    const places = group.cells.map(({ row }) => row);
    if (group.count > group.cells.length) places.push(restPlace);
    return places.flatMap((place) => render(group, column, place) ?? []);
  });
}

/** Renders a line of a group: a listed cell by its row, or its rest; null for a rule that is no more. */
export function lineRenderer(comments: RenderedComment[], language: Language) {
  const commentOn = placedComments(comments);
  return (group: RenderedGroup, column: CheckedColumn | null, place: number): Problem | null => {
    const rule = findRule(group.rule);
    const cell = place === restPlace ? nextCell(group) : group.cells.find(({ row }) => row === place);
    if (!rule || !cell) return null;
    const line = { ...renderCell(group, rule, column, cell, language), ...commentOn(group, place) };
    if (place !== restPlace) return line;
    const more = group.count - group.cells.length;
    return { ...line, id: `${line.group}-more`, more, warning: restText[language](more, line.warning) };
  };
}

/** Groups in the order of the list. */
export function inListOrder<Group extends Pick<RenderedGroup, 'rule' | 'canOverride'>>(groups: Group[]): Group[] {
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ rule, canOverride }: Pick<RenderedGroup, 'rule' | 'canOverride'>): number {
  return (findRule(rule)?.scope === 'column' ? 0 : 2) + Number(canOverride);
}

/** The first cell that is not listed. */
function nextCell({ parameters }: RenderedGroup): { row: number; parameters: Parameters } {
  const next = Object.entries(parameters).flatMap(([name, word]): [string, string][] =>
    name.startsWith(nextPrefix) ? [[name.slice(nextPrefix.length), word]] : [],
  );
  return { row: Number(parameters.nextRow), parameters: Object.fromEntries(next) };
}

/** One cell of a group, without its comment. */
export function renderCell(
  group: RenderedGroup,
  rule: Rule,
  column: CheckedColumn | null,
  { row, parameters }: { row: number; parameters: Parameters },
  language: Language,
): Omit<Problem, 'comment' | 'byGroup'> {
  const letters = group.column === null ? '' : columnLetters(group.column);
  return {
    id: `${groupId(group)}-${row}`,
    cell: row === 0 ? letters : `${letters}/${row}`,
    warning: ruleSentence(rule, { ...group.parameters, ...parameters }, column, language),
    canOverride: group.canOverride,
    remedy: rule.remedy?.[language] ?? '',
    rule: group.rule,
    column: column?.name ?? null,
    row: row === 0 ? null : row,
    group: groupId(group),
    more: 0,
  };
}

/** What of a group tells which comment holds for a cell. */
type CommentedGroup = Pick<RenderedGroup, 'rule' | 'column'> & { cells: { row: number }[] };

/**
 * The comment that holds for a place of a group, and whether it is the one of all its cells. A place is a
 * row, 0 for a column or table, or -1 for all cells that are not listed.
 */
export function placedComments(comments: RenderedComment[]) {
  const key = (rule: string, column: number, cell: number) => `${rule}-${column}-${cell}`;
  const texts = new Map(comments.map((c) => [key(c.rule, c.column, c.cell), c.comment]));
  return (group: CommentedGroup, place: number): { comment: string; byGroup: boolean } => {
    const at = (cell: number) => texts.get(key(group.rule, group.column ?? -1, cell));
    const isListed = place === restPlace || group.cells.some(({ row }) => row === place);
    const own = at(place);
    if (own !== undefined) return { comment: own, byGroup: false };
    const shared = (isListed ? undefined : at(restPlace)) ?? at(groupPlace);
    return { comment: shared ?? '', byGroup: shared !== undefined };
  };
}

/** The comments of `placedComments` alone. */
export function commentFinder(comments: RenderedComment[]) {
  const commentOn = placedComments(comments);
  return (group: CommentedGroup, place: number): string => commentOn(group, place).comment;
}
