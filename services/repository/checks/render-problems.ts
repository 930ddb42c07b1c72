import type { Problem } from '@domain/api/mapping';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';

import type { CheckedColumn } from './checked-table';
import { ruleSentence, type Parameters, type Rule } from './rule';
import { findRule } from './rules';

/** Problem group as it is stored. */
interface RenderedGroup {
  rule: string;
  column: number | null;
  canOverride: boolean;
  count: number;
  parameters: Parameters;
  cells: { row: number; parameters: Parameters }[];
}

interface RenderedComment {
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
  const commentOf = commentFinder(comments);
  const sorted = groups.toSorted((a, b) => rank(a) - rank(b));
  return sorted.flatMap((group) => {
    const rule = findRule(group.rule);
    if (!rule) return [];
    const column = group.column === null ? null : (byPosition.get(group.column) ?? null);
    const show = (row: number, parameters: Parameters) => ({
      ...renderCell(group, rule, column, { row, parameters }, language),
      comment: commentOf(group, row),
    });
    const problems = group.cells.map(({ row, parameters }) => show(row, parameters));
    const more = group.count - group.cells.length;
    if (more === 0) return problems;
    const next = show(Number(group.parameters.nextRow), nextParameters(group.parameters));
    const rest = {
      ...next,
      id: `${next.group}-more`,
      more,
      warning: restText[language](more, next.warning),
      comment: commentOf(group, -1),
    };
    return [...problems, rest];
  });
}

function rank({ rule, canOverride }: RenderedGroup): number {
  return (findRule(rule)?.scope === 'column' ? 0 : 2) + Number(canOverride);
}

function nextParameters(parameters: Parameters): Parameters {
  const next = Object.entries(parameters).flatMap(([name, word]): [string, string][] =>
    name.startsWith(nextPrefix) ? [[name.slice(nextPrefix.length), word]] : [],
  );
  return Object.fromEntries(next);
}

/** One cell of a group, without its comment. */
export function renderCell(
  group: RenderedGroup,
  rule: Rule,
  column: CheckedColumn | null,
  { row, parameters }: { row: number; parameters: Parameters },
  language: Language,
): Omit<Problem, 'comment'> {
  const letters = group.column === null ? '' : columnLetters(group.column);
  return {
    id: `${groupId(group)}-${row}`,
    cell: row === 0 ? letters : `${letters}/${row}`,
    warning: ruleSentence(rule, { ...group.parameters, ...parameters }, column, language),
    canOverride: group.canOverride,
    rule: group.rule,
    column: column?.name ?? null,
    row: row === 0 ? null : row,
    group: groupId(group),
    more: 0,
  };
}

function commentFinder(comments: RenderedComment[]) {
  const key = (rule: string, column: number, cell: number) => `${rule}-${column}-${cell}`;
  const texts = new Map(comments.map((c) => [key(c.rule, c.column, c.cell), c.comment]));
  return (group: RenderedGroup, cell: number) => texts.get(key(group.rule, group.column ?? -1, cell)) ?? '';
}
