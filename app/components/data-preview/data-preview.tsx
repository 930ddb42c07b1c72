import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ColumnSummary } from '@domain/api/column-summary';

import { DataGrid, type GridColumn, type GridRow } from '~/components/data-grid/data-grid';
import type { ColumnPage } from '~/components/mapping-grid/column-pages';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import type { RowPage } from './row-pages';
import { useSummaryRows } from './summary-rows';

interface DataPreviewProps {
  table: { name: string; rowCount: number };
  pages: ColumnPage[];
  page: ColumnPage;
  rows: RowPage;
  columns: GridColumn[];
  summaries: ColumnSummary[];
  cells: GridRow[];
}

/** A table as it was read: what its columns hold, and its rows, a page of rows and columns at a time. */
export function DataPreview({ table, pages, page, rows, columns, summaries, cells }: DataPreviewProps) {
  const { t } = useTranslation('reading');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const lead = useSummaryRows(
    summaries,
    (index) =>
      `${address({ table: table.name, columns: page.number, row: rows.first })}&exact=${columns[index]?.index}`,
  );
  const shown = t('rowsShown', { from: number(rows.first), to: number(rows.last), end: number(rows.end) });
  return (
    <>
      <ColumnLinks table={table.name} pages={pages} page={page} row={rows.first} />
      {summaries.some(({ measures }) => measures) ? null : <p className="hint">{t('summary.notMeasured')}</p>}
      <RowLinks table={table.name} rows={rows} page={page} shown={shown} />
      <DataGrid
        caption={table.name}
        label={t('previewGrid', { table: table.name })}
        height="preview"
        columns={columns.map((column, index) => ({ ...column, label: summaries[index]?.label ?? undefined }))}
        lead={lead}
        rows={cells}
      />
    </>
  );
}

function address(query: { table: string; columns: number; row: number }): string {
  return `?${new URLSearchParams({ table: query.table, columns: String(query.columns), row: String(query.row) })}`;
}

interface ColumnLinksProps {
  table: string;
  pages: ColumnPage[];
  page: ColumnPage;
  row: number;
}

function ColumnLinks({ table, pages, page, row }: ColumnLinksProps) {
  const { t } = useTranslation('mapping');
  if (pages.length < 2) return null;
  return (
    <nav aria-label={t('pages')} className="page-links">
      <ul>
        {pages.map(({ number, first, last }) => (
          <li key={number}>
            <Link
              to={address({ table, columns: number, row })}
              aria-current={number === page.number ? 'page' : undefined}
              preventScrollReset
            >
              {t('page', { first, last })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RowLinksProps {
  table: string;
  rows: RowPage;
  page: ColumnPage;
  /** Which rows are shown, in words. */
  shown: string;
}

/** Which rows are shown, links to the others, and a field for any one. */
function RowLinks({ table, rows, page, shown }: RowLinksProps) {
  const { t } = useTranslation('reading');
  const links = [
    { text: t('firstRows'), row: rows.previous === null ? null : 2 },
    { text: t('previousRows'), row: rows.previous },
    { text: t('nextRows'), row: rows.next },
    { text: t('lastRows'), row: rows.lastPage },
  ];
  const isWhole = links.every(({ row }) => row === null);
  return (
    <div className="row-links">
      <p role="status">{shown}</p>
      {isWhole ? null : (
        <>
          <nav aria-label={t('rowPages')} className="page-links">
            <ul>
              {links.map(({ text, row }) =>
                row === null ? null : (
                  <li key={text}>
                    <Link to={address({ table, columns: page.number, row })} preventScrollReset>
                      {text}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </nav>
          <form method="get" className="go-to-row">
            <input type="hidden" name="table" value={table} />
            <input type="hidden" name="columns" value={page.number} />
            <label htmlFor="row">{t('goToRow')}</label>
            <input
              id="row"
              name="row"
              type="text"
              inputMode="numeric"
              size={8}
              defaultValue={rows.first}
              key={rows.first}
            />
            <button type="submit" className="button-quiet">
              {t('go')}
            </button>
          </form>
        </>
      )}
    </div>
  );
}
