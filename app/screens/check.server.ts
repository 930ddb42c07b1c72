import type { ProblemPage } from '@domain/api/problems';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { canStart } from '@domain/workflow-steps';
import type { DistributionsView } from '~/components/distributions/distributions';
import { type DraftableForm, openForm } from '~/drafts/draftable-form.server';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { changedComments, commentName, commentTargets, readComments } from '~/forms/comment-form';
import type { FormEntries } from '~/forms/form-entries';
import { changedAddress, listQuery, type ProblemListQuery, readListQuery } from '~/forms/problem-query';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readDistributions } from '~/repository-client/mapping';
import { pageProblems } from '~/repository-client/problems';
import { orFailurePage, orWithoutRows, RepositoryError } from '~/repository-client/transport';

import { loadProblemGrid } from './problem-grid.server';
import { isData, isEditable, pickDataTable, uploadExists } from './upload.server';

/** The comments form of a table on a page of its problem list. */
export function commentsForm(context: LoadContext, id: string, query: ProblemListQuery): DraftableForm {
  return {
    kind: 'comments',
    exists: () => uploadExists(context, id),
    object: `${id}/${query.table ?? ''}`,
    page: paths.uploadCheck(id) + listQuery(query),
    pageOf: (entries) => changedAddress(paths.uploadCheck(id) + listQuery(query), entries),
    draftOf: async (entries) => (await readPostedComments(context, { id, query, entries })).draft,
    async saved() {
      const { targets, check } = await readPostedComments(context, { id, query, entries: [] });
      const commented = targets.filter(({ comment }) => comment !== '');
      return { entries: commented.map(({ id, comment }) => [commentName(id), comment]), tag: tagOfCheck(check) };
    },
  };
}

/** A check as the tag that the window of a form remembers. */
export function tagOfCheck(check: string): string {
  return `"${check}"`;
}

/** The check whose problems the window of a posted form shows; undefined if that is unknown. */
export function checkOfWindow(entries: FormEntries): string | undefined {
  return readFormSnapshot(entries).savedTag.slice(1, -1) || undefined;
}

/** The comments of a posted form, and the saved ones of its page. */
export async function readPostedComments(
  context: LoadContext,
  { id, query, entries }: { id: string; query: ProblemListQuery; entries: FormEntries },
) {
  const { page } = await orFailurePage(loadProblemPage(context, id, query));
  const targets = commentTargets(page.groups);
  const typed = readComments(entries);
  const changed = changedComments(targets, typed);
  const draft = changed.map(({ id: about, comment }): FormEntries[number] => [commentName(about), comment]);
  return { check: page.check, targets, typed, changed, draft };
}

/** Data of the check screen; only the state of the file if there is nothing to check or to show. */
export async function loadCheck(
  context: LoadContext,
  upload: UploadState,
  search: URLSearchParams,
  mode: 'contributor' | 'expert',
) {
  const table = pickDataTable(upload, search.get('table'));
  const waiting = upload.tables.some((one) => isData(one) && one.checkState === 'running');
  const ready = upload.state === 'ready' && canStart('check', upload.flags);
  if (!table || !ready || waiting) return { upload, waiting, list: null };
  const readOnly = mode === 'expert' || !isEditable(upload);
  const wanted = { ...readListQuery(search), table: table.name };
  const [{ page, query }, distributions] = await orFailurePage(
    Promise.all([loadProblemPage(context, upload.id, wanted), loadDistributions(context, upload, table, search)]),
  );
  const { entries, versions } = await openForm(context, commentsForm(context, upload.id, wanted), {
    savedTag: tagOfCheck(page.check),
  });
  return {
    upload,
    waiting,
    list: {
      readOnly,
      table: {
        name: table.name,
        checkState: table.checkState,
        mapped: table.mapped,
        rowsLeftOut: table.rowsLeftOut,
        address: (mode === 'expert' ? paths.editorialData : paths.uploadData)(upload.id, table.name),
      },
      query,
      page,
      drafted: readOnly ? entries : null,
      typed: entries && !readOnly ? [...readComments(entries)] : [],
      versions: { ...versions, autosave: versions.autosave + listQuery(wanted).replace('?', '&') },
      distributions,
      ...(await loadProblemGrid(context, upload, table, page)),
    },
  };
}

export type CheckData = Awaited<ReturnType<typeof loadCheck>>;
export type CheckListData = NonNullable<CheckData['list']>;

/** The page of problems for a query; the whole list if the group of the query does not exist any more. */
export async function loadProblemPage(
  context: LoadContext,
  id: string,
  query: ProblemListQuery,
): Promise<{ page: ProblemPage; query: ProblemListQuery }> {
  const table = query.table ?? '';
  try {
    const page = await pageProblems(context, id, table, query);
    return { page, query: { ...query, offset: page.offset } };
  } catch (error) {
    const isGone = error instanceof RepositoryError && error.code === 'not-found' && query.group !== null;
    if (!isGone) throw error;
    return loadProblemPage(context, id, { ...query, group: null, offset: 0 });
  }
}

/** Largest number of rows for which distributions are always calculated, which takes some tenths of a second. */
const rowsCountedUnasked = 50_000;

/** The distributions of a table; for a long table only if the address asks for them. Null while no column is mapped. */
export async function loadDistributions(
  context: LoadContext,
  upload: UploadState,
  table: TableShape,
  search: URLSearchParams,
): Promise<DistributionsView | null> {
  if (!table.mapped) return null;
  if (table.rowCount > rowsCountedUnasked && search.get('distributions') !== 'shown') {
    const asked = new URLSearchParams([...search, ['distributions', 'shown']]);
    return { rows: table.rowCount, address: `?${asked}#distributions` };
  }
  const address = { kind: upload.kind, id: upload.id, table: table.name };
  const found = await orWithoutRows(readDistributions(context, address));
  if (!found) return { without: 'away', distributions: [] };
  const { without, distributions } = found;
  return {
    without,
    distributions: distributions.map((distribution) => {
      const { letters = '', name = '' } = table.columns[distribution.position] ?? {};
      return { ...distribution, column: { letters, name } };
    }),
  };
}
