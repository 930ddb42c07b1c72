import { cellsListedPerGroup } from '@domain/limits';

import { jobStatement, sqlText, type SqlRow, type TableEngine } from '../tables/table-engine';
import { cellsSql } from './cell-sql';
import type { CheckedColumn, CheckedTable } from './checked-table';
import type { CellRule, Parameters } from './rule';
import { cellRulesOf, tableRulesOf } from './rules';

/** Longest part of a cell's text that a problem keeps. */
const maxValueCharacters = 200;

export interface FoundCell {
  /** As in the spreadsheet; 0 for a problem of a column or the table. */
  row: number;
  /** What must stay the same for a comment to stay valid. */
  value: string;
  parameters: Parameters;
}

/** Problems of one rule in one column, or of the table. */
export interface FoundGroup {
  rule: string;
  column: number | null;
  canOverride: boolean;
  count: number;
  parameters: Parameters;
  /** The first cells, and when there are more, one further: the first of the rest. */
  cells: FoundCell[];
  /** Statement that lists all cells ("row", value, number), when there are more than those. */
  allCellsSql: string | null;
}

/** Problems the mapping itself has. */
export function findTableProblems(table: CheckedTable): FoundGroup[] {
  return tableRulesOf(table.kind).flatMap((rule) =>
    rule.find(table).map(({ column, value, parameters }) => ({
      rule: rule.id,
      column,
      canOverride: rule.overridable,
      count: 1,
      parameters,
      cells: [{ row: 0, value, parameters: {} }],
      allCellsSql: null,
    })),
  );
}

/** Problems in the cells of one column: of the rules that hit a cell, the first counts. */
export async function findCellProblems(
  engine: TableEngine,
  parquet: string,
  table: CheckedTable,
  column: CheckedColumn,
): Promise<FoundGroup[]> {
  const rules = cellRulesOf(table.kind).flatMap((rule) => {
    const condition = rule.condition(column, table);
    return condition === null ? [] : [{ rule, condition }];
  });
  if (rules.length === 0) return [];
  const cases = rules.map(({ rule, condition }) => `when ${condition} then ${sqlText(rule.id)}`);
  const verdicts = `select "row", left(value, ${maxValueCharacters}) as value, number, case ${cases.join(' ')} end as rule
    from (${cellsSql(parquet, column, table.missing)})`;
  const counts = await engine.all(
    `select rule, count(*) as count from (${verdicts}) where rule is not null group by rule`,
    [],
    jobStatement,
  );
  const groups: FoundGroup[] = [];
  for (const { rule } of rules) {
    const count = Number(counts.find((row) => row.rule === rule.id)?.count ?? 0);
    if (count > 0) groups.push(await readGroup(engine, verdicts, rule, column, table, count));
  }
  return groups;
}

async function readGroup(
  engine: TableEngine,
  verdicts: string,
  rule: CellRule,
  column: CheckedColumn,
  table: CheckedTable,
  count: number,
): Promise<FoundGroup> {
  const all = `select "row", value, number from (${verdicts}) where rule = ${sqlText(rule.id)} order by "row"`;
  const rows = await engine.all(`${all} limit ${cellsListedPerGroup + 1}`, [], jobStatement);
  return {
    rule: rule.id,
    column: column.position,
    canOverride: rule.overridable,
    count,
    parameters: rule.parameters(column, table),
    cells: rows.map((row) => foundCell(rule, row)),
    allCellsSql: count > cellsListedPerGroup ? all : null,
  };
}

/** A cell as a rule's sentence names it, from a row of "row", value and number. */
export function foundCell(rule: CellRule, row: SqlRow): FoundCell {
  const value = String(row.value ?? '');
  const named = rule.names === 'number' ? String(row.number ?? value) : value;
  return { row: Number(row.row), value, parameters: rule.names === null ? {} : { v: named } };
}
