import type { UploadState } from '@domain/api/uploads';
import { previewRowsPerPage } from '@domain/limits';

import { pageOfWindow, rowPage, shortenRow } from '~/components/data-preview/row-pages';
import { columnPages, pickPage, positionsOf } from '~/components/mapping-grid/column-pages';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/transport';
import { readRows, summariseColumns } from '~/repository-client/uploads';
import { pickTable } from './upload.server';

/** One page of rows and columns of a table, with summaries of the columns; null for a file without tables. */
export async function loadPreview(context: LoadContext, upload: UploadState, search: URLSearchParams) {
  const table = pickTable(upload, search.get('table'));
  if (!table) return { upload, preview: null };
  const pages = columnPages(table.columns.length);
  const page = pickPage(pages, search.get('columns'));
  const rows = rowPage(table, search.get('row'));
  const [window, summaries] = await orFailurePage(
    Promise.all([
      readRows(context, upload.id, {
        table: table.name,
        columns: positionsOf(page),
        offset: rows.first - table.firstRow,
        limit: previewRowsPerPage,
      }),
      summariseColumns(context, upload.id, {
        table: table.name,
        from: page.start,
        to: page.end,
        exact: search.get('exact')?.match(/^\d{1,4}$/)?.[0],
      }),
    ]),
  );
  return {
    upload,
    preview: {
      table: { name: table.name, rowCount: table.rowCount, rowsLeftOut: table.rowsLeftOut },
      pages,
      page,
      rows: pageOfWindow(rows, table.firstRow, window),
      columns: table.columns
        .slice(page.start, page.end)
        .map(({ name, letters }, offset) => ({ index: page.start + offset, letters, name })),
      summaries,
      cells: window.rows.map(shortenRow),
    },
  };
}
