import type { Problem } from '@domain/api/mapping';
import type { ProblemPage } from '@domain/api/problems';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { columnsPerPage, sampleRows } from '@domain/limits';

import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import { shortenRow } from '~/components/data-preview/row-pages';
import { choicesOf } from '~/forms/mapping-form';
import { targetLabels } from '~/components/mapping-grid/target-options';
import type { LoadContext } from '~/load-context';
import { orFailurePage, orWithoutRows } from '~/repository-client/transport';
import { listTargets, readMapping } from '~/repository-client/mapping';
import { pickRows, readRows } from '~/repository-client/uploads';

/** The data around the problems of a page: all rows and columns with a problem, or the first rows. */
export async function loadProblemGrid(context: LoadContext, upload: UploadState, table: TableShape, page: ProblemPage) {
  const [mapping, targets] = await orFailurePage(
    Promise.all([
      readMapping(context, { kind: upload.kind, id: upload.id, table: table.name }),
      listTargets(context, upload.kind),
    ]),
  );
  const choices = choicesOf(mapping);
  const labels = targetLabels(targets);
  const problems = page.groups.flatMap((group) => group.problems);
  const columns = shownColumns(table, choices, problems);
  const rows = await loadRows(context, upload.id, table.name, columns, problems);
  const names = columns.flatMap(({ letters }) => [letters, ...(rows ?? []).map(({ row }) => `${letters}/${row}`)]);
  const shown = new Set(names);
  return {
    columns,
    targets: columns.map(({ name }) => labels.get(choices.get(name) ?? '') ?? ''),
    rows: rows ?? [],
    rowsAway: rows === null,
    linked: [...new Set(problems.map(({ cell }) => cell))].filter((cell) => shown.has(cell)),
  };
}

/** The mapped columns with a problem, supplemented with others up to one page, in file order. */
function shownColumns(table: TableShape, choices: ReadonlyMap<string, string>, problems: Problem[]): GridColumn[] {
  const withProblem = new Set(problems.map(({ column }) => column));
  const mapped = table.columns
    .map(({ name }, index): GridColumn => ({ index, letters: columnLetters(index), name }))
    .filter(({ name }) => choices.has(name))
    .sort((a, b) => Number(withProblem.has(b.name)) - Number(withProblem.has(a.name)));
  const needed = mapped.filter(({ name }) => withProblem.has(name)).length;
  return mapped.slice(0, Math.max(needed, columnsPerPage)).sort((a, b) => a.index - b.index);
}

async function loadRows(
  context: LoadContext,
  id: string,
  table: string,
  columns: GridColumn[],
  problems: Problem[],
): Promise<GridRow[] | null> {
  const positions = columns.map(({ index }) => index);
  if (positions.length === 0) return [];
  const rows = [...new Set(problems.flatMap(({ row, more }) => (row === null || more > 0 ? [] : [row])))];
  const wanted = { table, columns: positions };
  const found = await orWithoutRows(
    rows.length > 0
      ? pickRows(context, id, { ...wanted, rows })
      : readRows(context, id, { ...wanted, offset: 0, limit: sampleRows }),
  );
  return found && found.rows.map(shortenRow);
}
