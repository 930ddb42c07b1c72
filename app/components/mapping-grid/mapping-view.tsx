import { useTranslation } from 'react-i18next';

import type { MappingTarget } from '@domain/api/mapping';
import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import type { Choices } from '~/forms/mapping-form';

import type { ColumnPage } from './column-pages';
import type { TableDataView } from './table-data';

/** A table with its mapping, one page of columns at a time. */
export interface MappingView {
  data: TableDataView;
  table: { name: string; rowCount: number; columnNames: string[] };
  pages: ColumnPage[];
  page: ColumnPage;
  columns: GridColumn[];
  rows: GridRow[];
  rowsAway: boolean;
  targets: MappingTarget[];
  choices: Choices;
}

/** Texts and addresses of the buttons to the pages of columns. */
export function useColumnPages({ pages, page }: MappingView) {
  const { t } = useTranslation('mapping');
  return {
    label: t('pages'),
    name: 'columns',
    pages: pages.map(({ number, first, last }) => ({ number, text: t('page', { first, last }) })),
    current: page.number,
  };
}

/** How many columns have a target. */
export function MappedCount({ view }: { view: MappingView }) {
  const { t } = useTranslation('mapping');
  const { size } = view.choices;
  const total = view.table.columnNames.length;
  return <p>{size === 0 ? t('noneMapped') : t('mappedCount', { count: size, total })}</p>;
}
