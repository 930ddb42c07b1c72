import type { Problem } from '@domain/api/mapping';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';

import type { CheckedColumn } from './checked-table';
import type { FoundGroup, Parameters, Rule } from './rule';
import { findRule } from './rules';
import { ruleMessage } from './rules/rule-message';

/** Problem group as stored. */
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

const restText: Record<Language, (n: number, message: string) => string> = {
  en: (n, message) => `and ${n} more, such as: ${message}`,
  de: (n, message) => `und ${n} weitere, zum Beispiel: ${message}`,
};

/** Special values of `cell` in a comment: all cells that are not listed, and all cells without a comment of their own. */
const furtherCells = -1;
const wholeGroup = -2;

/** Prefix of a group's parameters that belong to the first unlisted cell: 'next-v'. */
const nextPrefix = 'next-';

/** A found group as it is stored: the first cell that is not listed represents the rest of its group. */
export function withNextCell({ next, ...group }: FoundGroup): Omit<FoundGroup, 'next'> {
  if (!next) return group;
  const named = Object.entries(next.parameters).map(([name, word]) => [nextPrefix + name, word]);
  const more = { nextRow: String(next.row), ...(Object.fromEntries(named) as Parameters) };
  return { ...group, parameters: { ...group.parameters, ...more } };
}

/** Id of a problem group: 'R03-7', or 'R40-T' for the table. */
export function groupId({ rule, column }: Pick<RenderedGroup, 'rule' | 'column'>): string {
  return `${rule}-${column ?? 'T'}`;
}

/**
 * Problems of a table as in the API (spec section 3): the listed cells of each group, then one line for its other
 * cells. Problems of columns come first, because they may explain problems of cells, then those that cannot be
 * overridden.
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
    const positions = group.cells.map(({ row }) => row);
    if (group.count > group.cells.length) positions.push(furtherCells);
    return positions.flatMap((position) => render(group, column, position) ?? []);
  });
}

/**
 * Returns a function that renders a line of a group: a listed cell (by its row) or the rest. The line is null if the
 * rule no longer exists.
 */
export function lineRenderer(comments: RenderedComment[], language: Language) {
  const commentOn = commentLookup(comments);
  return (group: RenderedGroup, column: CheckedColumn | null, position: number): Problem | null => {
    const rule = findRule(group.rule);
    const cell = position === furtherCells ? nextCell(group) : group.cells.find(({ row }) => row === position);
    if (!rule || !cell) return null;
    const line = { ...renderCell(group, rule, column, cell, language), ...commentOn(group, position) };
    if (position !== furtherCells) return line;
    const more = group.count - group.cells.length;
    return { ...line, id: `${line.group}-more`, more, warning: restText[language](more, line.warning) };
  };
}

/** Sorts groups in list order. */
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
    warning: ruleMessage(rule, { ...group.parameters, ...parameters }, column, language),
    canOverride: group.canOverride,
    remedy: rule.remedy?.[language] ?? '',
    rule: group.rule,
    column: column?.name ?? null,
    row: row === 0 ? null : row,
    group: groupId(group),
    more: 0,
  };
}

/** Properties of a group that decide which comment applies to a cell. */
type CommentedGroup = Pick<RenderedGroup, 'rule' | 'column'> & { cells: { row: number }[] };

/**
 * Returns a function that finds the comment for a position in a group, and whether it applies to the whole group. A position
 * is a row, 0 for a column or table, or -1 for all cells that are not listed.
 */
export function commentLookup(comments: RenderedComment[]) {
  const key = (rule: string, column: number, cell: number) => `${rule}-${column}-${cell}`;
  const texts = new Map(comments.map((c) => [key(c.rule, c.column, c.cell), c.comment]));
  return (group: CommentedGroup, position: number): { comment: string; byGroup: boolean } => {
    const at = (cell: number) => texts.get(key(group.rule, group.column ?? -1, cell));
    const isListed = position === furtherCells || group.cells.some(({ row }) => row === position);
    const own = at(position);
    if (own !== undefined) return { comment: own, byGroup: false };
    const shared = (isListed ? undefined : at(furtherCells)) ?? at(wholeGroup);
    return { comment: shared ?? '', byGroup: shared !== undefined };
  };
}

/** Like `commentLookup`, but returns only the text. */
export function commentFinder(comments: RenderedComment[]) {
  const commentOn = commentLookup(comments);
  return (group: CommentedGroup, position: number): string => commentOn(group, position).comment;
}
