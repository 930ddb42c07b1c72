import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ColumnMeasures, ColumnSummary } from '@domain/column-info';
import { withDecimalSign } from '@domain/formats';
import { DataGrid, type GridColumn, type GridRow, type LeadRow } from '~/components/data-grid/data-grid';
import type { ColumnPage } from '~/components/mapping-grid/column-pages';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { withQuery } from '~/paths';

import { RowLinks } from './row-links';
import type { RowPage } from './row-pages';

interface DataPreviewProps {
  table: { name: string; rowCount: number; /** Rows that are no data. */ rowsLeftOut: number };
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
      `${withQuery('', { table: table.name, columns: page.number, row: rows.first })}&exact=${columns[index]?.index}`,
  );
  const shown = t('rowsShown', { from: number(rows.first), to: number(rows.last), end: number(rows.end) });
  return (
    <>
      <ColumnLinks table={table.name} pages={pages} page={page} row={rows.first} />
      {summaries.some(({ measures }) => measures) ? (
        <RowsSummarised table={table} summaries={summaries} />
      ) : (
        <p className="hint">{t('summary.notMeasured')}</p>
      )}
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
              to={withQuery('', { table, columns: number, row })}
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

/** Maximum number of value labels listed for a column. */
const labelsListed = 12;

/**
 * Statistics of the columns on a page, one line per measure. Lines without any value are left out. `exactAddress`
 * returns the address of the page with exact values for the column at an index.
 */
function useSummaryRows(summaries: readonly ColumnSummary[], exactAddress: (index: number) => string): LeadRow[] {
  const { t } = useTranslation('reading');
  const language = useLanguage();
  const line = (label: string, cells: ReactNode[]): LeadRow => ({ id: label, label, cells });
  const measured = (label: string, cellOf: (measures: ColumnMeasures) => ReactNode) =>
    line(
      label,
      summaries.map(({ measures }) => measures && cellOf(measures)),
    );
  const count = (value: number) => formatNumber(value, language);
  const about = (value: string, isExact: boolean) => (isExact ? value : t('summary.about', { value }));
  const decimal = (value: string | null) => value && withDecimalSign(value, language);
  const isEstimated = (measures: ColumnMeasures | null) =>
    measures !== null && !(measures.distinctIsExact && (measures.median === null || measures.medianIsExact));
  const lines = [
    measured(t('summary.kind'), (measures) => <Kind measures={measures} />),
    measured(t('summary.distinct'), ({ distinct, distinctIsExact }) => about(count(distinct), distinctIsExact)),
    measured(t('summary.missing'), ({ missing }) => count(missing)),
    measured(t('summary.min'), ({ min }) => decimal(min)),
    measured(t('summary.median'), ({ median, medianIsExact }) => median && about(decimal(median) ?? '', medianIsExact)),
    measured(t('summary.max'), ({ max }) => decimal(max)),
    line(
      t('summary.exact'),
      summaries.map(({ name, measures }, index) =>
        isEstimated(measures) ? (
          <Link key={name} to={exactAddress(index)} preventScrollReset>
            {t('summary.count')} <span className="visually-hidden">{t('summary.countOf', { name })}</span>
          </Link>
        ) : null,
      ),
    ),
    line(
      t('summary.labels'),
      summaries.map(({ valueLabels }) => valueLabels && <Labels labels={valueLabels} />),
    ),
  ];
  return lines.filter(({ cells }) => cells.some((cell) => cell !== null));
}

/** Type of the values, with their decimal sign or their order of day and month if they have one. */
function Kind({ measures: { kind, decimal, dates } }: { measures: ColumnMeasures }) {
  const { t } = useTranslation('reading');
  if (kind === 'date' && dates) {
    return t('summary.kindWithOrder', { kind: t('summary.kinds.date'), order: t(`dateOrders.${dates.order}`) });
  }
  if (decimal === null) return t(`summary.kinds.${kind}`);
  return t('summary.kindWithSign', {
    kind: t(`summary.kinds.${kind}`),
    sign: t(`decimals.${decimal === ',' ? 'comma' : 'point'}`),
  });
}

/** Labels of coded values: '1 = male'. */
function Labels({ labels }: { labels: Record<string, string> }) {
  const { t } = useTranslation('reading');
  const entries = Object.entries(labels);
  const rest = entries.length - labelsListed;
  return (
    <ul className="value-labels">
      {entries.slice(0, labelsListed).map(([value, label]) => (
        <li key={value}>{t('summary.label', { value, label })}</li>
      ))}
      {rest > 0 ? <li>{t('summary.labelsMore', { count: rest })}</li> : null}
    </ul>
  );
}

/** Says whether the summaries are about rows that are not data, too. */
function RowsSummarised({ table, summaries }: Pick<DataPreviewProps, 'table' | 'summaries'>) {
  const { t } = useTranslation('reading');
  const language = useLanguage();
  const { rowsLeftOut: count, rowCount } = table;
  if (count === 0 || count === rowCount) return null;
  const key = summaries.some(({ ofData }) => ofData) ? 'summary.leavesOut' : 'summary.countsLeftOut';
  return <p className="hint">{t(key, { count, number: formatNumber(count, language) })}</p>;
}
