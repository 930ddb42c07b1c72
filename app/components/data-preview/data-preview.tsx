import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ColumnSummary } from '@domain/column-info';

import { DataGrid, type GridColumn, type GridRow } from '~/components/data-grid/data-grid';
import type { ColumnPage } from '~/components/mapping-grid/column-pages';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { RowLinks } from './row-links';
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

/** A table as it was read: statistics of its columns, then its rows, one page of rows and columns at a time. */
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
      <RowLinks query={{ table: table.name, columns: page.number }} rows={rows} shown={shown} />
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
