import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { RowReason } from '@domain/data-rows';
import { ScrollArea } from '~/components/scroll-area';

/** Column of a source table in a grid. */
export interface GridColumn {
  /** Position in the source table, from 0. */
  index: number;
  letters: string;
  name: string;
  /** Variable label from the file. */
  label?: string;
}

/** Rows of a window, cut to the columns shown; null = empty cell. */
export interface GridRow {
  row: number;
  values: (string | null)[];
  /** Why the row is no data. */
  leftOut?: RowReason;
}

/** Line above the data, one cell per column. */
export interface LeadRow {
  id: string;
  label: string;
  cells: readonly ReactNode[];
}

interface DataGridProps {
  caption: string;
  /** Accessible name of the scrolling area around the table. */
  label: string;
  columns: readonly GridColumn[];
  /** Height of the area; as high as its content by default. */
  height?: 'preview';
  /** Mapping targets: one cell per column, in the first body row. */
  targets?: readonly ReactNode[];
  /** Further lines before the data. */
  lead?: readonly LeadRow[];
  rows: readonly GridRow[];
  /** Shown after a column's name. */
  columnMark?: (column: GridColumn) => ReactNode;
  /** Renders a data cell; the plain text by default. */
  cell?: (column: GridColumn, row: GridRow, value: string) => ReactNode;
}

/** Part of a source table: column letters and names, then targets, then rows with their numbers in the file. */
export function DataGrid({ caption, label, height, targets, lead = [], ...props }: DataGridProps) {
  const { t } = useTranslation('mapping');
  const { columns } = props;
  const leadRows = lead.map((row) => ({ ...row, className: 'data-grid-lead' }));
  const targetRow = { id: 'targets', label: t('targetRow'), cells: targets ?? [], className: 'data-grid-targets' };
  return (
    <ScrollArea label={label} height={height}>
      <table className="data-grid">
        <caption>{caption}</caption>
        <ColumnNames {...props} />
        <tbody>
          {[...(targets ? [targetRow] : []), ...leadRows].map(({ id, label: name, cells, className }) => (
            <tr key={id} className={className}>
              <th scope="row">{name}</th>
              {columns.map((column, position) => (
                <td key={column.index}>{cells[position]}</td>
              ))}
            </tr>
          ))}
          <DataRows {...props} />
        </tbody>
      </table>
    </ScrollArea>
  );
}

function ColumnNames({ columns, columnMark }: Pick<DataGridProps, 'columns' | 'columnMark'>) {
  const { t } = useTranslation('mapping');
  return (
    <thead>
      <tr>
        <th scope="col">{t('row')}</th>
        {columns.map((column) => (
          <th scope="col" key={column.index}>
            <span className="data-grid-letters">{column.letters}</span> {column.name}
            {columnMark ? <> {columnMark(column)}</> : null}
            {column.label ? <span className="data-grid-label">{column.label}</span> : null}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function DataRows({ columns, rows, cell = plainCell }: Pick<DataGridProps, 'columns' | 'rows' | 'cell'>) {
  const { t } = useTranslation('mapping');
  return rows.map((row) => (
    <tr key={row.row} className={row.leftOut && 'data-grid-left-out'}>
      <th scope="row">
        {row.row}
        {row.leftOut ? <span className="data-grid-label">{t(`data.reasons.${row.leftOut}`)}</span> : null}
      </th>
      {columns.map((column, position) => cell(column, row, row.values[position] ?? ''))}
    </tr>
  ));
}

function plainCell(column: GridColumn, _row: GridRow, value: string): ReactNode {
  return <td key={column.index}>{value}</td>;
}
