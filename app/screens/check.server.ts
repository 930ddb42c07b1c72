import type { Problem } from '@domain/api/mapping';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { columnsPerPage, maxRowWindow, sampleRows } from '@domain/limits';
import { canStart } from '@domain/workflow-steps';

import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import { pickPage } from '~/components/mapping-grid/column-pages';
import { choicesOf } from '~/components/mapping-grid/mapping-form';
import { targetLabels } from '~/components/mapping-grid/target-options';
import { readComments } from '~/components/problem-list/comment-form';
import { problemPages } from '~/components/problem-list/problem-pages';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import { listProblems, listTargets, readMapping } from '~/repository-client/mapping';
import { readRows } from '~/repository-client/uploads';
import { loadDistributions } from './distributions.server';
import { findDraft, type KeptForm } from './posted-form.server';
import { rowWindows } from './row-windows';
import { isEditable, pickTable, withQuery } from './upload.server';

/** Rows with problems that the grid below the list shows at most. */
const rowsWithProblems = 40;

/** The comments form of a table and the page that shows it. */
export function commentsForm(id: string, table: string, page: string | null = null): KeptForm {
  return {
    form: 'comments',
    object: `${id}/${table}`,
    page: withQuery(paths.uploadCheck(id), { table, page }),
  };
}

/** What the check screen shows: the state of the file alone while there is nothing to check or to show. */
export async function loadCheck(
  context: LoadContext,
  upload: UploadState,
  search: URLSearchParams,
  mode: 'contributor' | 'expert',
) {
  const table = pickTable(upload, search.get('table'));
  const waiting = upload.tables.some(({ checkState }) => checkState === 'running');
  const ready = upload.state === 'ready' && canStart('check', upload.flags);
  if (!table || !ready || waiting) return { upload, waiting, list: null };
  const readOnly = mode === 'expert' || !isEditable(upload);
  const [problems, draft, distributions] = await orFailurePage(
    Promise.all([
      listProblems(context, upload.id, table.name),
      readOnly ? null : findDraft(context, commentsForm(upload.id, table.name)),
      loadDistributions(context, upload, table, search),
    ]),
  );
  const pages = problemPages(problems.length);
  const page = pickPage(pages, search.get('page'));
  const grid = await loadGrid(context, upload, table, problems.slice(page.start, page.end));
  return {
    upload,
    waiting,
    list: {
      readOnly,
      table: { name: table.name, checkState: table.checkState, mapped: table.mapped },
      summary: problems.map(({ canOverride, comment, more }) => ({ canOverride, comment, more })),
      problems: problems.slice(page.start, page.end).map((problem, index) => ({
        ...problem,
        position: page.start + index,
        linked: problem.more === 0 && grid.cells.has(problem.cell),
      })),
      pages,
      page,
      typed: draft ? [...readComments(draft.entries)] : [],
      draft: draft?.shown ?? null,
      columns: grid.columns,
      targets: grid.targets,
      rows: grid.rows,
      distributions,
    },
  };
}

export type CheckData = Awaited<ReturnType<typeof loadCheck>>;
export type CheckListData = NonNullable<CheckData['list']>;

/** The data around the listed problems: their rows, or the first ones, of the mapped columns. */
async function loadGrid(context: LoadContext, upload: UploadState, table: TableShape, problems: Problem[]) {
  const [mapping, targets] = await orFailurePage(
    Promise.all([
      readMapping(context, { kind: upload.kind, id: upload.id, table: table.name }),
      listTargets(context, upload.kind),
    ]),
  );
  const choices = choicesOf(mapping);
  const labels = targetLabels(targets);
  const columns = shownColumns(table, choices, problems);
  const wanted = problems.flatMap(({ row, more }) => (row !== null && more === 0 ? [row] : []));
  const rows = await loadRows(context, upload.id, table.name, wanted);
  return {
    columns,
    targets: columns.map(({ name }) => labels.get(choices.get(name) ?? '') ?? ''),
    rows: rows.map(({ row, values }): GridRow => ({
      row,
      values: columns.map(({ index }) => values[index] ?? null),
    })),
    cells: new Set(rows.flatMap(({ row }) => columns.map(({ letters }) => `${letters}/${row}`))),
  };
}

/** The mapped columns, those with a problem first when there are more than fit, in the order of the file. */
function shownColumns(
  table: TableShape,
  choices: ReadonlyMap<string, string>,
  problems: Problem[],
): GridColumn[] {
  const withProblem = new Set(problems.map(({ column }) => column));
  return table.columns
    .map(({ name }, index): GridColumn => ({ index, letters: columnLetters(index), name }))
    .filter(({ name }) => choices.has(name))
    .sort((a, b) => Number(withProblem.has(b.name)) - Number(withProblem.has(a.name)))
    .slice(0, columnsPerPage)
    .sort((a, b) => a.index - b.index);
}

async function loadRows(context: LoadContext, id: string, table: string, wanted: number[]) {
  const rows = [...new Set(wanted)].slice(0, rowsWithProblems);
  const windows = rows.length > 0 ? rowWindows(rows, maxRowWindow) : [{ offset: 0, limit: sampleRows }];
  const found = await orFailurePage(
    Promise.all(windows.map((window) => readRows(context, id, { table, ...window }))),
  );
  const listed = new Set(rows);
  return found.flatMap((window) => window.rows).filter(({ row }) => rows.length === 0 || listed.has(row));
}
