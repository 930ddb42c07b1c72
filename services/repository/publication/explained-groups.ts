import type { ExplainedGroup } from '@domain/api/quality';
import type { Language } from '@domain/language';

import { ruleSentence } from '../checks/rule-sentences';
import type { CommentUse, GroupSize } from '../store/quality';

/** Groups and explanations of a group that are listed; the others are counted. */
const listedGroups = 100;
const listedExplanations = 10;

/** A table of the contributor's file under its published name. */
export interface NamedTable {
  id: number;
  name: string;
  /** Name of a column by its position. */
  columns: ReadonlyMap<number, string>;
  /** Whether the values of a column are published as they are, or converted. */
  isPublished: (column: string) => boolean;
}

interface Problems {
  /** The largest first. */
  groups: readonly GroupSize[];
  uses: readonly CommentUse[];
  tables: readonly NamedTable[];
  /** The caller may see every row, so the explanations may quote them. */
  withTexts: boolean;
}

/** The largest groups of problems with their explanations, and how many cells of all groups are explained. */
export function explainGroups(
  { groups, uses, tables, withTexts }: Problems,
  language: Language,
): { explained: number; groups: ExplainedGroup[] } {
  const byGroup = new Map<number, CommentUse[]>();
  for (const use of uses) byGroup.set(use.group, [...(byGroup.get(use.group) ?? []), use]);
  const all = groups.map((group) => ({ group, explanations: explanationsOf(group, byGroup.get(group.id) ?? []) }));
  return {
    explained: all.reduce((sum, { explanations }) => sum + cellsIn(explanations), 0),
    groups: all.slice(0, listedGroups).map(({ group, explanations }): ExplainedGroup => {
      const table = tables.find(({ id }) => id === group.table);
      const column = group.column === null ? null : (table?.columns.get(group.column) ?? null);
      const isPublic = column === null || table?.isPublished(column) === true;
      const hiddenBecause = explanations.length === 0 ? null : !isPublic ? 'withheld' : withTexts ? null : 'licence';
      return {
        table: table?.name ?? '',
        column,
        rule: group.rule,
        finding: ruleSentence(group.rule, language),
        cells: group.count,
        explained: cellsIn(explanations),
        explanations: hiddenBecause === null ? explanations.slice(0, listedExplanations) : [],
        explanationCount: explanations.length,
        hiddenBecause,
      };
    }),
  };
}

type Explanation = ExplainedGroup['explanations'][number];

function cellsIn(explanations: Explanation[]): number {
  return explanations.reduce((sum, { cells }) => sum + cells, 0);
}

/**
 * Different explanations of a group with the cells they cover, the most used first. A cell's own comment counts before
 * the one on all further cells, and that one before the one on the whole group.
 */
function explanationsOf({ count, listed }: GroupSize, uses: CommentUse[]): Explanation[] {
  const sumOf = (name: 'own' | 'ownListed') => uses.reduce((sum, use) => sum + use[name], 0);
  const bareListed = Math.max(0, Math.min(count, listed) - sumOf('ownListed'));
  const bareFurther = Math.max(0, count - sumOf('own') - bareListed);
  const further = uses.find(({ isForFurther }) => isForFurther);
  const whole = uses.find(({ isForWhole }) => isForWhole);
  return uses
    .map((use) => ({
      text: use.comment,
      cells: use.own + (use === whole ? bareListed : 0) + (use === (further ?? whole) ? bareFurther : 0),
    }))
    .filter(({ cells }) => cells > 0)
    .toSorted((a, b) => b.cells - a.cells);
}
