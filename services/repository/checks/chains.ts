import { sqlText } from '../context/table-engine';
import { cellOf } from './cells-sql';
import type { CheckedColumn, CheckedTable } from './checked-table';
import type { CellRule, Named, Parameters, RowRule } from './rule';
import { rulesOf } from './rules';

/** Conditions of which the first that holds is a row's verdict; its problem is shown at `column`. */
export interface Chain {
  scope: 'cell' | 'row';
  column: CheckedColumn;
  /** Columns whose cells the conditions name, `column` among them. */
  columns: CheckedColumn[];
  /** What must stay the same for a comment to stay valid. */
  value: string;
  links: { rule: CellRule | RowRule; condition: string; names: Named; parameters: Parameters }[];
}

/** The cell rules of each column (none for some), and each comparison of cells in a row. */
export function chainsOf(table: CheckedTable): Chain[] {
  const { cell, row } = rulesOf(table.kind);
  const cells = table.columns.map((column) => cellChain(cell, column, table));
  const rows = row.flatMap((rule) =>
    rule
      .find(table, (column) => cellOf(column, table))
      .map(({ column, others, condition, names }): Chain => {
        const columns = [column, ...others];
        const values = columns.map((other) => cellOf(other, table).value);
        const value = `concat_ws('; ', ${values.join(', ')})`;
        return { scope: 'row', column, columns, value, links: [{ rule, condition, names, parameters: {} }] };
      }),
  );
  return [...cells, ...rows];
}

function cellChain(rules: CellRule[], column: CheckedColumn, table: CheckedTable): Chain {
  const cell = cellOf(column, table);
  const links = rules.flatMap((rule) => {
    const condition = rule.condition(column, cell, table);
    const parameters = rule.parameters?.(column, table) ?? {};
    return condition === null ? [] : [{ rule, condition, parameters, names: rule.names?.(column, cell, table) ?? {} }];
  });
  return { scope: 'cell', column, columns: [column], value: cell.value, links };
}

/** Id of the rule that hits, as SQL over the cells of the chain's columns; NULL when none does. */
export function verdictSql({ links }: Pick<Chain, 'links'>): string {
  const cases = links.map(({ rule, condition }) => `when ${condition} then ${sqlText(rule.id)}`);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/** Whether a cell rule hits a cell: any, or one that cannot be overridden. */
export function hitSql(column: CheckedColumn, table: CheckedTable, which: 'any' | 'refused'): string {
  const { links } = cellChain(rulesOf(table.kind).cell, column, table);
  const counted = links.filter(({ rule }) => which === 'any' || !rule.overridable);
  const conditions = counted.map(({ condition }) => `(${condition})`);
  return conditions.length > 0 ? `coalesce(${conditions.join(' or ')}, false)` : 'false';
}
