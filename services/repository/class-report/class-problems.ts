import type { ClassReport } from '@domain/api/class-report';
import type { Language } from '@domain/language';

import { findProblems } from '../checks/find-problems';
import type { OpenTable } from '../checks/open-table';
import { renderProblems, withNextCell } from '../checks/render-problems';
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
  return renderProblems(shown, [], open.table.columns, language).map(({ cell, row, column, warning, canOverride }) => ({
    table: name,
    place: cell,
    row,
    column,
    message: warning,
    isLeftOut: !canOverride,
  }));
}
