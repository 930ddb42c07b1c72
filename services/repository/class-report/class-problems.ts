import type { ClassReport } from '@domain/api/class-report';
import type { Language } from '@domain/language';

import type { CheckedColumn } from '../checks/checked-table';
import { findProblems } from '../checks/find-problems';
import type { OpenTable } from '../checks/open-table';
import { groupId, renderProblems, withNextCell } from '../checks/render-problems';
import type { FoundGroup } from '../checks/rule';
import type { TableEngine } from '../context/table-engine';

/** Rules about what must not be published, and about finding a data set: a class is not published. */
const aboutPublication: readonly string[] = ['R07', 'R22', 'R23', 'R24', 'R40', 'R60', 'R61', 'R62'];

/** What the check finds in a table of a class. Values that it refuses are left out of the report. */
export async function findClassProblems(
  engine: TableEngine,
  open: OpenTable,
  name: string,
  language: Language,
  signal: AbortSignal,
): Promise<ClassReport['problems']> {
  const groups = await findProblems(engine, open, signal);
  const shown = groups.filter(({ rule }) => !aboutPublication.includes(rule)).map(withNextCell);
  const without = new Set(shown.filter((found) => isLeftOut(found, open.table.columns)).map(groupId));
  return renderProblems(shown, [], open.table.columns, language).map(({ cell, row, column, warning, group }) => ({
    table: name,
    place: cell,
    row,
    column,
    message: warning,
    isLeftOut: without.has(group),
  }));
}

/**
 * Whether what a problem is about is not in the report: values that the check refuses, tests that are none, and a number
 * that may mean 'missing' (R09) and is impossible as a result.
 */
function isLeftOut(
  { rule, column, canOverride, parameters }: Omit<FoundGroup, 'next'>,
  columns: readonly CheckedColumn[],
): boolean {
  if (!canOverride || rule === 'R63') return true;
  const of = columns.find(({ position }) => position === column);
  if (rule !== 'R09' || !of?.target.hard) return false;
  const { factor, offset } = of.unit.conversion;
  const value = Number(parameters.v) * factor + offset;
  return value < of.target.hard.min || value > Number(of.target.hard.max);
}
