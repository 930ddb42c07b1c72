import type { ClassReport } from '@domain/api/class-report';
import type { Language } from '@domain/language';

import { cellOf, cellsSql } from '../checks/cell-sql';
import type { CheckedTable } from '../checks/checked-table';
import { findProblems } from '../checks/find-problems';
import type { OpenTable } from '../checks/open-table';
import { groupId, renderProblems, withNextCell } from '../checks/render-problems';
import type { FoundGroup } from '../checks/rule';
import { hitSql } from '../checks/rule-chains';
import type { TableEngine } from '../context/table-engine';
import { countStep } from '../norms/result-scale';
import { longFormat } from '../vocabulary';

/**
 * Rules about what must not be published, and about finding a data set: a class is not published. A cell that was read in
 * the unit that it states (R18) is as its teacher wrote it, and a column of those would hide what is wrong.
 */
const notShown: readonly string[] = ['R07', 'R18', 'R22', 'R23', 'R24', 'R40', 'R60', 'R61', 'R62'];

/**
 * Whether most cells of a column are missing (R08) that one row of a child tells for all of them, in long format
 * (`joinRows`). What is missing there, too, is told with the results that have no percentile.
 */
function isFilledIn(
  { rule, column }: Pick<FoundGroup, 'rule' | 'column'>,
  columns: ReadonlyMap<number, string>,
): boolean {
  const keys = [...columns.values()];
  const isLong = keys.includes(longFormat.name) && keys.includes(longFormat.value);
  return rule === 'R08' && isLong && column !== null && factsOfChildren.includes(columns.get(column) ?? '');
}

/** Targets of what `joinRows` takes from other rows of a child. */
const factsOfChildren = ['sex', 'age_y', 'age_m', 'birth_date', 'birth_month', 'test_date', 'test_year', 'timepoint'];

/** What the check finds in a table of a class. Values that it refuses are left out of the report. */
export async function findClassProblems(
  engine: TableEngine,
  open: OpenTable,
  name: string,
  language: Language,
  signal: AbortSignal,
): Promise<ClassReport['problems']> {
  const groups = await findProblems(engine, open, signal);
  const columns = new Map(open.table.columns.map(({ position, target }) => [position, target.key]));
  const shown = groups
    .filter((found) => !notShown.includes(found.rule) && !isFilledIn(found, columns))
    .map(withNextCell);
  const byId = new Map(shown.map((found) => [groupId(found), found]));
  const without = new Set<string>();
  for (const found of shown) if (await isLeftOut(engine, open, found)) without.add(groupId(found));
  return renderProblems(shown, [], open.table.columns, language).map(({ cell, row, column, warning, group }) => ({
    table: name,
    place: cell,
    row,
    column,
    message: warning,
    isLeftOut: without.has(group) || isBetweenCountsIn(byId.get(group)!, row, columns),
  }));
}

/**
 * Whether what a problem is about is not in the report: values that the check refuses, tests that are none, and a number
 * that may mean 'missing' (R09) and is refused wherever it is.
 */
async function isLeftOut(
  engine: TableEngine,
  { rows, table: open }: OpenTable,
  { rule, column, canOverride, parameters }: Omit<FoundGroup, 'next'>,
): Promise<boolean> {
  if (!canOverride || rule === 'R63') return true;
  const table = open as CheckedTable;
  const of = table.columns.find(({ position }) => position === column);
  if (rule !== 'R09' || !of) return false;
  const found = `n${of.position} = ${Number(parameters.v)} and not ${cellOf(of, table).missing}`;
  const [row] = await engine.all(
    `select bool_and(${hitSql(of, table, 'refused')}) as refused from ${cellsSql(rows, [of], table)} where ${found}`,
  );
  return row?.refused === true;
}

/** Whether a cell lies between two counts (R04), in long format of the test that its row names. */
function isBetweenCountsIn(
  { rule, column, cells, parameters }: Omit<FoundGroup, 'next'>,
  row: number | null,
  columns: ReadonlyMap<number, string>,
): boolean {
  if (rule !== 'R04' || column === null) return false;
  const cell = cells.find((one) => one.row === row);
  return countStep((cell ? cell.parameters.t : parameters['next-t']) ?? columns.get(column) ?? '') !== null;
}
