import type { PublishedTables, SearchRow, SearchSummary } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import { maxDownloadItems, resultsPerPage } from '@domain/limits';
import { writeSearchQuery } from '@domain/search/search-query';

import { nameOf, type OpenPreview, previewRows, type SearchAddress } from '~/components/search/search-address';
import { type ClientContext, orNull, orWithoutRows, RepositoryError } from '~/repository-client/transport';
import { listSavedSearches } from '~/repository-client/saved-searches';
import { listPublishedTables, readPublishedRows, searchDataSets } from '~/repository-client/search';
import { listAll, listTicked } from '~/screens/ticked-data-sets.server';

export interface Preview {
  open: OpenPreview;
  tables: PublishedTables;
  /** null while the rows are not available. */
  window: RowWindow | null;
}

/** What is ticked, as the page of results shows it. */
export interface Selection {
  /** The search for which 'Select all' was pressed; null if it was not. */
  all: string | null;
  /** Number of all ticked data sets. */
  count: number;
  /** Ticked data sets of the page. */
  onPage: number[];
  /** With `all`: data sets of the page that belong to it, ticked or not. */
  seen: number[];
  /** Ticked data sets on other pages, with `all` only those in addition; and those taken off. */
  elsewhere: { ticked: number[]; off: number[] };
}

export interface Results {
  summary: ShownSummary;
  rows: ShownRow[];
  selection: Selection;
  preview: Preview | null;
  /** The reader has saved this search; null for visitors, and while it is not known. */
  isSaved: boolean | null;
}

/** The results that an address asks for. Throws RepositoryError when the search does not answer. */
export async function findResults(context: ClientContext, address: SearchAddress): Promise<Results> {
  const { open } = address;
  const [answer, preview, isSaved] = await Promise.all([
    searchDataSets(context, address),
    open ? findPreview(context, open) : null,
    findSaved(context, address),
  ]);
  const [summary, ...rows] = answer;
  const isShown = rows.some(({ nr }) => nr === preview?.open.nr);
  const selection = await selectionOf(context, address, summary, rows);
  return { summary: shownOf(summary), rows: rows.map(shownRow), selection, preview: isShown ? preview : null, isSaved };
}

/** A row without what no column shows. */
function shownRow({ exercises: _, ...row }: SearchRow) {
  return row;
}

export type ShownRow = ReturnType<typeof shownRow>;

/** Authors named in the summary; the rest are counted. */
const authorsNamed = 8;

/** What the page shows of a summary. The rest would be a fifth of its weight. */
function shownOf({ authors, titles: _, ...summary }: SearchSummary) {
  return {
    ...summary,
    authors: authors.slice(0, authorsNamed),
    moreAuthors: Math.max(0, authors.length - authorsNamed),
  };
}

/** What the page shows of all hits. */
export type ShownSummary = ReturnType<typeof shownOf>;

async function findSaved(context: ClientContext, address: SearchAddress): Promise<boolean | null> {
  if (context.accessToken === null) return null;
  const saved = await orNull(listSavedSearches(context));
  const query = writeSearchQuery(address);
  return saved && saved.some((one) => one.query === query);
}

async function selectionOf(
  context: ClientContext,
  address: SearchAddress,
  { count, page }: SearchSummary,
  rows: readonly SearchRow[],
): Promise<Selection> {
  const { all, ticked, off } = address.ticks;
  const numbers = rows.map(({ nr }) => nr);
  const room = Math.max(0, maxDownloadItems - (page - 1) * resultsPerPage);
  // The search that is shown needs no further request.
  const isShown = all === nameOf(address);
  const ofAll = all === null || isShown ? null : new Set(await listAll(context, all));
  const seen = all === null ? [] : ofAll ? numbers.filter((nr) => ofAll.has(nr)) : numbers.slice(0, room);
  const isTicked = (nr: number) => ticked.includes(nr) || (seen.includes(nr) && !off.includes(nr));
  const isElsewhere = (nr: number) => !numbers.includes(nr);
  const isJustAll = isShown && ticked.length === 0 && off.length === 0;
  return {
    all,
    count: isJustAll ? Math.min(count, maxDownloadItems) : (await listTicked(context, address)).length,
    onPage: numbers.filter(isTicked),
    seen,
    elsewhere: { ticked: ticked.filter(isElsewhere), off: off.filter(isElsewhere) },
  };
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
