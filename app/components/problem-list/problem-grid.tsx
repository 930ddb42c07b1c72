import { useTranslation } from 'react-i18next';

import type { Problem } from '@domain/api/mapping';

import { DataGrid, type GridColumn, type GridRow } from '~/components/data-grid/data-grid';
import { gridCellId, problemRowId } from './problem-ids';

interface ProblemGridProps {
  table: string;
  columns: readonly GridColumn[];
  /** Label of each column's target. */
  targets: readonly string[];
  rows: readonly GridRow[];
  /** Problems of the page. A column or cell may have several. */
  problems: readonly Problem[];
}

/** Data around the listed problems, read-only. Marks of cells and columns with problems link to their lines. */
export function ProblemGrid({ table, columns, targets, rows, problems }: ProblemGridProps) {
  const { t } = useTranslation('check');
  const byCell = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.more === 0) byCell.set(problem.cell, [...(byCell.get(problem.cell) ?? []), problem]);
  }
  return (
    <DataGrid
      caption={table}
      label={t('grid', { table })}
      height="preview"
      columns={columns}
      targets={targets}
      rows={rows}
      columnMark={({ letters }) => {
        const found = byCell.get(letters);
        return found ? <CellMark cell={letters} problems={found} /> : null;
      }}
      cell={(column, { row }, value) => {
        const cell = `${column.letters}/${row}`;
        const found = byCell.get(cell);
        if (!found) return <td key={column.index}>{value}</td>;
        const isLocked = found.some(({ canOverride }) => !canOverride);
        return (
          <td key={column.index} className="cell-with-problem" data-locked={isLocked}>
            {value} <CellMark cell={cell} problems={found} />
          </td>
        );
      }}
    />
  );
}

/** Links from a cell to its lines in the list: a cross for problems that must be corrected, otherwise a triangle. */
function CellMark({ cell, problems }: { cell: string; problems: readonly Problem[] }) {
  const { t } = useTranslation('check');
  return (
    <span id={gridCellId(cell)} className="cell-mark">
      {problems.map(({ id, canOverride }) => (
        <a key={id} href={`#${problemRowId(id)}`} data-locked={!canOverride}>
          <span aria-hidden="true">{canOverride ? '▲' : '✕'}</span>
          <span className="visually-hidden">{t('toProblem', { cell })}</span>
        </a>
      ))}
    </span>
  );
}
