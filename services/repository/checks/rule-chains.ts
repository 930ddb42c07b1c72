import { sqlText } from '../context/table-engine';
import { cellOf } from './cell-sql';
import type { CheckedColumn, CheckedTable } from './checked-table';
import type { CellRule, Named, Parameters, RowRule } from './rule';
import { rulesOf } from './rules';

/** A condition of a rule on the cells of a row. */
export interface Link {
  rule: CellRule | RowRule;
  condition: string;
  /** Cheap condition that is true wherever `condition` is. */
  mayHit?: string;
  names: Named;
  parameters: Parameters;
}

/** Conditions in order; the first one that is true decides about a row. The problem is shown at `column`. */
export interface Chain {
  scope: 'cell' | 'row';
  column: CheckedColumn;
  /** Columns whose cells are used in the conditions, including `column`. */
  columns: CheckedColumn[];
  /** A comment is only valid while this value stays the same. */
  value: string;
  links: Link[];
}

/** One chain per column for the cell rules, which may be empty, and one per comparison of cells in a row. */
export function chainsOf(table: CheckedTable): Chain[] {
  const { cell, row } = rulesOf(table.kind);
  const cells = table.columns.map((column) => cellChain(cell, column, table));
  const tests = row.flatMap((rule) =>
    rule
      .find(table, (column) => cellOf(column, table))
      .map(({ column, others, condition, names }) => ({ rule, columns: [column, ...others], condition, names })),
  );
  const impossible = tests.filter(({ rule }) => !rule.overridable);
  const rows = tests.map(({ rule, columns, condition, names }): Chain => {
    const values = columns.map((other) => cellOf(other, table).value);
    const value = `concat_ws('; ', ${values.join(', ')})`;
    const causes = columns.map((cause) => hitSql(cause, table, 'refused'));
    // A comparison that cannot be right, such as a test before birth, explains what is computed from the same cells.
    if (rule.overridable) {
      const same = impossible.filter((test) => test.columns.every((cause) => columns.includes(cause)));
      causes.push(...same.map((test) => `coalesce(${test.condition}, false)`));
    }
    const link = { rule, condition: unlessRefused(condition, causes), names, parameters: {} };
    return { scope: 'row', column: columns[0] as CheckedColumn, columns, value, links: [link] };
  });
  return [...cells, ...rows];
}

/** SQL for a condition that says nothing where its cause is refused already; the causes are looked at only in hits. */
function unlessRefused(condition: string, causes: string[]): string {
  return `case when ${condition} then not (${causes.join(' or ')}) else false end`;
}

function cellChain(rules: CellRule[], column: CheckedColumn, table: CheckedTable): Chain {
  const cell = cellOf(column, table);
  const links = rules.flatMap((rule) => {
    const condition = rule.condition(column, cell, table);
    const parameters = rule.parameters?.(column, table) ?? {};
    const names = rule.names?.(column, cell, table) ?? {};
    return condition === null ? [] : [{ rule, condition, mayHit: rule.mayHit?.(cell), parameters, names }];
  });
  return { scope: 'cell', column, columns: [column], value: cell.value, links };
}

/** SQL for the id of the first rule that hits; NULL if none does. */
export function verdictSql({ links }: Pick<Chain, 'links'>): string {
  const cases = links.map(({ rule, condition }) => `when ${condition} then ${sqlText(rule.id)}`);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/** SQL that is not NULL where a rule may hit. */
export function mayHitSql({ links }: Pick<Chain, 'links'>): string {
  const cases = links.map(({ condition, mayHit }) => `when ${mayHit ?? condition} then true`);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/** SQL for whether a cell rule hits a cell: any rule, or one that cannot be overridden. */
export function hitSql(column: CheckedColumn, table: CheckedTable, which: 'any' | 'refused'): string {
  const { links } = cellChain(rulesOf(table.kind).cell, column, table);
  const counted = links.filter(({ rule }) => which === 'any' || !rule.overridable);
  const conditions = counted.map(({ condition }) => `(${condition})`);
  return conditions.length > 0 ? `coalesce(${conditions.join(' or ')}, false)` : 'false';
}
