import type { PublishedTables, SearchRow, SearchSummary } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import { maxDownloadItems } from '@domain/limits';

import { orWithoutRows } from '~/repository-client/failure-page';
import { listPublishedTables, readPublishedRows, searchDataSets } from '~/repository-client/search';
import { RepositoryError, type ClientContext } from '~/repository-client/transport';

import { previewRows, type OpenPreview, type SearchAddress } from './search-address';

export interface Preview {
  open: OpenPreview;
  tables: PublishedTables;
  /** null while the rows are not available. */
  window: RowWindow | null;
}

export interface Results {
  summary: SearchSummary;
  rows: SearchRow[];
  selected: number[];
  preview: Preview | null;
}

/** The results that an address asks for. Throws RepositoryError when the search does not answer. */
export async function findResults(context: ClientContext, address: SearchAddress): Promise<Results> {
  const { tests, text, page, open } = address;
  const [answer, preview] = await Promise.all([
    searchDataSets(context, { tests, text, page }),
    open ? findPreview(context, open) : null,
  ]);
  const [summary, ...rows] = answer;
  const isShown = rows.some(({ nr }) => nr === preview?.open.nr);
  return { summary, rows, selected: selection(address, summary.numbers), preview: isShown ? preview : null };
}

/**
 * Ticked hits. Ticks on data sets that are not hits any more are dropped, so that users download only what they see.
 */
function selection({ select, ticked }: SearchAddress, numbers: number[]): number[] {
  if (select === 'none') return [];
  if (select === 'all') return numbers.slice(0, maxDownloadItems);
  return ticked.filter((nr) => numbers.includes(nr));
}

/** Null for a data set that does not exist; an unknown table or row falls back to the first. */
async function findPreview(context: ClientContext, open: OpenPreview): Promise<Preview | null> {
  try {
    const tables = await listPublishedTables(context, open.nr);
    const table = tables[open.table] ? open.table : 0;
    const shown = tables[table];
    if (!shown) return null;
    const offset = open.offset < (shown.readableRows ?? shown.rowCount) ? open.offset : 0;
    const wanted = { table: shown.name, offset, limit: previewRows };
    const window = await orWithoutRows(readPublishedRows(context, open.nr, wanted));
    return { open: { nr: open.nr, table, offset }, tables, window };
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 404) return null;
    throw error;
  }
}
