import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnsPerPage, previewRowsPerPage } from '@domain/limits';
import { statusRules } from '@domain/upload-status';

import { pageOfWindow, rowPage, shortenRow } from '~/components/data-preview/row-pages';
import type { LoadContext } from '~/load-context';
import { paths, withQuery } from '~/paths';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { countProblems } from '~/repository-client/problems';
import { readDataSet } from '~/repository-client/search';
import { previewPublication } from '~/repository-client/uploads';
import { isEditable, pickDataTable } from './upload.server';

/** A page of a table as it will be published; null if the file has not been read. */
export async function loadPublication(
  context: LoadContext,
  upload: UploadState,
  search: URLSearchParams,
  mode: 'contributor' | 'expert',
) {
  const table = pickDataTable(upload, search.get('table'));
  if (upload.state !== 'ready' || !table) return { upload, published: null };
  const rows = rowPage(table, search.get('row'));
  const window = { table: table.name, offset: rows.first - table.firstRow, limit: previewRowsPerPage };
  const [preview, problems, dataSet] = await Promise.all([
    orFailurePage(previewPublication(context, upload.id, window)),
    orFailurePage(countProblems(context, upload.id, table.name)),
    publishedNumber(context, upload),
  ]);
  const canChange = mode === 'contributor' && isEditable(upload);
  return {
    upload,
    published: {
      table: { name: table.name, mapped: table.mapped, checkState: table.checkState },
      rows: pageOfWindow(rows, table.firstRow, preview.window),
      preview: { ...preview, window: { ...preview.window, rows: preview.window.rows.map(shortenRow) } },
      problems,
      dataSet,
      /** Addresses at which the targets of the withheld columns can be changed, in order; null for readers. */
      changes: canChange ? preview.withheld.map(({ column }) => mappingAddress(upload.id, table, column)) : null,
    },
  };
}

/** The page of the mapping that shows a column. */
function mappingAddress(id: string, { name: table, columns }: TableShape, column: string): string {
  const position = columns.findIndex(({ name }) => name === column);
  const page = Math.floor(position / columnsPerPage) + 1;
  return withQuery(paths.uploadData(id), { table, columns: page > 1 ? page : null });
}

/** Number of the data set if it is public. */
async function publishedNumber(context: LoadContext, { nr, status }: UploadState): Promise<number | null> {
  if (nr === null || !statusRules[status].published) return null;
  try {
    return (await readDataSet(context, nr)).notYet ? null : nr;
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 404) return null;
    throw error;
  }
}
